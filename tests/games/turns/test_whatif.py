"""Lines on a private board: what they hold, and that nothing of them reaches the game."""

from dataclasses import replace

import pytest

import rules
from games.models import Action, Game, Origin, WhatIf
from games.records import personal_data
from games.replay import snapshots
from games.turns import undo, whatif
from tests.factories import GameFactory, person_called, play_on
from tests.games.scripts import AUCTIONS, BUILDINGS, PURCHASES
from tests.games.taking import seat_of
from tests.pages import reshuffled

pytestmark = pytest.mark.django_db

ANA, BOB = rules.Seat(0), rules.Seat(1)


@pytest.fixture
def game(db: None) -> Game:
    return GameFactory.create(after=AUCTIONS)


def line_of(game: Game, name: str = "Ana") -> whatif.Line:
    return whatif.read(game, seat_of(game, name))


def play(game: Game, *actions: str) -> whatif.Line:
    """Ana decides for everybody, one after the other."""
    for text in actions:
        line = line_of(game)
        whatif.play(line, len(line.moves), rules.parse_action(text))
    return line_of(game)


def play_to_its_end(game: Game) -> whatif.Line:
    """Bots decide for everybody, as long as anything may follow."""
    while (line := line_of(game)).asked(len(line.moves)) is not None:
        whatif.let_decide(line, len(line.moves))
        line = line_of(game)
        whatif.let_others_decide(line, len(line.moves))
    return line


def said(line: whatif.Line) -> list[str]:
    return [str(move.action) for move in line.moves]


def test_a_line_begins_with_the_present_position(game):
    line = line_of(game)
    state = snapshots.load(game)
    assert (line.begins, line.moves) == (game.sequence, ())
    assert rules.view(line.states[0], ANA) == rules.view(state, ANA)


def test_an_empty_line_follows_the_game(game):
    game = play_on(game, "buy o2")
    assert line_of(game).begins == game.sequence


def test_looking_stores_nothing(game):
    line_of(game)
    assert not WhatIf.objects.exists()


def test_a_line_goes_on_with_whoever_is_to_move(game):
    line = play(game, "buy o2", "buy c1")
    assert said(line) == ["buy o2", "buy c1"]
    assert len({move.seat for move in line.moves}) == 2


def test_nothing_of_a_line_reaches_the_game(game):
    before = snapshots.load(game), game.sequence, game.news
    play(game, "buy o2", "buy c1")
    game.refresh_from_db()
    assert (snapshots.load(game), game.sequence, game.news) == before
    assert Action.objects.filter(game=game).count() == game.sequence


def test_each_person_has_a_line_of_their_own(game):
    play(game, "buy o2")
    assert line_of(game, "Bob").moves == ()


def test_the_same_line_is_played_on_whatever_the_true_deck_is(game):
    play(game, "buy o2")
    line = play_to_its_end(game)
    reshuffled(game)
    assert line_of(game).states == line.states


def test_the_same_line_has_the_same_cards_each_time(game):
    assert play(game, "buy o2").states == line_of(game).states


def test_a_line_stays_where_it_began_when_the_game_goes_on(game):
    line = play(game, "buy o2")
    later = play_on(game, "buy o2")
    assert line_of(later).begins == line.begins == later.sequence - 1
    assert said(line_of(later)) == ["buy o2"]


def test_what_was_tried_after_a_move_gives_way_to_another_try(game):
    line = play(game, "buy o2", "buy c1")
    whatif.play(line, 1, rules.parse_action("buy"))
    assert said(line_of(game)) == ["buy o2", "buy"]


def test_a_refused_move_changes_nothing(game):
    line = play(game, "buy o2")
    with pytest.raises(rules.RuleError):
        whatif.play(line, 1, rules.parse_action("buy u9"))
    assert said(line_of(game)) == ["buy o2"]


