from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.core import mail
from django.utils import timezone

import rules
from accounts.models import User
from games.alerts import notices
from games.models import Game, Seat
from games.turns import undo
from notifications.channels.mail import Letter
from notifications.kinds import Notice
from notifications.models import Alert
from tests.factories import GameFactory, UserFactory, person_called, play_on, play_to_the_end
from tests.games.scripts import AUCTIONS, BUILDINGS
from tests.notifications.letters import letter

pytestmark = pytest.mark.django_db


def alert_of(game, name, kind="your_turn"):
    return Alert.objects.filter(subject_id=game.pk, kind=kind, recipient__name=name).latest("pk")


def test_turn_mail_says_which_game_what_happened_and_what_is_asked():
    game = GameFactory(name="Friday round", after=["open 4 4", "bid 5"])
    message = letter(notices.your_turn, alert_of(game, "Cid"))
    assert message.subject == "Friday round: your turn"
    for text in (message.text, message.html):
        assert "Bob has bid 5 Elektro for plant 04. Bid 6 or more, or pass." in text
        assert "Ana put plant 04 up for auction at 4 Elektro." in text
        assert "Bob bid 5 Elektro for plant 04." in text
        assert f"{settings.SITE_URL}/games/{game.pk}/" in text


def test_turn_mail_as_text():
    game = GameFactory(name="Friday round", after=["open 4 4"])
    message = letter(notices.your_turn, alert_of(game, "Bob"))
    (passing,) = notices.your_turn(alert_of(game, "Bob")).actions
    assert message.text == (
        "It is your turn in Friday round.\n"
        "\n"
        "Ana has bid 4 Elektro for plant 04. Bid 5 or more, or pass.\n"
        "\n"
        "Plant 04 powers 1 city with 2 coal.\n"
        "You have 50 Elektro.\n"
        "\n"
        "Since your last turn:\n"
        "- Ana put plant 04 up for auction at 4 Elektro.\n"
        "\n"
        "Take your turn:\n"
        f"{settings.SITE_URL}/games/{game.pk}/\n"
        "\n"
        "Or do it from here. Each link first shows what it does. Nothing happens until you confirm it"
        " there.\n"
        "\n"
        "Pass on plant 04:\n"
        f"{passing.url}\n"
        "\n"
        "—\n"
        "You get this mail because you play in this game: Germany · 3 players · Classic · Hidden money.\n"
        "\n"
        "Get fewer of these mails, or none:\n"
        f"{message.stop_url}\n"
    )


def test_mails_say_what_was_agreed_on():
    options = rules.Options(edition="recharged", map="italy", trust_refill="three")
    message = letter(notices.your_turn, alert_of(GameFactory(players=2, options=options), "Ana"))
    for text in (message.text, message.html):
        assert "Italy · 2 players · Recharged · Against the Trust · Hidden money · Refill for three" in text


def test_first_turn_mail_has_nothing_to_tell_of_before():
    game = GameFactory()
    message = letter(notices.your_turn, alert_of(game, "Ana"))
    assert "Since your last turn" not in message.text
    assert "Since your last turn" not in message.html


def test_turn_mail_asks_for_what_comes_before_the_game():
    game = GameFactory(players=2, options=rules.Options(edition="recharged"), after=["trust hannover"])
    message = letter(notices.your_turn, alert_of(game, "Bob"))
    assert "Place a house of the Trust in a city. With this one, 5 are left to place before the game." in message.text
    assert "- Ana placed a house of the Trust in Hannover.\n" in message.text


def test_turn_mail_tells_in_at_most_five_lines():
    game = GameFactory(after=[*BUILDINGS, "run 4", "run 3", "run 5:c1o1", "open 7 7"])
    assert letter(notices.your_turn, alert_of(game, "Ana")).text.count("\n- ") <= 5


def test_mails_of_a_game_are_one_thread():
    game = GameFactory(after=["open 4 4"])
    first = notices.your_turn(alert_of(game, "Bob"))
    second = notices.your_turn(alert_of(play_on(game, "pass"), "Cid"))
    other = notices.your_turn(alert_of(GameFactory(), "Ana"))
    assert first.thread == second.thread != other.thread


def test_turn_mail_is_not_needed_once_the_turn_is_taken():
    game = GameFactory()
    alert = alert_of(game, "Ana")
    play_on(game, "open 4 4")
    assert notices.your_turn(alert) is None


def test_turn_mail_is_not_needed_once_a_later_question_is_asked():
    game = GameFactory()
    alert = alert_of(game, "Ana")
    game = play_on(game, *AUCTIONS, "buy")
    assert alert_of(game, "Ana") != alert
    assert notices.your_turn(alert) is None
    assert notices.your_turn(alert_of(game, "Ana")) is not None


