"""Looking back without a replay of the whole game: the same positions as with it."""

from collections.abc import Sequence

import pytest
from django.urls import reverse
from msgspec.structs import replace

import rules
from games.models import Action, Checkpoint, Game, Snapshot
from games.replay import history, lookback, position_index, snapshots
from games.replay.history import Position
from games.replay.position_index import PositionIndex
from games.turns import undo
from tests.factories import GameFactory, play_as_a_bot_would, play_to_the_end
from tests.games.replay.test_checkpoints import play_by_chance
from tests.games.undoing import agree, take_back
from tests.pages import lasting

pytestmark = pytest.mark.django_db


def play_and_take_back(game: Game, seed: str, times: int) -> Game:
    """Play by chance, and take back now and then, as far as the others let one: also what was taken back already."""
    for time in range(times):
        game = play_by_chance(game, f"{seed}-{time}", 7)
        if game.is_over:
            break
        for seat in list(game.seats.all())[time % 2 :: 2]:
            game.refresh_from_db()
            if undo.undoable(history.positions(game), seat.number):
                game = take_back(game, seat.name)
                for other in game.seats.exclude(pk=seat.pk):
                    if game.asked_undo is None and not hasattr(Game.objects.get(pk=game.pk), "undo_request"):
                        break
                    agree(game, other.name, seat.name)
                game = Game.objects.get(pk=game.pk)
    return game


GAMES = {
    "running": lambda: play_by_chance(GameFactory(), "recall", 60),
    "new": lambda: GameFactory(),
    "draft": lambda: play_by_chance(GameFactory(options=rules.Options(areas="draft")), "draft", 60),
    "trust": lambda: play_by_chance(GameFactory(players=2, options=rules.Options(edition="recharged")), "trust", 70),
    "finished": lambda: play_to_the_end(GameFactory.create(options=rules.Options(first_game=True))),
    "taken back": lambda: play_and_take_back(GameFactory.create(undo_by_consent=True), "back", 12),
    "taken back late": lambda: play_and_take_back(
        play_by_chance(GameFactory.create(undo_by_consent=True), "late", 60), "late", 3
    ),
    "bots": lambda: play_by_chance(GameFactory(players=4, bots=2), "bots", 40),
}


@pytest.fixture(params=GAMES)
def game(request):
    return Game.objects.get(pk=GAMES[request.param]().pk)


def assert_same_as_with_a_replay(game: Game) -> None:
    whole = history.positions(game)
    course = PositionIndex.of(whole)
    for position in whole:
        sequence = position.sequence
        past = lookback.recall(game, sequence, max(sequence - 1, 0))
        assert past.position == position
        assert {each: whole[each] for each in past.known} == past.known
        assert history.powered_in(past.leading) == history.powered(whole[: sequence + 1])
        assert past.is_in_force == (position in history.in_force(whole))
        assert past.course == course
        if undone := course.marks[sequence].to:
            assert undone + 1 in past.known


def test_each_position_is_that_of_a_replay(game):
    assert_same_as_with_a_replay(game)


def told(known: Sequence[Position]) -> list[tuple[object, ...]]:
    """All that one can ask of positions."""
    return [(*at_hand(each), each.move and each.move.action, each.state) for each in known]


def at_hand(position: Position) -> tuple[object, ...]:
    """What one knows of a position, and of the move to it, without any state."""
    move = position.move
    led = move and (move.sequence, move.seat, move.origin, move.made_at, move.undo)
    return position.sequence, led, position.round, position.phase


def assert_all_the_same_as_with_a_replay(game: Game) -> None:
    found = lookback.positions(Game.objects.get(pk=game.pk))
    assert told(found) == told(history.positions(game))


@pytest.mark.parametrize("lately", [16, 40])
def test_all_positions_are_those_of_a_replay(game, lately, monkeypatch):
    monkeypatch.setattr(lookback, "LATELY", lately)
    assert_all_the_same_as_with_a_replay(game)


def test_last_positions_take_no_replay_and_those_before_do(monkeypatch):
    monkeypatch.setattr(lookback, "LATELY", 16)
    game = GAMES["running"]()
    whole, replays = history.positions(game), []
    monkeypatch.setattr(history, "positions", lambda game: replays.append(game) or whole)
    found = lookback.positions(Game.objects.get(pk=game.pk))
    assert told(found[-17:]) == told(whole[-17:])
    assert [at_hand(each) for each in found] == [at_hand(each) for each in whole]
    assert not replays
    assert [each.state for each in found] == [each.state for each in whole]
    assert replays == [game]


