import pytest
from django.utils import timezone

import rules
from games.models import Game, Origin, UndoRequest
from games.replay import history
from games.story import story
from games.story.names import Names
from games.turns import absence, undo
from tests.factories import GameFactory, person_called, play_on
from tests.games.scripts import AUCTIONS, BUILDINGS, PURCHASES, ROUND, TRUST_AUCTIONS

pytestmark = pytest.mark.django_db

OPEN = rules.Options(money_visible=True)
RECHARGED = rules.Options(edition="recharged")


def since_turn_of(game, name):
    seat = game.seats.get(name=name)
    return story.tell(history.positions(game), Names.of(game), story.Reader.of(game, seat)).since_turn_of(seat)


def test_every_action_has_an_entry_with_its_position():
    told = story.of(GameFactory(after=["open 4 4", "pass"]))
    assert [(entry.sequence, entry.seat, entry.sentences) for entry in told.entries] == [
        (0, None, ("The game began.", "The auctions began.")),
        (1, 0, ("Ana put plant 04 up for auction at 4 Elektro.",)),
        (2, 1, ("Bob passed on plant 04.",)),
    ]


def test_entry_says_when_it_was_made():
    game = GameFactory(after=["open 4 4"])
    start, first = story.of(game).entries
    assert (start.made_at, first.made_at) == (None, game.moved_at)


def test_entries_of_players_have_no_note_and_forced_ones_have():
    game = GameFactory(options=OPEN, after=["open 4 50"])
    told = story.tell(history.positions(game), Names.of(game), story.Reader.of(game, None))
    assert [(entry.origin, entry.note) for entry in told.entries] == [
        (None, ""),
        (Origin.PLAYER, ""),
        (Origin.FORCED, "no choice"),
        (Origin.FORCED, "no choice"),
    ]


def test_entries_of_bots_say_so():
    told = story.of(GameFactory(players=2, bots=1, after=["open 4 4"]))
    assert told.entries[2].note == "bot"


@pytest.mark.parametrize(
    ("origin", "to_bob", "to_others"),
    [
        (Origin.PLAN, "As you planned: Bob bid 5 Elektro for plant 04.", "Bob bid 5 Elektro for plant 04."),
        (
            Origin.UNASKED,
            "Done for you: Bob bid 5 Elektro for plant 04.",
            "Bob bid 5 Elektro for plant 04.",
        ),
        (
            Origin.TIMEOUT,
            "Your time ran out: Bob bid 5 Elektro for plant 04.",
            "Bob ran out of time: Bob bid 5 Elektro for plant 04.",
        ),
        (Origin.BOT, "A bot stood in for you: Bob bid 5 Elektro for plant 04.", "Bob bid 5 Elektro for plant 04."),
    ],
)
def test_player_hears_what_was_done_for_them_and_others_only_of_time_that_ran_out(origin, to_bob, to_others):
    game = GameFactory(after=["open 4 4", "bid 5"])
    game.actions.filter(sequence=2).update(origin=origin)
    known, names = history.positions(game), Names.of(game)
    bob, cid = (story.Reader.of(game, game.seats.get(name=name)) for name in ("Bob", "Cid"))
    assert story.tell(known, names, bob).after(1).recap() == [to_bob]
    assert story.tell(known, names, cid).after(1).recap() == [to_others]


def test_plan_of_somebody_else_is_an_ordinary_action_until_the_game_is_over():
    game = GameFactory(after=["open 4 4", "bid 5"])
    game.actions.filter(sequence=2).update(origin=Origin.PLAN)
    known, names = history.positions(game), Names.of(game)
    assert story.tell_one(known, 2, names) == story.tell_one(known, 2, names, story.Reader(0))
    assert (story.tell_one(known, 2, names).origin, story.tell_one(known, 2, names).note) == (Origin.PLAYER, "")
    assert story.tell_one(known, 2, names, story.Reader(1)).origin is Origin.PLAN
    assert story.tell_one(known, 2, names, story.Reader(None, knows_plans=True)).origin is Origin.PLAN


def test_who_takes_over_a_seat_is_not_told_which_acts_of_before_were_planned_nor_that_they_are_their_own():
    game = GameFactory(after=["open 4 4", "bid 5"])
    game.actions.filter(sequence=2).update(origin=Origin.PLAN)
    absence.leave(game, person_called("Bob"), now=timezone.now())
    absence.take_over(game, 1, person_called("Dan"), now=timezone.now())
    game = Game.objects.get(pk=game.pk)
    known, names = history.positions(game), Names.of(game)
    dan = story.Reader.of(game, game.seats.get(name="Dan"))
    assert story.tell_one(known, 2, names, dan).origin is Origin.PLAYER
    game.actions.filter(sequence=2).update(origin=Origin.BOT)
    assert story.tell(history.positions(game), names, dan).after(1).recap() == ["Bob bid 5 Elektro for plant 04."]


