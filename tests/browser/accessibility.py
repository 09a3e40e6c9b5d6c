"""Whether everybody can use a page, as far as a machine can tell."""

from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

from tests.browser.layout import assert_fits, assert_nothing_overlaps

OPTIONS = {"rules": {"target-size": {"enabled": True}}}
"""How large something to press has to be is a rule of WCAG 2.2, and those are left out unless asked for."""

VIOLATIONS = """async (options) => {
  const changing = document.getAnimations().filter((each) => each.effect.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(changing.map((each) => each.finished));
  const { violations } = await axe.run({ ...options, resultTypes: ["violations"], preload: false });
  return violations;
}"""
"""Violations alone are found sooner. What moves ends first, if it ends: colours halfway belong to no scheme.

Without ``preload`` axe leaves out a rule on trial that is off anyway, and films, of which we have none. With it, axe
would copy imported style sheets into the page, which our pages forbid.
"""

LEAST_CONTRAST = 4.5
LEAST_TARGET = 24
LEAST_MAIN_TARGET = 44
"""Pixels either way: what else can be pressed, and what a turn is taken with on a phone."""

MAIN_TARGETS = "#action-panel .button, .parts label"

_HERE = Path(__file__).parent
CONTRASTS = (_HERE / "contrasts.js").read_text()
TARGETS = (_HERE / "targets.js").read_text()


def assert_is_for_everybody(page: Page) -> None:
    """A page on any screen, for any eyes and hands."""
    end_what_plays(page)
    assert_fits(page)
    assert_nothing_overlaps(page)
    assert_accessible(page)
    assert_targets_are_large(page)


def end_what_plays(page: Page) -> None:
    """While what happened plays on a board, things are on their way. Any key ends it."""
    page.keyboard.press("Shift")


def assert_accessible(page: Page, options: dict[str, Any] = OPTIONS) -> None:
    """axe finds nothing. Its script is large, and a page that was checked before still has it."""
    page.wait_for_load_state()  # until the sheets are there, the page looks otherwise
    end_what_plays(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    violations = page.evaluate(VIOLATIONS, options)
    assert not violations, f"{page.title()}: {page.url}\n{AxeResults({'violations': violations}).generate_report()}"


def assert_map_is_readable(page: Page) -> None:
    """All that is written on a map stands out from what lies beneath. axe does not look into drawings."""
    texts = page.evaluate(CONTRASTS, ".map-view svg text")
    assert texts, f"Nothing is written on the map of {page.url}."
    weak = {text["kind"]: text for text in texts if text["contrast"] < LEAST_CONTRAST}
    assert not weak, "\n".join(f"{kind}: {text}" for kind, text in weak.items())


def assert_targets_are_large(page: Page) -> None:
    """Nothing that can be pressed is too small for a finger, but for links within a sentence."""
    page.wait_for_load_state()
    small = [target for target in page.evaluate(TARGETS, "body") if min(target["size"]) < LEAST_TARGET]
    assert not small, f"{page.url}\n" + "\n".join(map(str, small))


def assert_main_targets_are_larger(page: Page) -> None:
    """What a turn is taken with on a phone needs no aim at all."""
    small = [target for target in page.evaluate(TARGETS, MAIN_TARGETS) if min(target["size"]) < LEAST_MAIN_TARGET]
    assert not small, f"{page.url}\n" + "\n".join(map(str, small))
