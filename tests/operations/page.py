"""The commands of ``docs/operations.md``, by heading and in their order."""

import re

from tests.services.sites import ROOT

BLOCK = re.compile(r"^```\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def commands(heading: str) -> list[str]:
    """The blocks of commands under a heading, up to the next of any level."""
    text = (ROOT / "docs" / "operations.md").read_text()
    found = re.search(rf"^##+ {re.escape(heading)}\n(.*?)(?=^##|\Z)", text, re.DOTALL | re.MULTILINE)
    assert found, f"docs/operations.md has no heading “{heading}”."
    return BLOCK.findall(found[1])
