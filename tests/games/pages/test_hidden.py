"""Unseen cards and hidden money are secret: whatever anybody can fetch while a game runs is the same with others."""

from collections.abc import Callable, Iterator

import msgspec
import pytest
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace

import rules
import rules.setup
from games.models import Checkpoint, Game, Snapshot
from games.replay import history
from tests.extent import each_once
from tests.factories import GameFactory, person_called, play_on, play_until
from tests.games.scripts import AUCTIONS
from tests.games.test_secrecy import as_it_came, assert_same, walk
from tests.games.test_secrecy import clients as clients
from tests.games.test_secrecy import clock as clock

pytestmark = pytest.mark.django_db


def with_other_cards(game: Game) -> Game:
    """The same game as far as anybody has seen, over another deck, with all that is kept of its positions."""
    setup = game.read_setup()
    anew = rules.redrawn(history.positions(game)[-1].state, "other cards").setup
    assert anew.deck != setup.deck
    game.setup = msgspec.to_builtins(replace(anew, seed=setup.seed))
    game.save(update_fields=["setup"])
    known = history.positions(game)
    for position in known[1:]:
        game.actions.filter(sequence=position.sequence).update(digest=rules.digest(position.state))
    Checkpoint.objects.filter(action__game=game).delete()
    Snapshot.objects.filter(game=game).update(state=msgspec.json.encode(known[-1].state).decode())
    return game


@each_once(edition=("classic", "recharged"), money_visible=(True, False))
def test_no_card_that_nobody_has_seen_changes_what_can_be_fetched(clients, clock, edition, money_visible):
    clock(timezone.now())
    clients["Bob"] = Client()
    clients["Bob"].force_login(person_called("Bob"))
    game = GameFactory(options=rules.Options(edition=edition, money_visible=money_visible))
    game = play_until(game, lambda state: state.round == 3)
    before = walk(game, clients, everywhere=money_visible)
    assert_same(before, walk(with_other_cards(game), clients, everywhere=money_visible))


@pytest.fixture
def begin_with(monkeypatch) -> Iterator[Callable[[int], None]]:
    """Have everybody begin with so much money; positions that are kept in memory would not know of it."""

    def begin(amount: int) -> None:
        monkeypatch.setattr(rules.setup, "START_MONEY", amount)
        history._replayed.cache_clear()

    yield begin
    history._replayed.cache_clear()


def test_hidden_money_changes_nothing_that_others_can_fetch(clients, clock, begin_with):
    clock(timezone.now())
    pk = GameFactory.create().pk

    def with_money(amount: int) -> Game:
        begin_with(amount)
        Snapshot.objects.filter(game=pk).delete()
        game = Game.objects.get(pk=pk)
        return play_on(game, *AUCTIONS, "buy o2", "buy c2", "buy c1 o1", "build hannover", "build leipzig")

    courses = [lambda: with_money(50), lambda: with_money(63)]
    # Of the mails, everybody's own say what they have.
    (poor, _mails), (rich, _other_mails) = as_it_came(courses, clients, everywhere=True)
    own = {key for key in poor if key[0] == "Ana"}
    assert any(poor[key] != rich[key] for key in own), "Ana sees what she has"
    told = [{key: seen[key] for key in seen.keys() - own} for seen in (poor, rich)]
    assert_same(*told)