def test_digest_names_those_who_had_the_seats_then():
    game = GameFactory(after=AUCTIONS)
    absence.leave(game, person_called("Bob"), now=timezone.now())
    absence.take_over(game, 1, person_called("Dan"), now=timezone.now())
    recap = story.of(Game.objects.get(pk=game.pk)).recap()
    assert recap[0] == "Plants bought by Ana: 04 for 4 Elektro; Bob: 03 for 3 Elektro; Cid: 05 for 5 Elektro."


def test_what_happened_after_a_position():
    told = story.of(GameFactory(after=["open 4 4", "bid 5", "pass"])).after(1)
    assert [entry.sequence for entry in told.entries] == [2, 3]


def test_story_since_the_own_turn_begins_with_what_it_brought_about():
    told = since_turn_of(GameFactory(after=["open 4 4", "bid 5", "pass", "pass"]), "Ana")
    assert told.recap() == ["Bob bought plant 04 for 5 Elektro."]


def test_story_since_the_own_turn_has_what_was_forced_upon_oneself():
    told = since_turn_of(GameFactory(options=OPEN, after=["open 4 50"]), "Bob")
    assert told.recap() == [
        "Ana put plant 04 up for auction at 50 Elektro.",
        "You had no choice: Bob passed on plant 04.",
        "Cid passed on plant 04.",
        "Ana bought plant 04 for 50 Elektro.",
    ]


def test_digest_says_what_was_done_for_one_who_had_no_choice():
    without_fuel = (*AUCTIONS, "buy", "buy c2", "buy c1 o1", "build", "build leipzig", "build koln")
    game = GameFactory(after=[*without_fuel, "run 4", "run 5:c1o1"])
    assert "Powered by Bob: 0 cities; Ana: 1 city; Cid: 1 city." in story.of(game).recap()
    told = story.tell(history.positions(game), Names.of(game), story.Reader.of(game, game.seats.get(name="Bob")))
    assert "Powered by Bob: 0 cities (you had no choice); Ana: 1 city; Cid: 1 city." in told.recap()


def test_story_of_one_who_has_not_acted_yet_is_all_of_it():
    told = since_turn_of(GameFactory(after=["open 4 4"]), "Cid")
    assert [entry.sequence for entry in told.entries] == [0, 1]


def test_recap_leaves_out_what_is_seen_on_the_board():
    told = since_turn_of(GameFactory(after=PURCHASES), "Ana")
    assert told.recap() == ["Cid bought 1 coal and 1 oil for 4 Elektro."]


def test_recap_of_much_is_a_line_for_each_subject():
    told = story.of(GameFactory(after=ROUND))
    assert told.recap() == [
        "Plants bought by Ana: 04 for 4 Elektro; Bob: 03 for 3 Elektro; Cid: 05 for 5 Elektro.",
        "Fuel bought by Bob: 2 oil; Ana: 2 coal; Cid: 1 coal and 1 oil.",
        "Houses built by Bob: Hannover; Ana: Leipzig; Cid: Köln.",
        "Powered by Ana: 1 city; Bob: 1 city; Cid: 1 city.",
        "Round 2 began. The order of play is Cid, Ana and Bob.",
    ]


def test_digest_keeps_names_that_end_in_a_number_apart_from_what_they_did():
    game = GameFactory(after=ROUND)
    game.seats.filter(name="Bob").update(name="Guest 7082")
    recap = story.of(Game.objects.get(pk=game.pk)).recap()
    assert "Guest 7082: 03 for 3 Elektro;" in recap[0]
    assert recap[1].startswith("Fuel bought by Guest 7082: 2 oil;")
    assert "Guest 7082: 1 city;" in recap[3]


def test_recap_of_many_bids_is_the_last_of_them():
    told = story.of(GameFactory(after=["open 4 4", *(f"bid {amount}" for amount in range(5, 12))]))
    assert told.recap()[0] == "Ana bid 7 Elektro for plant 04."
    assert told.recap()[-1] == "Bob bid 11 Elektro for plant 04."
    assert len(told.recap()) == story.RECAP_LINES


def test_recap_tells_what_the_trust_took_and_not_what_is_seen_on_the_board():
    told = since_turn_of(GameFactory(players=2, options=RECHARGED, after=TRUST_AUCTIONS), "Ana")
    assert told.recap() == [
        "Bob passed on plant 03.",
        "Ana bought plant 03 for 1 Elektro.",
        "The Trust took plant 09, the highest on offer.",
        "Bob put plant 04 up for auction at 4 Elektro.",
        "Bob bought plant 04 for 4 Elektro, as nobody else could bid.",
    ]


