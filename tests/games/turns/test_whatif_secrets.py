"""The private board tells nothing of what others have where money is hidden, whatever somebody tries on it."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse

import rules
from games.models import Game, Snapshot
from games.replay import history
from games.turns import whatif
from rules import engine, setup
from tests.extent import EVERYTHING
from tests.factories import GameFactory, play_on
from tests.games.scripts import AUCTIONS, BUILDINGS, PURCHASES
from tests.games.trying import Board
from tests.pages import lasting

pytestmark = pytest.mark.django_db

OTHERS_HAVE = ((50, 50), (43, 400), (9000, 60))
"""What Bob and Cid begin with. Ana, who tries, begins with 50 as always, and has to guess."""

TRIES = 60 if EVERYTHING else 8


@pytest.fixture
def others_begin_with(monkeypatch):
    """Have the others begin with other money; positions that are kept in memory would not know of it."""
    opening = setup.opening

    def begin(amounts: tuple[int, ...]) -> None:
        def opened(begun: rules.Setup) -> rules.State:
            state: rules.State = opening(begun)
            for seat, amount in enumerate(amounts, 1):
                state = state.with_player(rules.Seat(seat), rules.Player(amount))
            return state

        monkeypatch.setattr(engine, "opening", opened)
        history._replayed.cache_clear()

    yield begin
    history._replayed.cache_clear()


def attempts(chance: random.Random, state: rules.State) -> Iterator[dict[str, Any]]:
    """Some answers to what is asked, good and bad: small, dear and beyond all means."""
    cities = list(state.board.cities)
    plant = chance.choice(state.market)
    for amount in (chance.randrange(3, 60), chance.randrange(60, 9999)):
        yield {"action": "bid", "amount": amount}
        yield {"action": "open", "plant": plant, "bid": amount}
    yield {"action": "buy", "coal": chance.randrange(4), "oil": chance.randrange(4), "garbage": chance.randrange(3)}
    yield {"action": "build", "city": chance.sample(cities, chance.randrange(1, 6))}
    yield {"action": "run", "nothing": 1}
    yield {"action": "discard", "plant": plant}


@pytest.mark.parametrize("after", [(), AUCTIONS, PURCHASES, BUILDINGS])
def test_private_board_is_the_same_whatever_others_have(after, others_begin_with, monkeypatch):
    monkeypatch.setattr(whatif.secrets, "token_hex", lambda _size: "5eed")
    game = GameFactory.create(options=rules.Options(money_visible=False))

    def seen(amounts: tuple[int, ...]) -> list[str]:
        with transaction.atomic():
            others_begin_with(amounts)
            Snapshot.objects.filter(game=game).delete()
            found = list(tried(play_on(Game.objects.get(pk=game.pk), *after)))
            transaction.set_rollback(True)
        return found

    usual, *others = [seen(amounts) for amounts in OTHERS_HAVE]
    assert all(usual == other for other in others)
    assert len(set(usual)) > TRIES


def tried(game: Game) -> Iterator[str]:
    """All that Ana is shown while she tries one thing after the other: pages, drafts, refusals and proposed plans."""
    chance, board = random.Random(repr(game.sequence)), Board(game)
    for _ in range(TRIES):
        line = board.line
        yield told(board.see())
        if (seat := line.asked(len(line.moves))) is None:
            yield told(board.client.post(reverse("games:what_if_start_over", args=[game.pk])))
            continue
        state = line.states[-1]
        fitting = type(rules.legal(state, seat))
        for fields in attempts(chance, state):
            if DRAFTED.get(str(fields["action"])) is fitting:
                yield told(board.see(**fields))
                yield told(board.play(**fields))
        yield told(board.send("what_if_bots", who=chance.choice(["one", "others"])))


DRAFTED = {
    "bid": rules.BiddingDecision,
    "open": rules.OpeningDecision,
    "buy": rules.PurchaseDecision,
    "build": rules.BuildingDecision,
    "run": rules.PoweringDecision,
    "discard": rules.DiscardDecision,
}


def told(response) -> str:
    page = lasting(response)
    return f"{response.status_code} {response.get('Location', '')} {page}"
