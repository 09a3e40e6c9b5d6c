"""What a mail is made of, whatever it is about."""

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.generator import BytesGenerator
from email.message import EmailMessage
from email.policy import compat32
from io import BytesIO

import pytest

from notifications.channels import mail
from notifications.channels.faults import NoAddress
from notifications.kinds import Link, Notice, Picture
from notifications.models import Channel, Destination, Reason
from tests.factories import UserFactory
from tests.notifications.posts import post

pytestmark = pytest.mark.django_db

NOW = datetime(2030, 5, 17, 16, 0, tzinfo=UTC)
PNG = b"\x89PNG\r\n\x1a\n and so on"

KNOCK = Notice(
    template="notice",
    title="Friday round: your turn",
    sentence="Köln is waiting.",
    url="https://games.example/games/12/",
    button="Take your turn",
    subject_id=12,
    thread="game.12",
)


@pytest.fixture
def sent(mailoutbox):
    """Send a notice, by default to Ana, and read what arrives."""

    def send(notice: Notice = KNOCK, reader=None, **kwargs) -> EmailMessage:
        return post(notice, reader or UserFactory.create(), mailoutbox, now=kwargs.pop("now", NOW), **kwargs)

    return send


def part(message: EmailMessage, subtype: str) -> str:
    body = message.get_body((subtype,))
    assert body is not None
    return str(body.get_content())


def test_mail_is_text_and_html(sent):
    message = sent(reader=UserFactory(name="Ana"))
    assert (message["To"], message["Subject"]) == ("ana@example.org", "Friday round: your turn")
    assert part(message, "plain").startswith(
        "Friday round: your turn.\n\nKöln is waiting.\n\n"
        "Take your turn:\nhttps://games.example/games/12/\n\n—\nYou get this mail because"
    )
    assert "Köln is waiting.</p>" in part(message, "html")


def test_mail_says_that_no_person_wrote_it(sent):
    assert sent()["Auto-Submitted"] == "auto-generated"


def test_repetition_has_the_same_message_id(sent):
    ana = UserFactory()
    assert sent(reader=ana, key="alert.7")["Message-ID"] == sent(reader=ana, key="alert.7")["Message-ID"]
    assert sent(reader=ana, key="alert.7")["Message-ID"] != sent(reader=ana, key="alert.8")["Message-ID"]


def test_all_mails_of_a_game_have_one_root(sent):
    first, second = sent(), sent(replace(KNOCK, title="Friday round: ended early"), key="alert.2")
    assert first["References"] == first["In-Reply-To"] == second["References"] == "<game.12@localhost>"


def test_mail_of_no_game_is_in_no_thread(sent):
    message = sent(replace(KNOCK, subject_id=None, thread=""))
    assert message["References"] is message["In-Reply-To"] is None


def test_mail_can_be_stopped_by_the_button_of_a_mail_program(sent):
    message = sent()
    address = message["List-Unsubscribe"].strip("<>")
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["List-Id"] == "<alerts.localhost>"
    assert address in part(message, "plain")
    assert address in part(message, "html")


def test_header_of_a_long_address_is_in_one_piece(sent, settings):
    settings.SITE_URL = f"https://{'games.' * 20}example"
    ana = UserFactory()
    mail_of_ana = mail.write(mail.Letter.of(KNOCK, ana, "alert.1", now=NOW), "ana@example.org", KNOCK, "alert.1")
    lines = mail_of_ana.message().as_bytes().splitlines()
    (line,) = [line for line in lines if line.startswith(b"List-Unsubscribe: ")]
    assert line.endswith(b"/>")


def test_picture_stands_within_the_text_and_is_told_to_those_who_do_not_see_it(sent):
    message = sent(replace(KNOCK, picture=Picture(lambda: PNG, "The board: <Köln> & more")))
    (picture,) = [attached for attached in message.walk() if attached.get_content_type() == "image/png"]
    assert picture.get_content() == PNG
    assert picture.get_content_disposition() == "inline"
    assert f'src="cid:{picture["Content-ID"].strip("<>")}"' in part(message, "html")
    assert 'alt="The board: &lt;Köln&gt; &amp; more"' in part(message, "html")
    assert message.get_content_type() == "multipart/related"


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_mail_is_written_as_the_standard_library_writes_it(line_end):
    lines = [
        "From Ana",
        ".",
        "..",
        "a\r\nb",
        "x\ry",
        "",
        "ü €",
        "\x0b\x0c\x85\u2028",
        "y" * 1200,
        " ",
        "=20",
        "--==_",
    ]
    chance = random.Random("mails")
    for size in range(40):
        text, html = ("\n".join(chance.choices(lines, k=size)) for _ in range(2))
        letter = mail.Letter(
            "Köln", text, html, "https://games.example/stop/", b"\0" * 40 * size, "picture.1@localhost"
        )
        message = mail.write(letter, "ana@example.org", KNOCK, "alert.1").message()
        standard = BytesIO()
        BytesGenerator(standard, mangle_from_=False).flatten(message, linesep=line_end)
        assert message.as_bytes(linesep=line_end) == standard.getvalue()