def test_turn_mail_in_bureaucracy_holds_while_others_power():
    game = GameFactory(after=BUILDINGS)
    alert = alert_of(game, "Bob")
    play_on(game, "run 4")
    assert "At best you power 1 city" in letter(notices.your_turn, alert).text


def test_names_are_text_in_mails():
    game = GameFactory(name="A < B & <b>C</b>\r\nBcc: eve@example.org")
    message = letter(notices.your_turn, alert_of(game, "Ana"))
    assert message.subject == "A < B & <b>C</b> Bcc: eve@example.org: your turn"
    assert "in A < B & <b>C</b>" in message.text
    assert "<b>C</b>" not in message.html


def test_long_name_is_shortened_in_subjects_alone():
    name = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellscha"
    message = letter(notices.your_turn, alert_of(GameFactory(name=name), "Ana"))
    assert message.subject == f"{name[:59]}…: your turn"
    assert name in message.text
    assert name in message.html


def test_end_is_told_with_the_standing():
    game = play_to_the_end(GameFactory(players=3, bots=1, name="Short", options=rules.Options(first_game=True)))
    winner = game.seats.get(rank=1)
    message = letter(notices.game_over, alert_of(game, "Ana", "game_over"))
    assert message.subject == f"Short: {winner.name} won"
    assert f"1. {winner.name}: {winner.powered} powered of" in message.text
    assert winner.name in message.html


def test_end_is_told_of_a_network_of_one_city():
    ended = rules.Standing(rules.Seat(0), rank=3, powered=1, money=59, cities=1)
    context = {"standing": [{"name": "Ana", "entry": ended}], "game": {"name": "Short"}, "terms": "Germany"}
    notice = Notice("game_over", "Short: the game is over", "Bob won.", "https://games.example/", "Look", context)
    written = Letter.of(notice, UserFactory.build(), "alert.1", now=timezone.now())
    for told in (written.text, written.html):
        assert "1 powered of 1 city, 59 Elektro left" in told


def test_alert_of_a_game_that_is_gone_is_dropped():
    alert = Alert(recipient_id=1, kind="game_over", subject_id=404, sequence=1)
    assert notices.game_over(alert) is None


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_turn_is_mailed_once_the_action_is_stored():
    game = GameFactory(name="Friday round")
    mail.outbox.clear()
    play_on(game, "open 4 4")
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (["bob@example.org"], "Friday round: your turn")


DAILY = {"move_time": 24 * 60 * 60}


def test_turn_mail_says_how_long_is_left_and_until_when_by_the_clock_of_the_recipient():
    person_called("Bob")
    User.objects.filter(name="Bob").update(time_zone="Europe/Berlin")
    game = GameFactory(pace=DAILY, after=["open 4 4"])
    due_at = game.seats.get(name="Bob").due_at.astimezone(ZoneInfo("Europe/Berlin"))
    message = letter(notices.your_turn, alert_of(game, "Bob"))
    until = f"{due_at:%A}, {due_at.day} {due_at:%B, %H:%M}"
    for text in (message.text, message.html):
        assert f"You have 1 day: until {until} (Europe/Berlin)." in text


def test_turn_mail_of_a_paused_game_names_no_time():
    game = GameFactory(pace=DAILY, after=["open 4 4"])
    Game.objects.update(paused_at=timezone.now())
    Seat.objects.update(due_at=None)
    message = letter(notices.your_turn, alert_of(game, "Bob"))
    assert "The players paused the game: no clock runs." in message.text
    assert ": until" not in message.text


def test_turn_mail_asks_for_wishes_where_areas_are_drafted_at_once():
    game = GameFactory(options=rules.Options(areas="draft"), pace={"areas_at_once": True})
    for name in ("Ana", "Bob", "Cid"):
        assert "Rank the areas: which do you wish for first?" in letter(notices.your_turn, alert_of(game, name)).text


def test_others_are_asked_to_let_something_be_taken_back():
    game = GameFactory(name="Friday round", undo_by_consent=True, after=["open 4 4", "pass"])
    undo.take_back(game, game.seats.get(name="Ana"), expected=game.sequence)
    assert not Alert.objects.filter(kind="undo_asked", recipient__name="Ana").exists()
    message = letter(notices.undo_asked, alert_of(game, "Cid", "undo_asked"))
    assert message.subject == "Friday round: Ana asks to take something back"
    for text in (message.text, message.html):
        assert "Ana asks to take this back" in text


def test_who_has_answered_is_not_asked_again():
    game = GameFactory(undo_by_consent=True, after=["open 4 4", "pass"])
    undo.take_back(game, game.seats.get(name="Ana"), expected=game.sequence)
    undo.agree(game, game.seats.get(name="Bob"), asker=0, expected=game.sequence)
    assert notices.undo_asked(alert_of(game, "Bob", "undo_asked")) is None
    play_on(game, "pass")
    assert notices.undo_asked(alert_of(game, "Cid", "undo_asked")) is None
