"""Whether a board is there, and can be played, once it is added as docs/boards.md says."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree

from tests import toyland

ROOT = Path(__file__).parents[2]
EVERY_BOARD = (
    "tests/rules/test_areas.py",
    "tests/games/board",
    "tests/games/pages/test_boards.py",
    "tests/games/pages/test_rulebook.py",
    "tests/powergrid/test_templates.py",
)
"""Tests that take each board there is."""


def test_board_that_is_added_by_the_recipe_can_be_read_and_played(tmp_path):
    site, atlas = tmp_path / "site", tmp_path / "atlas"
    copytree(ROOT, site, ignore=not_needed)
    toyland.add_to(site)
    toyland.write_atlas(atlas)
    run(site, "tools.cartography", str(atlas), "toyland")
    run(
        site,
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-k",
        "toyland",
        *EVERY_BOARD,
        "tests/browser/played_on_toyland.py",
    )


def not_needed(_folder: str, names: list[str]) -> set[str]:
    return {name for name in names if name.startswith(".") or name in ("var", "screenshots")}


def run(site: Path, module: str, *words: str) -> None:
    """Run a module in a copy of the project, as from its folder, with nothing of the run of tests at hand."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "DJANGO", "COVERAGE"))
    }
    done = subprocess.run([sys.executable, "-m", module, *words], cwd=site, env=kept, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
