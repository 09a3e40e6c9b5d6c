"""That browser tests hear what browsers complain of."""

from django.urls import reverse
from playwright.sync_api import Page, expect

QUIET_PAGE = reverse("account_login")


def test_a_page_in_good_order_is_quiet(page: Page, complaints):
    page.goto(QUIET_PAGE)

    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert complaints == []


WRONG = (
    ("() => console.error('a word')", "console", "a word"),
    ("() => fetch('/nowhere/')", "console", "404"),
    ("() => document.body.setAttribute('style', 'color: red')", "console", "Content Security Policy"),
    ("() => { setTimeout(() => { throw new Error('a slip') }) }", "weberror", "a slip"),
)


def test_what_goes_wrong_on_a_page_is_heard(page: Page, complaints):
    page.goto(QUIET_PAGE)
    for script, event, words in WRONG:
        with page.context.expect_event(event):
            page.evaluate(script)
        complaints.expect(words)


def test_a_request_to_another_server_is_heard(new_context, complaints):
    page = new_context(bypass_csp=True).new_page()
    page.goto(QUIET_PAGE)
    with page.context.expect_event("requestfailed"):
        page.evaluate("() => fetch('http://elsewhere.invalid/').catch(() => {})")

    complaints.expect("asked another server: http://elsewhere.invalid/")
    complaints.expect("ERR_")
