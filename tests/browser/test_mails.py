"""What mails look like: as wide as a mail program, and as narrow as a phone; light and dark."""

from base64 import b64encode

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from games.models import Game
from notifications.channels.mail import Letter
from tests.browser.layout import assert_fits, assert_nothing_overlaps
from tests.notifications import specimens

WIDTHS = (600, 360)
SCHEMES = ("light", "dark")
HOSTILE = f"{'W' * 30}<b>🔌</b> \u202eفريدة</b>"

AXE = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}}
"""Good habits of pages are left out: a mail is shown within one, which has its landmarks."""

STRANGE = """() => [...document.querySelectorAll("img:not([alt]), img[alt=''], link, script, form, [onclick]")]
  .map((element) => element.outerHTML.slice(0, 100))"""


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
            assert_readable(page, subject)
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


def assert_readable(page: Page, subject: str) -> None:
    found = Axe().run(page, options=AXE)
    assert found.violations_count == 0, f"{subject}\n{found.generate_report()}"


def shown(letter: Letter) -> str:
    """Its HTML as a mail program shows it, with the picture that came along."""
    picture = b64encode(letter.picture).decode()
    return letter.html.replace(f"cid:{letter.picture_id}", f"data:image/png;base64,{picture}")
