"""Games as records to take along: whole once they are over, and as far as their viewer knows while they run."""

import json

import pytest
from django.urls import reverse
from django.utils import timezone

import rules
from games.models import Game, Origin
from games.plans.language import AreaPlan
from games.records import export
from games.replay import snapshots
from games.replay.history import Move, Position
from games.turns import undo
from rules import events
from tests.factories import GameFactory, person_called, play_on, play_to_the_end
from tests.games.planned import plan
from tests.games.scripts import AUCTIONS, DRAFT, ROUND
from tests.games.taking import seat_of
from tests.pages import html_of, reshuffled, words_of
from tests.rules.recorded_games import BotGame, bot_games

OPEN = rules.Options(money_visible=True)
"""Where everybody's money is seen, so that there is a record while the game runs."""


@pytest.fixture
def fetch(client):
    """Ask for the record of a game as somebody, or as a visitor."""

    def get(game: Game, name: str = ""):
        client.logout()
        if name:
            client.force_login(person_called(name))
        return client.get(reverse("games:record", args=[game.pk]))

    return get


def record_of(response) -> rules.Record:
    assert response.status_code == 200
    return rules.read_record(response.content)


def last_position(record: rules.Record) -> rules.State:
    return list(rules.recorded_positions(record))[-1]


# After the end ------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_record_of_a_game_that_is_over_has_everything(fetch):
    game = play_to_the_end(GameFactory())
    record, state = record_of(fetch(game)), snapshots.load(game)
    assert record.setup == game.read_setup()
    assert record.players == ("Ana", "Bob", "Cid")
    assert record.result == rules.result_of(state)
    assert rules.digest(last_position(record)) == rules.digest(state)


@pytest.mark.django_db
def test_record_is_a_file_named_after_the_game(fetch):
    game = play_to_the_end(GameFactory())
    response = fetch(game)
    assert response["Content-Type"] == "application/json"
    assert response["Content-Disposition"] == f'attachment; filename="powergrid-{game.pk}.json"'


@pytest.mark.django_db
def test_what_was_taken_back_is_left_out_of_the_record(fetch):
    game = GameFactory(options=OPEN, after=["open 4 4", "pass", "pass", "open 3 3"])
    game = undo.take_back(game, seat_of(game, "Bob"), expected=game.sequence)
    game = play_on(game, "open 5 5")
    record = record_of(fetch(game))
    assert [str(action) for _seat, action in record.moves] == ["open 4 4", "pass", "pass", "open 5 5"]


@pytest.mark.django_db
def test_game_that_ended_early_has_a_record_without_a_result(fetch):
    game = GameFactory(after=AUCTIONS)
    Game.objects.filter(pk=game.pk).update(finished_at=game.moved_at, ended_early=True)
    record = record_of(fetch(game))
    assert record.result is None
    assert record.setup == game.read_setup()


# While the game runs ------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Ana", "Stranger", ""])
def test_record_of_a_running_game_leads_to_what_its_viewer_sees(fetch, name):
    game = GameFactory(options=OPEN, after=ROUND)
    record = record_of(fetch(game, name))
    state = snapshots.load(game)
    for seat in (None, 0, 1, 2):
        assert rules.view(last_position(record), seat) == rules.view(state, seat)


@pytest.mark.django_db
def test_record_of_a_running_game_tells_neither_seed_nor_deck(fetch):
    game = GameFactory(options=OPEN, after=ROUND)
    response = fetch(game, "Ana")
    setup, drawn = game.read_setup(), json.loads(response.content)["setup"]
    assert "seed" not in drawn
    assert "step3_deck" not in drawn
    seen = len(setup.deck) - len(snapshots.load(game).deck)
    assert drawn["deck"][:seen] == list(setup.deck[:seen])
    assert drawn["deck"][seen:] != list(setup.deck[seen:])
    assert game.seed_hash not in html_of(response)


@pytest.mark.django_db
@pytest.mark.parametrize("options", [OPEN, rules.Options(edition="recharged", money_visible=True)])
def test_record_of_a_running_game_is_the_same_whatever_lies_in_the_deck(fetch, options):
    game = GameFactory(options=options, after=["open 3 3", "pass", "pass"])
    before = fetch(game, "Ana").content
    assert fetch(reshuffled(game), "Ana").content == before