def test_a_move_on_a_line_that_went_on_meanwhile_is_not_stored(game):
    line = play(game, "buy o2")
    play(game, "buy c1")
    with pytest.raises(whatif.Changed):
        whatif.play(line, 1, rules.parse_action("buy"))
    assert said(line_of(game)) == ["buy o2", "buy c1"]


@pytest.mark.postgresql
def test_a_line_is_begun_once(game):
    first, second = line_of(game), line_of(game)
    whatif.play(first, 0, rules.parse_action("buy o2"))
    with pytest.raises(whatif.Changed):
        whatif.play(second, 0, rules.parse_action("buy"))
    assert said(line_of(game)) == ["buy o2"]


@pytest.mark.parametrize("seen", [{"begins": -1}, {"version": 9}, {"number": 2}])
def test_a_line_is_found_only_as_it_was_seen(game, seen):
    line = play(game, "buy o2")
    as_it_is = {"begins": line.begins, "version": line.version, "number": 1}
    assert whatif.read_as_seen(game, seat_of(game, "Ana"), **as_it_is).moves == line.moves
    with pytest.raises(whatif.Changed):
        whatif.read_as_seen(game, seat_of(game, "Ana"), **as_it_is | seen)


def test_starting_over_draws_other_cards_at_the_present_position(game):
    line = play(game, "buy o2")
    game = play_on(game, "buy o2")
    seed = line.row.seed
    whatif.start_over(line_of(game), game)
    again = line_of(game)
    assert (again.moves, again.begins) == ((), game.sequence)
    assert again.row.seed != seed


def test_a_bot_decides_for_whoever_is_asked(game):
    line = line_of(game)
    asked = line.asked(0)
    whatif.let_decide(line, 0)
    (move,) = line_of(game).moves
    assert (move.seat, move.origin) == (asked, Origin.BOT)


def test_bots_decide_until_the_own_next_decision(game):
    line = line_of(game)
    whatif.let_others_decide(line, 0)
    line = line_of(game)
    assert ANA in line.states[-1].to_move
    assert ANA not in {move.seat for move in line.moves}


def test_bots_decide_as_normal_ones(game, levels_played):
    whatif.let_others_decide(line_of(game), 0)
    assert set(levels_played) == {"normal"}


def test_no_strong_bot_decides_for_the_owner(levels_played):
    whatif.let_decide(line_of(GameFactory.create()), 0)
    assert levels_played == ["easy"]


def test_where_it_is_the_own_decision_bots_decide_nothing():
    game = GameFactory.create()
    whatif.let_others_decide(line_of(game), 0)
    assert line_of(game).moves == ()


def test_what_leaves_no_choice_happens_by_itself():
    game = GameFactory.create(options=rules.Options(money_visible=True), after=["open 4 4"])
    line = play(game, "bid 50")
    assert [move.origin for move in line.moves] == [Origin.PLAYER, Origin.FORCED, Origin.FORCED]


@pytest.mark.postgresql
def test_hidden_money_leaves_others_every_choice():
    game = GameFactory.create(options=rules.Options(money_visible=False), after=["open 4 4"])
    line = play(game, "bid 50")
    assert [move.origin for move in line.moves] == [Origin.PLAYER]
    assert said(play(game, "bid 5000")) == ["bid 50", "bid 5000", "pass"]


def test_bots_spend_no_more_for_others_than_somebody_could_have_who_has_as_much_as_the_viewer():
    game = GameFactory.create(options=rules.Options(money_visible=False), after=["open 4 4"])
    whatif.play(line_of(game), 0, rules.parse_action("bid 49"))
    whatif.let_decide(line_of(game), 1)
    assert said(line_of(game))[-1] in {"bid 50", "pass"}
    line = play_to_its_end(game)
    for state in line.states:
        assert all(player.money >= whatif.AMPLE - 50 for player in state.players[1:])


