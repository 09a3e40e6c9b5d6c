"""The feed: what happened and what was said, in one stream."""

import gzip
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.utils import timezone

import rules
from accounts import names
from games.pages.game.page import look
from games.story.feed import Feed, FeedChange, FeedEntry, FeedMessage, Item
from games.turns import undo
from matchmaking import table_talk as at_table
from matchmaking import tables
from talk import conversations
from tests.factories import GameFactory, TableFactory, person_called, play_on, play_to_the_end, play_until
from tests.games.scripts import AUCTIONS, ROUND
from tests.games.undoing import agree, take_back
from tests.talk.scripts import say

pytestmark = pytest.mark.django_db


def feed_of(game, name="") -> Feed:
    game.refresh_from_db()
    return look(game, person_called(name) if name else AnonymousUser()).feed


def told(item: Item) -> str:
    if isinstance(item, FeedMessage):
        return f"{item.name}: {item.saying.text}"
    if isinstance(item, FeedChange):
        return item.change.sentence
    return " ".join(line.words for line in item.lines)


def stream(feed: Feed) -> list[tuple[str, list[str]]]:
    return [(group.title, [told(item) for item in group.items]) for group in feed.groups]


def messages(feed: Feed) -> list[FeedMessage]:
    return [item for group in feed.groups for item in group.items if isinstance(item, FeedMessage)]


def entries(feed: Feed) -> list[FeedEntry]:
    return [item for group in feed.groups for item in group.items if isinstance(item, FeedEntry)]


def test_words_stand_where_they_were_said_among_what_happened(ana, bob):
    game = GameFactory()
    say(game, bob, "Good luck")
    play_on(game, "open 4 4")
    say(game, ana, "Mine!")
    say(game, bob, "We shall see")
    assert stream(feed_of(game)) == [
        (
            "Round 1, Auction",
            [
                "The game began. The auctions began.",
                "Bob: Good luck",
                "Ana put plant 04 up for auction at 4 Elektro.",
                "Ana: Mine!",
                "Bob: We shall see",
            ],
        )
    ]


def test_words_said_at_the_table_come_before_the_game(ana, bob):
    table = TableFactory(host=ana, players=2)
    at_table.say(table, ana, "Come in", now=timezone.now())
    game = tables.join(table, bob).game
    (title, (words,)), *_ = stream(feed_of(game, "Bob"))
    assert (title, words) == ("At the table", "Ana: Come in")
    assert messages(feed_of(game, "Bob"))[0].href == ""


def test_words_after_the_end_come_after_the_game(ana):
    game = play_to_the_end(GameFactory(players=2, options=rules.Options(first_game=True)))
    say(game, ana, "Thanks, all")
    assert stream(feed_of(game))[-1] == ("After the game", ["Ana: Thanks, all"])


def test_message_leads_to_the_position_at_that_time(client, ana):
    game = GameFactory(after=["open 4 4"])
    say(game, ana, "Mine!")
    play_on(game, "pass")
    (message,) = messages(feed_of(game))
    assert message.href.endswith("/history/1/")
    assert client.get(message.href).status_code == 200


def test_author_has_the_name_and_the_house_of_their_seat(bob):
    game = GameFactory()
    say(game, bob, "Hello")
    (message,) = messages(feed_of(game))
    assert (message.name, message.seat) == ("Bob", 1)


def test_author_who_is_called_otherwise_now_is_shown_so(bob):
    game = GameFactory()
    say(game, bob, "Hello")
    names.rename(bob, "Bobby")
    (message,) = messages(feed_of(game))
    assert message.name == "Bobby"


def test_message_is_new_until_one_has_acted_or_spoken(ana, bob, cid):
    game = GameFactory()
    say(game, bob, "Hello")
    assert [message.is_new for message in messages(feed_of(game, "Ana"))] == [True]
    play_on(game, "open 4 4")
    assert [message.is_new for message in messages(feed_of(game, "Ana"))] == [False]
    assert [message.is_new for message in messages(feed_of(game, "Cid"))] == [True]
    say(game, cid, "Hello yourself")
    assert [message.is_new for message in messages(feed_of(game, "Cid"))] == [False, False]
    assert [message.is_new for message in messages(feed_of(game, "Ana"))] == [False, True]
    assert [message.is_new for message in messages(feed_of(game))] == [False, False]


