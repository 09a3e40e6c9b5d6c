"""What documents name is there: modules with what is in them, files, and other documents."""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted(path for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")) if path.name != "CHANGELOG.md")

PACKAGES = "rules|games|matchmaking|accounts|talk|notifications|announcements|powergrid|tests|tools"
DOTTED = re.compile(rf"`((?:{PACKAGES})(?:\.(?!(?:js|py|md|css|html)`)\w+)+)(?:\(\))?`")
PATH = re.compile(r"`((?:[\w.-]+/)+[\w.-]*)`")
OWN_FILE = re.compile(r"`((?:\w+/)*\w+\.py)`")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
FOLDERS = {path.name for path in ROOT.iterdir() if path.is_dir()} - {"var"}
MADE = {"tests/screenshots/", "deploy/powergrid.env", "tests/rules/games/NAME.json"}
"""What comes of following the documents."""


def named_in(path: Path) -> Iterator[str]:
    """What a document names that is not there."""
    text = path.read_text()
    yield from (name for name in DOTTED.findall(text) if not is_there(name))
    in_the_tree = (file for file in PATH.findall(text) if file.split("/")[0] in FOLDERS and file not in MADE)
    yield from (file for file in in_the_tree if not (ROOT / file).exists())
    yield from (file for file in OWN_FILE.findall(text) if not any((home / file).exists() for home in homes_of(path)))
    yield from (link for link in LINK.findall(text) if not (path.parent / link).exists())


def homes_of(page: Path) -> list[Path]:
    """From where files are named: the top of the tree, and for the page of a part that part."""
    return [ROOT, ROOT / page.stem, ROOT / "games" / page.stem]


def is_there(name: str) -> bool:
    """Whether a dotted name is a module, or something in one."""
    package, *rest = name.split(".")
    found = import_module(package)
    for number, part in enumerate(rest, 1):
        if not hasattr(found, part):
            try:
                import_module(".".join([package, *rest[:number]]))
            except ModuleNotFoundError:
                return False
        found = getattr(found, part)
    return True


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_documents_name_is_there(path):
    assert list(named_in(path)) == []


def test_the_overview_is_no_longer_than_can_be_read_at_once():
    assert len((ROOT / "docs/architecture.md").read_text().split()) <= 2500


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_yaml_in_documents_can_be_read(path):
    for block in re.findall(r"^```yaml\n(.*?)^```", path.read_text(), re.DOTALL | re.MULTILINE):
        assert yaml.safe_load(block)