def test_a_line_ends_with_the_round_after_the_one_it_began_in(game):
    line = play_to_its_end(game)
    assert line.states[-1].round == 3
    with pytest.raises(whatif.Changed):
        whatif.let_decide(line, len(line.moves))


def test_a_line_is_no_longer_than_it_may_be(game, monkeypatch):
    monkeypatch.setattr(whatif, "MOST_MOVES", 2)
    line = play(game, "buy o2", "buy c1")
    with pytest.raises(whatif.Changed):
        whatif.play(line, 2, rules.parse_action("buy"))


def test_where_all_decide_at_once_people_decide_for_themselves_first():
    line = play(GameFactory.create(after=PURCHASES), "build hannover", "build leipzig", "build koln")
    assert len(line.states[-1].to_move) == 3
    assert line.asked(3) == ANA
    assert replace(line, mine=BOB).asked(3) == BOB


def test_a_line_outlives_the_position_that_it_begins_with(game):
    game = play_on(game, "buy o2")
    line = play(game, "buy c1")
    game = undo.take_back(game, game.seats.get(name="Bob"), expected=game.sequence)
    assert (said(line_of(game)), line_of(game).begins) == (["buy c1"], line.begins)


def test_where_the_rules_were_mended_a_line_ends_before_what_they_refuse_now(game):
    play(game, "buy o2", "buy c1")
    row = WhatIf.objects.get()
    row.moves[1]["action"]["oil"] = 24
    row.save(update_fields=["moves"])
    assert said(line_of(game)) == ["buy o2"]


def test_what_was_powered_in_the_line_is_known():
    line = play(GameFactory.create(after=[*BUILDINGS, "run 4"]), "run 3")
    assert {*line.powered(0)} < {*line.powered(1)} == {ANA, BOB}


def test_lines_follow_a_guest_into_an_account(game):
    play(game, "buy o2")
    personal_data.pass_on(person_called("Ana"), person_called("Eva"))
    whatif.pass_on(person_called("Ana"), person_called("Eva"))
    assert said(line_of(game, "Eva")) == ["buy o2"]


def test_whoever_has_a_line_of_their_own_keeps_it(game):
    play(game, "buy o2")
    WhatIf.objects.create(game=game, user=person_called("Eva"), sequence=game.sequence, seed="5eed")
    whatif.pass_on(person_called("Ana"), person_called("Eva"))
    assert WhatIf.objects.get(user=person_called("Eva")).seed == "5eed"


# What the game overtakes --------------------------------------------------------------------------------------------


def carried_on(game: Game) -> tuple[list[str], int | None]:
    """What is left of Ana's line, and the number of the first move that no longer fits."""
    found = whatif.carry_on(line_of(game), game)
    line = line_of(game)
    assert (line.begins, list(line.moves)) == (game.sequence, list(found.moves))
    return said(line), found.misfit


@pytest.mark.parametrize(
    ("done", "left"),
    [
        (["buy o2"], (["buy c1", "buy o1"], None)),
        (["buy"], (["buy c1", "buy o1"], None)),
        (["buy o2", "buy c1"], (["buy o1"], None)),
        (["buy o1", "buy c1", "buy"], ([], None)),
    ],
    ids=["as tried", "otherwise", "two of them", "all of them"],
)
def test_line_goes_on_with_what_others_have_not_done_yet(game, done, left):
    play(game, "buy o2", "buy c1", "buy o1")
    assert carried_on(play_on(game, *done)) == left


def test_line_goes_on_up_to_where_it_no_longer_fits(game):
    play(game, "buy o2", "buy c1", "buy", "build leipzig", "build koln")
    game = play_on(game, "buy o2", "buy c1", "buy", "build koln")
    assert carried_on(game) == ([], 5)


def test_line_that_changed_meanwhile_is_not_carried_on(game):
    line = play(game, "buy o2")
    play(game, "buy c1")
    with pytest.raises(whatif.Changed):
        whatif.carry_on(line, play_on(game, "buy o2"))