def test_message_stays_read_where_what_was_done_since_is_taken_back(bob):
    game = GameFactory()
    say(game, bob, "Hello")
    game = play_on(game, "open 4 4")
    undo.take_back(game, game.seats.get(name="Ana"), expected=game.sequence)
    assert [message.is_new for message in messages(feed_of(game, "Ana"))] == [False]
    assert not any("wrote" in line for line in feed_of(game, "Ana").recap)


def test_recap_says_who_has_written(bob, cid):
    game = GameFactory(after=["open 4 4"])
    say(game, bob, "Hello")
    assert feed_of(game, "Ana").recap == ("Bob wrote a message.",)
    say(game, cid, "Hi")
    say(game, bob, "How are you?")
    assert feed_of(game, "Ana").recap == ("Bob and Cid wrote 3 messages.",)


def test_muted_people_are_not_in_the_feed(ana, bob):
    game = GameFactory()
    say(game, bob, "Boo")
    conversations.mute(ana, bob)
    feed = feed_of(game, "Ana")
    assert (messages(feed), feed.has_talk, feed.recap) == ([], False, ())


def test_finished_auction_takes_one_line_with_its_bids_behind_it():
    game = GameFactory(after=["open 4 4", "bid 5", "pass", "bid 6", "pass"])
    *_, newest = entries(feed_of(game))
    assert told(newest).startswith("Ana bought plant 04 for 6 Elektro.")
    assert newest.fold == "3 bids"
    assert [told(entry) for entry in newest.folded] == [
        "Ana put plant 04 up for auction at 4 Elektro.",
        "Bob bid 5 Elektro for plant 04.",
        "Cid passed on plant 04.",
        "Ana bid 6 Elektro for plant 04.",
        "Bob passed on plant 04.",
    ]
    assert newest.began == 1


def test_auction_that_goes_on_is_told_in_full():
    game = GameFactory(after=["open 4 4", "bid 5", "pass"])
    assert [told(entry) for entry in entries(feed_of(game))][-2:] == [
        "Bob bid 5 Elektro for plant 04.",
        "Cid passed on plant 04.",
    ]


def test_bids_that_count_are_told_in_full_where_the_purchase_was_taken_back():
    game = GameFactory(undo_by_consent=True, after=["open 4 4", "bid 5", "pass", "bid 6", "pass"])
    game = agree(agree(take_back(game, "Ana"), "Bob", "Ana"), "Cid", "Ana")
    told_now = entries(feed_of(game))
    assert [entry.fold for entry in told_now] == [""] * len(told_now)
    assert [told(entry) for entry in told_now if not entry.note][1:4] == [
        "Ana put plant 04 up for auction at 4 Elektro.",
        "Bob bid 5 Elektro for plant 04.",
        "Cid passed on plant 04.",
    ]


def test_short_auction_is_told_in_full():
    game = GameFactory(after=["open 4 4", "bid 5"])
    assert [entry.folded for entry in entries(feed_of(game))] == [(), (), ()]


def test_auctions_that_follow_each_other_are_told_apart():
    folded = [entry for entry in entries(feed_of(GameFactory(after=AUCTIONS))) if entry.folded]
    assert [told(entry).partition(" for")[0] for entry in folded] == ["Ana bought plant 04"]


def test_each_line_leads_to_its_position():
    game = GameFactory(after=ROUND)
    *_, newest = entries(feed_of(game))
    assert newest.href.endswith(f"/history/{game.sequence}/")


def test_full_feed_is_light(ana):
    game = play_until(GameFactory(players=4), lambda state: state.round == 6)
    html = render_to_string("games/_feed.html", {"page": SimpleNamespace(game=game, feed=feed_of(game, "Ana"))})
    assert len(entries(feed_of(game, "Ana"))) > 20
    assert len(gzip.compress(html.encode())) < 4096
