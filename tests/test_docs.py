"""The documentation leads somewhere: links, anchors, and the files that are named."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
PLACES = (ROOT, ROOT / "src" / "tengen", ROOT / "docs")


def anchor(heading: str) -> str:
    """A heading as links name it."""
    return re.sub(r"[^\w\s-]", "", heading.replace("`", "").lower()).strip().replace(" ", "-")


def anchors(page: Path) -> set[str]:
    return {anchor(heading) for heading in re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)}


def leads_nowhere(page: Path, link: str) -> bool:
    path, _, name = link.partition("#")
    target = page.parent / path if path else page
    return not target.exists() or bool(name and target.suffix == ".md" and name not in anchors(target))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    links = re.findall(r"\]\(([^)\s]+)\)", page.read_text())
    ours = [link for link in links if not link.startswith(("http:", "https:", "mailto:"))]
    assert [link for link in ours if leads_nowhere(page, link)] == []


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if page.parent.name != "results"],  # they are as they were when they were made
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_python_files_that_are_named_with_their_folder_are_there(page):
    named = re.findall(r"(?<![\w/.-])((?:\w+/)+\w+\.py)\b", page.read_text())
    assert [path for path in named if not any((place / path).exists() for place in PLACES)] == []
