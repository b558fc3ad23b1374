"""Messages are as the page's schema says, and nothing else is taken."""

import json
from pathlib import Path

import pytest
from pydantic import ValidationError

import tengen.web
from tengen.web.messages.requests import REQUEST, NewGame, Play
from tengen.web.messages.schema import message_schema

SCHEMA = Path(tengen.web.__file__).parent / "page" / "messages.schema.json"


def test_the_schema_of_the_page_is_that_of_the_server() -> None:
    assert json.loads(SCHEMA.read_text()) == message_schema()


def test_a_request_is_known_by_its_type() -> None:
    assert REQUEST.validate_json('{"type": "play", "vertex": "D4"}') == Play(vertex="D4")
    assert REQUEST.validate_json('{"type": "new_game", "size": 19}') == NewGame(size=19)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"vertex": "D4"}',
        '{"type": "nothing"}',
        '{"type": "play"}',
        '{"type": "play", "vertex": 4}',
        '{"type": "play", "vertex": "D4", "colour": "black"}',
        '{"type": "new_game", "size": 4}',
        '{"type": "new_game", "size": 25}',
        '{"type": "new_game", "komi": NaN}',
        '{"type": "new_game", "komi": Infinity}',
        '{"type": "go_to", "node": -1}',
        f'{{"type": "go_to", "node": {400 * "9"}}}',
        f'{{"type": "choose_game", "number": {2**63}}}',
        f'{{"type": "ask_game", "name": "a", "store": "b", "number": {2**63}}}',
        '{"type": "watch", "views": ["everything"]}',
        '{"type": "step", "count": 100000}',
    ],
)
def test_other_requests_are_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        REQUEST.validate_json(text)