def test_games_that_are_tried_have_what_can_be_difficult():
    game = GAMES["taken back"]()
    backs = [(number, mark.to) for number, mark in enumerate(position_index.of(game).marks) if mark.to is not None]
    assert len(backs) >= 5
    assert any(to // 16 < number // 16 for number, to in backs)  # across a state that was kept


def test_course_that_grew_is_that_of_a_replay(game):
    kept = Snapshot.objects.filter(game=game).first()
    whole = position_index.written(PositionIndex.of(history.positions(game)).marks)
    assert kept is None or kept.course == whole


def test_far_positions_are_found_with_the_one_that_is_shown():
    game = GAMES["running"]()
    whole = history.positions(game)
    past = lookback.recall(game, 60, 3, 35, 59)
    assert [past.known[each] for each in (3, 35, 59, 60)] == [whole[each] for each in (3, 35, 59, 60)]
    assert len(past.known) < len(whole)


def test_it_takes_one_query_and_one_for_the_course(django_assert_num_queries):
    game = Game.objects.get(pk=GAMES["running"]().pk)
    with django_assert_num_queries(2):
        lookback.recall(game, 60, 3, 59)
    game = Game.objects.select_related("snapshot").get(pk=game.pk)
    with django_assert_num_queries(1):
        lookback.recall(game, 60, 3, 59)


@pytest.mark.parametrize("number", [-1, 7])
def test_there_is_no_position_out_of_bounds(number):
    game = GameFactory(after=["open 4 4"])
    with pytest.raises(history.NoSuchPosition):
        lookback.recall(game, number)
    with pytest.raises(history.NoSuchPosition):
        lookback.recall(game, 0, number)


def drop_states():
    Checkpoint.objects.all().delete()


def damage_states():
    Checkpoint.objects.update(state="{")


def mix_up_states():
    Checkpoint.objects.update(state=Checkpoint.objects.earliest("pk").state)


def tell_lies():
    """Setup and story are no part of a digest."""
    for checkpoint in Checkpoint.objects.all():
        checkpoint.state = checkpoint.state.replace('"happened":[', '"happened":[{"kind":"game_ended"},', 1)
        checkpoint.save()


def drop_snapshots():
    Snapshot.objects.all().delete()


def drop_courses():
    Snapshot.objects.update(course="")


def damage_courses():
    Snapshot.objects.update(course="[1,")


def cut_courses():
    for snapshot in Snapshot.objects.all():
        snapshot.course = snapshot.course[: len(snapshot.course) // 2].rpartition("],")[0] + "],"
        snapshot.save()


def lead_courses_on():
    """As if the game had gone back to where it was not yet."""
    snapshot = Snapshot.objects.get()
    snapshot.course = snapshot.course.replace("null],", "[9999,false]],")
    snapshot.save()


def forget_who_acted():
    snapshot = Snapshot.objects.get()
    marks = [replace(mark, number=None, way=None) for mark in position_index.of(snapshot.game).marks]
    snapshot.course = position_index.written(marks)
    snapshot.save()


@pytest.mark.parametrize(
    "spoil",
    [
        *(drop_states, damage_states, mix_up_states, tell_lies),
        *(drop_snapshots, drop_courses, damage_courses, cut_courses, lead_courses_on, forget_who_acted),
    ],
)
def test_what_was_kept_can_be_dropped_and_damaged(spoil, monkeypatch):
    game = GAMES["running"]()
    spoil()
    monkeypatch.setattr(lookback, "LATELY", 16)
    assert_all_the_same_as_with_a_replay(game)
    spoil()  # what was missing has been made anew
    assert_same_as_with_a_replay(Game.objects.get(pk=game.pk))


def test_page_is_the_same_whether_anything_was_kept_or_not(client):
    game = GAMES["taken back"]()
    for number in range(game.sequence + 1)[::7]:
        address = reverse("games:history", args=[game.pk, number])
        with_all = lasting(client.get(address))
        drop_states()
        drop_courses()
        assert lasting(client.get(address)) == with_all


@pytest.mark.parametrize("spoil", [drop_states, damage_states, mix_up_states, drop_courses, cut_courses])
def test_whoever_looks_back_keeps_it_for_the_next_one(spoil, django_assert_num_queries):
    game = GAMES["running"]()
    spoil()
    lookback.recall(Game.objects.get(pk=game.pk), 60)
    game = Game.objects.get(pk=game.pk)
    with django_assert_num_queries(2):
        lookback.recall(game, 60)


@pytest.mark.postgresql
def test_states_to_which_other_rules_had_led_are_not_kept():
    game = GAMES["running"]()
    drop_states()
    Action.objects.filter(sequence=32).update(digest="0" * 64)
    lookback.recall(Game.objects.get(pk=game.pk), 60)
    assert 32 not in Checkpoint.objects.values_list("action__sequence", flat=True)
    assert 48 in Checkpoint.objects.values_list("action__sequence", flat=True)


@pytest.mark.parametrize("mark", ["[1,0,0,0,null],", "[1,0,0,0,0],"])
def test_course_without_dates_is_made_anew_and_nothing_is_wrong_with_it(mark, caplog):
    game = GAMES["running"]()
    whole = PositionIndex.of(history.positions(game))
    Snapshot.objects.update(course="[1,0]," + mark * game.sequence)
    assert position_index.of(Game.objects.get(pk=game.pk)) == whole
    assert Snapshot.objects.get().course == position_index.written(whole.marks)
    assert ("course" in caplog.text) == (mark != "[1,0,0,0,null],")


def test_course_goes_on_to_grow_once_it_was_made_anew():
    game = GAMES["running"]()
    drop_courses()
    position_index.of(Game.objects.get(pk=game.pk))
    game = play_as_a_bot_would(Game.objects.get(pk=game.pk))
    assert Snapshot.objects.get().course == position_index.written(PositionIndex.of(history.positions(game)).marks)


def test_course_of_a_game_that_was_stored_otherwise_is_made_when_it_is_asked_for():
    game = GAMES["running"]()
    snapshots.store(game, history.position(game, game.sequence).state)
    assert Snapshot.objects.get().course == ""
    assert position_index.of(Game.objects.get(pk=game.pk)) == PositionIndex.of(history.positions(game))


def test_game_that_was_loaded_before_an_action_has_the_course_up_to_there():
    game = Game.objects.get(pk=GAMES["running"]().pk)
    play_as_a_bot_would(Game.objects.get(pk=game.pk))
    assert position_index.of(game).last == game.sequence