def test_digest_has_the_trust_among_the_companies():
    paid_for = ("buy o2", "buy c2", "build leipzig", "build dresden")
    game = GameFactory(players=2, options=RECHARGED, after=[*TRUST_AUCTIONS, *paid_for])
    assert story.of(game).recap() == [
        "Houses of the Trust placed by Ana: Hannover, Erfurt and Halle; Bob: Bremen, Hamburg and Kiel.",
        "Plants bought by Ana: 03 for 1 Elektro; the Trust: 09 for nothing; Bob: 04 for 4 Elektro.",
        "Fuel bought by Ana: 2 oil; the Trust: 1 oil; Bob: 2 coal.",
        "Houses built by Ana: Leipzig; Bob: Dresden.",
    ]


def test_digest_tells_who_marked_which_start_city():
    options = rules.Options(edition="recharged", start_cities=True, areas="draft")
    areas = ("area west", "area northwest", "area northeast", "area east", "area southwest")
    marks = ("start koln", "start essen", "start kiel")
    told = story.of(GameFactory(players=5, options=options, after=[*areas, *marks]))
    assert told.recap()[0] == "Start cities marked by Ana: Köln; Bob: Essen; Cid: Kiel."


@pytest.mark.parametrize("after", [AUCTIONS, PURCHASES, BUILDINGS, ROUND])
def test_recap_never_has_more_than_five_lines(after):
    game = GameFactory(after=after)
    for seat in game.seats.all():
        assert len(story.of(game).since_turn_of(seat).recap()) <= story.RECAP_LINES


def test_story_takes_two_queries(django_assert_num_queries):
    game = GameFactory(after=ROUND)
    with django_assert_num_queries(2):
        story.of(game)


def took_back(game: Game, name: str) -> Game:
    """Let somebody take back their last action, all others agreeing if it takes that."""
    game = undo.take_back(game, game.seats.get(name=name), expected=game.sequence)
    asked = UndoRequest.objects.filter(game=game).first()
    if asked:
        for other in game.seats.exclude(number=asked.seat):
            game = undo.agree(game, other, asker=asked.seat, expected=game.sequence)
    return game


def test_what_was_taken_back_is_marked_and_says_why():
    entry = story.of(took_back(GameFactory(after=[*AUCTIONS, "buy o2"]), "Bob")).entries[7]
    assert (entry.note, entry.explanation) == ("taken back", "Taken back later, so it does not count.")


@pytest.mark.parametrize("order", [range(10), range(9, -1, -1), (4, 9, 7, 0, 8, 6)], ids=["on", "back", "across"])
def test_entries_are_the_same_in_whatever_order_they_are_read(order):
    game = play_on(took_back(GameFactory(after=[*AUCTIONS, "buy o2"]), "Bob"), "buy o1")
    known = history.positions(game)
    in_force = {position.sequence for position in history.in_force(known)}
    told = story.of(game).entries
    assert len(told) == len(known) == 10
    assert [told[place].is_in_force for place in order] == [place in in_force for place in order]


def test_what_came_and_went_since_is_not_told():
    game = play_on(took_back(GameFactory(after=[*AUCTIONS, "buy o2"]), "Bob"), "buy o1")
    assert story.of(game).after(6).recap() == ["Bob bought 1 oil for 3 Elektro."]


def test_taking_back_is_told_to_those_who_had_seen_what_was_taken_back():
    game = play_on(took_back(GameFactory(after=[*AUCTIONS, "buy o2"]), "Bob"), "buy o1")
    assert story.of(game).after(7).recap() == [
        "Bob took back: “Bob bought 2 oil for 6 Elektro.”",
        "Bob bought 1 oil for 3 Elektro.",
    ]


def test_taking_back_is_told_among_much_else():
    game = play_on(took_back(GameFactory(after=[*AUCTIONS, "buy o2"]), "Bob"), *ROUND[6:])
    assert "Bob took back: “Bob bought 2 oil for 6 Elektro.”" in story.of(game).after(7).recap()[-1]


def test_story_since_the_own_turn_is_what_it_was_before_that_turn():
    game = GameFactory(after=AUCTIONS)
    before = since_turn_of(game, "Bob").recap()
    assert since_turn_of(took_back(play_on(game, "buy o2"), "Bob"), "Bob").recap() == before


def test_going_back_by_consent_is_told_until_one_acts_again():
    game = took_back(GameFactory(undo_by_consent=True, after=["open 4 4", "bid 5"]), "Ana")
    words = "All agreed to go back to before this: “Ana put plant 04 up for auction at 4 Elektro.”"
    assert since_turn_of(game, "Bob").recap() == [words]
    assert since_turn_of(game, "Ana").recap() == [words]
    game = play_on(game, "open 3 3")
    assert since_turn_of(game, "Ana").recap() == []
    assert words not in since_turn_of(took_back(game, "Ana"), "Ana").recap()