@pytest.mark.django_db
def test_record_is_the_same_each_time_and_another_one_for_others(fetch):
    game = GameFactory(options=OPEN, after=AUCTIONS)
    mine = fetch(game, "Ana").content
    assert fetch(game, "Ana").content == mine
    assert record_of(fetch(game, "Bob")).setup.deck != rules.read_record(mine).setup.deck


@pytest.mark.django_db
def test_file_of_a_running_game_says_by_its_name_that_cards_are_drawn_anew(fetch):
    game = GameFactory(options=OPEN, after=AUCTIONS)
    assert f"powergrid-{game.pk}-after-6-unseen-cards-drawn-anew.json" in fetch(game, "Ana")["Content-Disposition"]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Ana", "Stranger", ""])
def test_where_money_is_hidden_there_is_no_record_before_the_end(fetch, name):
    game = GameFactory(after=AUCTIONS)
    response = fetch(game, name)
    assert response.status_code == 403
    assert "Money is hidden in this game" in words_of(response)
    assert fetch(play_to_the_end(game), name).status_code == 200


@pytest.mark.django_db
def test_record_of_a_private_game_is_for_its_players_alone(fetch):
    game = GameFactory(options=OPEN, is_public=False)
    assert fetch(game, "Bob").status_code == 200
    assert fetch(game, "Stranger").status_code == 404
    assert fetch(game)["Location"].startswith(reverse("account_login"))


@pytest.mark.django_db
def test_record_cannot_be_sent(client):
    assert client.post(reverse("games:record", args=[GameFactory().pk])).status_code == 405


@pytest.mark.django_db
def test_draft_that_goes_on_has_a_record(fetch):
    game = GameFactory(options=rules.Options(areas="draft", money_visible=True), after=DRAFT[:1])
    record = record_of(fetch(game, "Ana"))
    assert (record.setup.areas, last_position(record).areas) == ((), ("northwest",))


@pytest.mark.django_db
def test_wish_in_a_draft_at_once_leaves_no_trace_in_the_record(fetch):
    game = GameFactory(options=rules.Options(areas="draft", money_visible=True), pace={"areas_at_once": True})
    before = fetch(game, "Bob").content
    plan(game, "Ana", AreaPlan(("west",)))
    assert fetch(game, "Bob").content == before


@pytest.mark.django_db
def test_pages_offer_the_record_where_there_is_one(client):
    for options, is_offered in ((OPEN, True), (rules.Options(), False)):
        game = GameFactory(options=options, after=AUCTIONS)
        page = html_of(client.get(game.get_absolute_url()))
        assert (reverse("games:record", args=[game.pk]) in page) == is_offered


# Games of every kind ------------------------------------------------------------------------------------------------


def positions_of(game: BotGame) -> list[Position]:
    states = list(rules.positions(game.setup, game.played))
    now = timezone.now()
    moves = [Move(number, seat, action, Origin.BOT, now) for number, (seat, action) in enumerate(game.played, 1)]
    later = [Position(move.sequence, state, move) for move, state in zip(moves, states[1:], strict=True)]
    return [Position(0, states[0], None), *later]


def telling(positions: list[Position]) -> list[int]:
    """Positions of all stretches of a game, and those where the Step 3 card came up, without the last one."""
    last = len(positions) - 2
    shuffled = [
        position.sequence
        for position in positions
        if any(isinstance(event, events.Step3CardDrawn) for event in position.state.happened)
    ]
    near = (number + step for number in shuffled for step in (-1, 0, 1, 9))
    return sorted(number for number in {0, last // 2, last, *near} if 0 <= number <= last)


@pytest.mark.parametrize("game", bot_games()[::9], ids=lambda game: game.name)
def test_record_of_any_running_game_leads_to_the_positions_that_were_seen(game):
    positions = positions_of(game)
    for number in telling(positions):
        seen = positions[: number + 1]
        record = rules.Record(
            tuple("ABCDEF"[: game.players]), export.as_seen(seen, str(number)), game.played[:number]
        )
        written = rules.write_record(record)
        read = rules.read_record(written)
        assert rules.write_record(read) == written
        for state, position in zip(rules.recorded_positions(read), seen, strict=True):
            assert rules.view(state) == rules.view(position.state)
