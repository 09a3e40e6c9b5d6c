"""What a browser does by itself in fields: Enter, the wheel, what it enlarges."""

from playwright.sync_api import expect

from games.models import StandingPlan
from tests.browser.conftest import PHONE
from tests.factories import GameFactory

SMALL = (
    """fields => fields.filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16).map(({ id }) => id)"""
)
FIELDS = "input:not([type=hidden], [type=checkbox], [type=radio], [type=range]), textarea, select"


def test_fields_take_what_is_written_and_nothing_else(page_of, bob):
    """The limit goes to the plan with the bid beside it, and the wheel changes no bid."""
    game = GameFactory(after=["open 4 4"])
    page = page_of(bob, viewport=PHONE)
    page.goto(game.get_absolute_url())
    assert page.locator(FIELDS).evaluate_all(SMALL) == []
    expect(page.get_by_role("button", name="Your bid: one more")).to_have_css("touch-action", "manipulation")
    amount = page.locator("#amount")
    amount.fill("20")
    amount.hover()
    page.mouse.wheel(0, 300)
    page.locator("#along-fold > summary").click()
    expect(amount).to_have_value("20")
    page.locator("#along-limit").fill("25")
    page.locator("#along-limit").press("Enter")
    expect(page.locator("#action-panel")).to_contain_text("The game waits for")
    assert game.actions.latest("sequence").body == '{"kind":"bid","amount":20}'
    assert '"limit":25' in StandingPlan.objects.get(seat__user=bob).body
