"""What pages and mails say of people who do not play on, and of games that are given up."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils import timezone

import rules
from accounts.models import User
from games.alerts import notices
from games.models import Game, Seat
from games.pages.game.page import look
from games.story import story
from games.story.feed import FeedChange
from games.turns import absence, play
from notifications.models import Alert
from powergrid.showcase import Showcase, news_since
from tests.factories import GameFactory, person_called, play_on, play_to_the_end, play_until
from tests.games.planned import run_out
from tests.notifications.letters import letter
from tests.pages import html_of, words_of

pytestmark = pytest.mark.django_db

CLOCK = {"move_time": 3600}


def now(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def leave(game: Game, *names: str) -> Game:
    for name in names:
        game = absence.leave(game, person_called(name), now=timezone.now())
    return now(game)


def take_over(game: Game, number: int, name: str = "Dan") -> Game:
    return now(absence.take_over(game, number, person_called(name), now=timezone.now()))


def page_of(client, game: Game, name: str) -> str:
    if name:
        client.force_login(person_called(name))
    return words_of(client.get(game.get_absolute_url()))


def press(client, game: Game, name: str, step: str, **headers):
    client.force_login(person_called(name))
    return client.post(reverse(f"games:{step}", args=[game.pk]), headers=headers)


def leaving(game: Game) -> str:
    return reverse("games:leave", args=[game.pk])


def told(game: Game) -> list[str]:
    """Who stopped playing, came back or took over, as the feed has it, newest last."""
    feed = look(now(game), AnonymousUser()).feed
    items = (item for group in feed.groups for item in group.items)
    return [item.change.sentence for item in items if isinstance(item, FeedChange)]


# Leaving ------------------------------------------------------------------------------------------------------------


def test_page_leads_to_a_question_before_somebody_leaves(client):
    game = GameFactory()
    question = reverse("games:leave", args=[game.pk])
    client.force_login(person_called("Ana"))
    assert question in html_of(client.get(game.get_absolute_url()))
    words = words_of(client.get(question))
    assert "The others play on." in words
    assert "10 missed decisions" in words
    assert not now(game).absences


def test_page_of_a_game_against_bots_asks_whether_to_end_it(client):
    game = GameFactory(players=3, bots=2)
    client.force_login(person_called("Ana"))
    assert "the game ends now" in words_of(client.get(reverse("games:leave", args=[game.pk])))


def test_who_leaves_is_led_to_their_games(client):
    game = GameFactory()
    answer = press(client, game, "Ana", "leave")
    assert answer.url == reverse("games:dashboard")
    assert "A bot stands in for you." in words_of(client.get(answer.url))
    assert now(game).absences == 1


@pytest.mark.parametrize("usual", [True, False])
def test_page_asks_how_the_bot_is_to_play_and_begins_with_the_settings(client, ana, usual):
    User.objects.update(is_cautious_while_away=usual)
    game = GameFactory()
    client.force_login(ana)
    (box,) = re.findall(r'<input [^>]*name="is_cautious"[^>]*>', html_of(client.get(leaving(game))))
    assert ("checked" in box) == usual


@pytest.mark.parametrize(
    ("sent", "said"), [({"is_cautious": "on"}, "The bot plays with caution."), ({}, "It plays as a Normal bot.")]
)
def test_bot_plays_as_the_player_says_who_leaves(client, ana, sent, said):
    User.objects.update(is_cautious_while_away=not sent)
    game = GameFactory()
    client.force_login(ana)
    client.post(leaving(game), sent)
    assert said in page_of(client, game, "Ana")


def test_who_ends_a_game_against_bots_is_not_asked_how_a_bot_is_to_play(client, ana):
    client.force_login(ana)
    assert "caution" not in words_of(client.get(leaving(GameFactory(players=2, bots=1))))


def test_those_who_have_no_seat_cannot_leave(client):
    game = GameFactory()
    assert press(client, game, "Dan", "leave").status_code == 403


def test_who_left_a_game_that_is_over_is_told_so(client):
    game = leave(GameFactory(), "Bob", "Cid", "Ana")
    answer = press(client, game, "Ana", "leave")
    assert answer.status_code == 422
    assert "The game is over." in words_of(answer)


def test_page_that_asks_is_only_for_those_who_play(client):
    game = leave(GameFactory(), "Ana")
    client.force_login(person_called("Ana"))
    assert client.get(reverse("games:leave", args=[game.pk])).url == game.get_absolute_url()


def test_five_games_against_bots_that_were_ended_are_in_nobodys_way(client, ana):
    client.force_login(ana)
    for _ in range(6):
        game = Game.objects.get(pk=int(client.post(reverse("matchmaking:practice")).url.split("/")[2]))
        press(client, game, "Ana", "leave")
    assert Game.objects.filter(ended_early=True).count() == 6


# Coming back --------------------------------------------------------------------------------------------------------


def test_page_says_that_a_bot_plays_and_offers_to_come_back(client):
    words = page_of(client, leave(GameFactory(), "Ana"), "Ana")
    assert "A bot plays for you" in words
    assert "You have left this game." in words
    assert "Come back" in words


def test_who_comes_back_plays_on(client):
    game = leave(GameFactory(), "Ana")
    assert press(client, game, "Ana", "come_back").url == game.get_absolute_url()
    assert "A bot plays for you" not in page_of(client, game, "Ana")


def test_who_comes_back_too_late_hears_who_plays_on(client):
    game = take_over(leave(GameFactory(), "Ana"), 0)
    answer = press(client, game, "Ana", "come_back")
    assert answer.status_code == 422
    assert "Dan has taken over your seat and plays on for you." in words_of(answer)


def test_those_who_never_played_cannot_come_back(client):
    assert press(client, GameFactory(), "Dan", "come_back").status_code == 422


# What everybody sees ------------------------------------------------------------------------------------------------


def test_feed_tells_who_left_who_took_over_and_who_is_back():
    game = GameFactory()
    game = leave(game, "Ana", "Bob")
    absence.come_back(game, person_called("Bob"), now=timezone.now())
    take_over(game, 0)
    assert told(game) == [
        "Ana left the game. A bot stands in.",
        "Bob left the game. A bot stands in.",
        "Bob is back.",
        "Dan takes over from Ana.",
    ]


def test_nobody_is_replaced_before_they_are_gone_even_where_a_clock_was_set_back():
    game = leave(play_on(GameFactory(), "open 4 4"), "Ana")
    game.seats.get(number=0).absences.update(began_at=timezone.now() + timedelta(hours=1))
    game = take_over(game, 0)
    assert told(game) == ["Ana left the game. A bot stands in.", "Dan takes over from Ana."]


def test_each_action_is_told_by_the_name_of_who_had_the_seat_then():
    game = take_over(leave(play_on(GameFactory(), "open 4 4"), "Ana"), 0)
    game = play_until(game, lambda state: state.round == 2)
    sentences = [sentence for entry in story.of(game).entries for sentence in entry.sentences]
    assert "Ana put plant 04 up for auction at 4 Elektro." in sentences
    assert not any(sentence.startswith("Ana") for sentence in sentences[-10:])
    assert any(sentence.startswith("Dan") for sentence in sentences[-10:])


def test_players_say_instead_of_whom_somebody_plays(client):
    game = play_until(GameFactory(), lambda state: state.round == 2)
    words = page_of(client, take_over(leave(game, "Ana"), 0), "Bob")
    assert "for Ana since round 2" in words


def test_past_shows_who_played_then(client):
    game = take_over(leave(play_on(GameFactory(), "open 4 4"), "Bob"), 1)
    client.force_login(person_called("Ana"))
    words = words_of(client.get(reverse("games:history", args=[game.pk, 1])))
    assert "Bob" in words
    assert "Dan" not in words


def test_former_player_watches_and_hears_who_plays_for_them(client):
    game = take_over(leave(GameFactory(is_public=False), "Ana"), 0)
    words = page_of(client, game, "Ana")
    assert "You are watching" in words
    assert "Dan has taken over your seat" in words


def test_action_sent_from_a_seat_that_somebody_else_has_now_is_not_taken():
    game = GameFactory()
    seat = game.seats.get(name="Ana")
    game = take_over(leave(game, "Ana"), 0)
    with pytest.raises(play.Stale):
        play.play(game, seat, rules.parse_action("open 4 4"), expected=game.sequence)


def test_nothing_more_is_asked_of_the_database_where_nobody_was_absent(client, django_assert_num_queries):
    game = now(GameFactory())
    with django_assert_num_queries(0):
        assert game.past_absences == []


# Games that ended early ---------------------------------------------------------------------------------------------


@pytest.fixture
def ended(db: None) -> Game:
    """Ana, Bob and Cid have left, one after the other, while Ana was to bid."""
    return leave(play_on(GameFactory.create(), "open 4 4"), "Cid", "Bob", "Ana")


def test_page_of_a_game_that_ended_early_says_so_and_asks_nobody(client, ended):
    words = page_of(client, ended, "Ana")
    assert words.count("The game ended early") >= 2
    assert "Waiting for others" not in words
    assert "to move" not in words
    assert "Leave this game" not in words
    assert "Everything drawn in this game followed from the seed" in words


def test_page_of_a_game_that_ended_early_looks_for_no_news(client, ended):
    assert "game-due" not in html_of(client.get(ended.get_absolute_url()))


def test_page_that_waited_learns_that_the_game_ended(client):
    game = GameFactory()
    client.force_login(person_called("Bob"))
    address = reverse("games:updates", args=[game.pk])
    asked = {"seen": game.sequence, "news": game.news}
    Seat.objects.filter(game=game).exclude(name="Bob").update(absent_since=timezone.now())
    leave(game, "Bob")
    assert "The game ended early" in html_of(client.get(address, asked))


def test_money_is_open_after_an_early_end(client, ended):
    assert "hidden-money" not in html_of(client.get(ended.get_absolute_url()))


def test_nothing_can_be_done_in_a_game_that_ended_early(ended):
    seat = ended.seats.get(name="Bob")
    with pytest.raises(rules.RuleError, match="The game is over"):
        play.play(ended, seat, rules.parse_action("pass"), expected=ended.sequence)


def test_lists_say_that_a_game_ended_early(client, ended):
    client.force_login(person_called("Ana"))
    for page in (reverse("games:dashboard"), reverse("games:profile", args=["Ana"])):
        words = words_of(client.get(page))
        assert "Ended early" in words
        assert "Place" not in words


def test_games_that_ended_early_are_in_no_record(client, ended):
    play_to_the_end(GameFactory(options=rules.Options(first_game=True)))
    client.force_login(person_called("Ana"))
    assert client.get(reverse("games:profile", args=["Ana"])).context["profile"].record.games == 1


def test_front_page_shows_no_game_that_ended_early(ended):
    assert Showcase.of_now().game is None


def test_front_page_goes_on_with_another_game_where_one_ended_early(ended):
    other = GameFactory()
    shown = news_since(f"{ended.pk}.{ended.sequence}")
    assert shown is not None
    assert shown.game == other


def test_mail_says_that_a_game_ended_early(ended):
    alert = Alert.objects.get(kind="game_over", recipient__name="Ana")
    Seat.objects.get(game=ended, name="Ana").absences.all().delete()
    message = letter(notices.game_over, alert)
    assert message.subject == "Friday round: ended early"
    for text in (message.text, message.html):
        assert "Nobody won" in text


# Missing turns ------------------------------------------------------------------------------------------------------


def missed(times: int) -> Game:
    """Ana has let her time run out so many times in a row."""
    game = GameFactory.create(pace=CLOCK)
    for _ in range(times):
        game = play_until(game, lambda state: 0 in state.to_move)
        game = run_out(game)
    return game


def test_first_miss_is_told_with_what_was_done():
    missed(1)
    message = letter(notices.missed_turn, Alert.objects.get(kind="missed_turn"))
    assert message.subject == "Friday round: you missed a turn"
    for text in (message.text, message.html):
        assert "Ana put plant 03 up for auction at 3 Elektro." in text
        assert "a bot stands in for you" in text
        assert settings.SITE_URL + reverse("accounts:time") in text


def test_second_miss_in_a_row_is_told_once_with_the_bot_that_stands_in():
    missed(2)
    assert Alert.objects.filter(recipient__name="Ana", kind="missed_turn").count() == 1
    message = letter(notices.stand_in, Alert.objects.get(kind="stand_in"))
    assert message.subject == "Friday round: a bot stands in for you"
    for text in (message.text, message.html):
        assert "Come back whenever you like" in text


def test_nobody_is_told_that_a_bot_stands_in_once_they_are_back():
    game = missed(2)
    absence.come_back(game, person_called("Ana"), now=timezone.now())
    assert notices.stand_in(Alert.objects.get(kind="stand_in")) is None


def test_feed_tells_that_somebody_missed_two_turns():
    assert "Ana missed 2 turns in a row. A bot stands in." in told(missed(2))


def test_page_says_why_a_bot_plays(client):
    assert "You missed 2 turns in a row." in page_of(client, missed(2), "Ana")
