import re

import pytest
from django.conf import settings

SHEETS = sorted((settings.BASE_DIR / "static/css").glob("*.css"))

IN_BRACKETS = re.compile(r"\([^()]*\)")

ANY_ELEMENT = ("*", ":not", ":nth", ":first", ":last", ":only")
"""How a part of a selector begins that names no kind of element, no class and no id."""


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_no_rule_makes_browsers_look_at_the_whole_page_anew(sheet):
    """After ``:has()``, name what is meant.

    If a rule goes on to any element, as in ``a:has(b) > :not(c)``, Chromium works out the styles of all elements of
    the page whenever one comes or goes: 12 ms on the page of a game, and four times as much on a slow phone.
    """
    assert [selector for selector in selectors(sheet.read_text()) if goes_on_to_any_element(selector)] == []


def selectors(css: str) -> list[str]:
    """All selectors, without what stands in brackets."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    while IN_BRACKETS.search(css):
        css = IN_BRACKETS.sub("", css)
    return [one.strip() for group in re.findall(r"([^{};]+)\{", css) for one in group.split(",")]


def goes_on_to_any_element(selector: str) -> bool:
    parts = re.split(r"[\s>+~]+", selector)
    has = next((place for place, part in enumerate(parts) if ":has" in part), len(parts))
    return any(part.startswith(ANY_ELEMENT) for part in parts[has + 1 :])
