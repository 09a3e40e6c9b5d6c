"""Whether everybody can use a page, as far as a machine can tell."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

OPTIONS = {"rules": {"target-size": {"enabled": True}}}
"""How large something to press has to be is a rule of WCAG 2.2, and those are left out unless asked for."""


def assert_accessible(page: Page) -> None:
    found = Axe().run(page, options=OPTIONS)
    assert found.violations_count == 0, f"{page.url}\n{found.generate_report()}"