@pytest.mark.parametrize(
    "value",
    [
        "",
        "a",
        " a  b ",
        "a\tb",
        "a\n b",
        "Köln",
        "=?utf-8?q?K=C3=B6ln?=",
        "x" * 990,
        "x" * 995,
        "a, " * 400,
        '"a" <b@c>',
    ],
)
def test_header_is_written_as_the_standard_library_writes_it(value):
    message = mail.write(mail.Letter("", "", "", ""), "ana@example.org", KNOCK, "alert.1").message()
    standard = compat32.clone(max_line_length=message.policy.max_line_length, linesep="\r\n")
    policy = message.policy.clone(linesep="\r\n")
    assert policy.fold_binary("List-Id", value) == standard.fold_binary("List-Id", value)


def test_mail_without_a_picture_has_no_parts_but_its_words(sent):
    assert [found.get_content_type() for found in sent().walk()] == [
        "multipart/alternative",
        "text/plain",
        "text/html",
    ]


def test_time_left_is_counted_from_the_sending_and_said_in_the_zone_of_the_reader(sent):
    message = sent(replace(KNOCK, due_at=NOW + timedelta(hours=28)), UserFactory(time_zone="Asia/Tokyo"))
    for subtype in ("plain", "html"):
        assert "You have 1 day 4 hours: until Sunday, 19 May, 05:00 (Asia/Tokyo)." in part(message, subtype)


def test_time_that_is_up_is_not_told(sent):
    message = sent(replace(KNOCK, due_at=NOW))
    assert "You have" not in part(message, "plain") + part(message, "html")


def test_what_can_be_done_from_the_mail_has_buttons_and_says_that_nothing_happens_at_once(sent):
    message = sent(replace(KNOCK, actions=(Link("Pass", "https://games.example/act/abc/"),)))
    assert "Pass:\nhttps://games.example/act/abc/\n" in part(message, "plain")
    assert ">Pass</a>" in part(message, "html")
    for subtype in ("plain", "html"):
        assert "until you confirm it there." in part(message, subtype)


def test_newlines_in_a_title_add_no_header(sent):
    message = sent(replace(KNOCK, title="Tom\r\nBcc: eve@example.org\r\n\r\n<b>: your turn"))
    assert message["Subject"] == "Tom Bcc: eve@example.org <b>: your turn"
    assert message["Bcc"] is None


@pytest.mark.parametrize("name", ["\u202eevil", "\u2067evil", "ev\u200fil"])
def test_name_does_not_turn_around_what_stands_beside_it(sent, name):
    message = sent(replace(KNOCK, title=f"{name}: your turn", sentence=f"{name} waits."))
    assert message["Subject"] == "evil: your turn"
    assert "evil waits." in part(message, "plain")
    assert "evil waits.</p>" in part(message, "html")


@pytest.mark.parametrize("word", ["W" * 10_000, "words " * 2_000, "🔌" * 10_000, "ب" * 10_000])
def test_subject_is_short_and_text_is_whole_however_long_the_words(sent, word):
    message = sent(replace(KNOCK, title=word, sentence=word))
    assert len(message["Subject"].strip()) <= mail.LONGEST_SUBJECT
    assert word.strip() in part(message, "plain").replace("\n", "")


def test_markup_in_names_is_text(sent):
    message = sent(replace(KNOCK, sentence='<script>alert(1)</script> "><img src=x>'))
    assert "<script>alert(1)</script>" in part(message, "plain")
    assert "<script" not in part(message, "html")
    assert "<img" not in part(message, "html")


def test_nothing_is_sent_where_mails_came_back(sent):
    ana = UserFactory(name="Ana")
    ana.unreached_address = ana.email
    with pytest.raises(NoAddress) as refusal:
        sent(reader=ana)
    assert refusal.value.reason is Reason.UNREACHED


def test_test_is_sent_even_where_mails_came_back(sent):
    ana = UserFactory(name="Ana")
    ana.unreached_address = ana.email
    assert sent(replace(KNOCK, is_trial=True), ana)["To"] == "ana@example.org"


def test_nothing_is_sent_to_an_account_that_is_closed(mailoutbox):
    destination = Destination.objects.create(user=UserFactory(is_active=False), channel=Channel.MAIL)
    with pytest.raises(NoAddress) as refusal:
        mail.send(destination, KNOCK, "alert.1", now=NOW)
    assert refusal.value.reason is Reason.UNCONFIRMED
    assert not mailoutbox
