"""What waits for a page gives what it waited for, however the news falls: no browser is needed for that."""

from types import SimpleNamespace

from tests.web.browser import OpenPage


class ScriptedPage:
    """In the place of a browser's page: each look at the clock brings the next event."""

    def __init__(self, script):
        self._script = iter(script)
        self.events = []

    def wait_for_timeout(self, _milliseconds):
        self.events.extend(next(self._script, []))

    def locator(self, _selector):
        return SimpleNamespace(first=SimpleNamespace(click=lambda: None))


def thought(visits, running):
    return {"type": "thought", "visits": visits, "running": running}


def scripted(*script):
    page = OpenPage.__new__(OpenPage)
    page.page = ScriptedPage(script)
    page.events = page.page.events
    return page


def test_an_analysis_is_the_thought_of_a_search_that_rests():
    """Before the search begins a thought of nothing is told, which rests as well."""
    rested = thought(900, running=False)
    page = scripted([thought(0, running=False)], [thought(100, running=True)], [], [rested])
    assert page.analyse("candidates") == rested


def test_a_thought_from_before_the_click_is_not_the_analysis():
    rested = thought(900, running=False)
    page = scripted([thought(100, running=True)], [rested])
    page.events.append(thought(500, running=False))
    assert page.analyse("candidates") == rested
