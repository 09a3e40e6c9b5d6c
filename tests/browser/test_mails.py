"""What mails look like: as wide as a mail program, and as narrow as a phone; light and dark."""

from base64 import b64encode

import pytest
from playwright.sync_api import expect

from games.models import Game
from notifications import unsubscribe
from notifications.channels.mail import Letter
from tests.browser.accessibility import assert_accessible, assert_targets_are_large
from tests.browser.conftest import PHONE, SCHEMES
from tests.browser.layout import assert_fits, assert_nothing_overlaps
from tests.factories import GameFactory
from tests.notifications import specimens

WIDTHS = (600, 360)
HOSTILE = f"{'W' * 30}<b>🔌</b> \u202eفريدة</b>"

AXE = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}}
"""Good habits of pages are left out: a mail is shown within one, which has its landmarks."""

STRANGE = """() => [...document.querySelectorAll("img:not([alt]), img[alt=''], link, script, form, [onclick]")]
  .map((element) => element.outerHTML.slice(0, 100))"""


@pytest.fixture(autouse=True)
def mails_have_no_pictures() -> None:
    """They have, and are shown with them."""


def test_mails_of_every_kind_are_well_laid_out_and_readable(new_context, take_picture, db):
    page = new_context().new_page()
    for subject, letter in specimens.letters(specimens.alerts()).items():
        page.set_content(shown(letter))
        assert page.evaluate(STRANGE) == [], subject
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 500})
                assert_fits(page)
                take_picture(page, f"mail-{subject}-{width}-{scheme}")
            assert_accessible(page, AXE)
        assert_nothing_overlaps(page)


def test_no_name_of_a_game_breaks_a_mail(new_context, db):
    alerts = specimens.alerts()
    Game.objects.update(name=HOSTILE)
    page = new_context().new_page()
    for subject, letter in specimens.letters(alerts).items():
        page.set_content(shown(letter))
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 500})
            assert_fits(page)
        assert_nothing_overlaps(page)
        assert page.locator("b").count() == 0, subject


@pytest.mark.parametrize("scheme", SCHEMES)
def test_mails_are_stopped_on_a_phone_without_logging_in(new_context, ana, scheme):
    ana.is_invited_to_plan = True
    ana.save()
    game = GameFactory(name=HOSTILE)
    page = new_context(viewport=PHONE, color_scheme=scheme).new_page()
    page.goto(unsubscribe.address(ana, game.pk))
    for press, outcome in (
        ("No mails about this game", "you get no more mails about this game."),
        ("Undo", "You get mails about this game."),
        ("No mails at all", "you get no more mails about games."),
        ("One mail a day", "How often: Once a day."),
    ):
        page.get_by_role("button", name=press).click()
        expect(page.locator("#main")).to_contain_text(outcome)
        assert_fits(page)
        assert_accessible(page)
        assert_targets_are_large(page)


def shown(letter: Letter) -> str:
    """Its HTML as a mail program shows it, with the picture that came along."""
    picture = b64encode(letter.picture).decode()
    return letter.html.replace(f"cid:{letter.picture_id}", f"data:image/png;base64,{picture}")
