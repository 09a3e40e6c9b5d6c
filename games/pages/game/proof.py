"""What was promised of the cards of a game, what they turn out to follow from, and whether the two agree."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Literal

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

import rules
from accounts.requests import VisitorRequest
from games.models import Game
from games.pages.access import get_game_or_404, log_in_to_see
from games.pages.panels.pieces import PlantCard
from games.replay import history
from games.replay.action_rows import TakenBack
from games.replay.history import Position
from games.story.names import Names
from rules import events


@dataclass(frozen=True, slots=True)
class Share:
    """What a player added to the seed."""

    name: str
    words: str


_FOLLOWS = {
    "areas": gettext_lazy("The areas in play follow from the seed."),
    "order": gettext_lazy("The player order of round 1 follows from the seed."),
    "market": gettext_lazy("The plants face up at the start follow from the seed."),
    "deck": gettext_lazy("The deck follows from the seed, card by card."),
    "step3_deck": gettext_lazy("The shuffle at Step 3 follows from the seed."),
}
"""What is claimed of each thing that chance decides, by its name in :func:`rules.prove`."""

Card = int | Literal["step3"]
"""A plant by its number, or the Step 3 card, as a deck holds them."""


@dataclass(frozen=True, slots=True)
class Turned:
    """A card that came up with an action, or went under the deck, as everybody saw it."""

    event: Literal["drawn", "buried"]
    card: Card
    action: int


@dataclass(frozen=True, slots=True)
class Check:
    """Something that has to be so, and whether it is."""

    claim: str
    holds: bool


@dataclass(frozen=True, slots=True)
class Revealed:
    """What is told of the cards of a game that is over.

    ``seed`` is empty where the game was brought along as a record without one. ``order`` has names, ``areas``, too:
    None where chance did not draw them. ``deck`` is the pile, top first, before the Step 3 card; ``left_out`` were
    taken from the game unseen. ``shuffled`` is the pile as it lay after the Step 3 card had come up, None before.
    ``played`` is all of this for the script that checks it, and what came up in the game; ``tables`` are those that
    chance draws from, by version of the rules.
    """

    secret: str
    seed: str
    order: tuple[str, ...]
    areas: tuple[str, ...] | None
    market: tuple[PlantCard, ...]
    deck: tuple[PlantCard, ...]
    left_out: tuple[PlantCard, ...]
    shuffled: tuple[PlantCard, ...] | None
    checks: tuple[Check, ...]
    played: dict[str, Any]
    tables: dict[int, Any]

    @property
    def holds(self) -> bool:
        return all(check.holds for check in self.checks)


@dataclass(frozen=True, slots=True)
class Proof:
    """What everybody who sees a game may know of where its cards come from; ``revealed`` is None until the end."""

    game: Game
    commitment: str
    shown_since: datetime
    shares: tuple[Share, ...]
    revealed: Revealed | None


def proof_of(game: Game) -> Proof:
    """What can be told of the cards of a game by now."""
    revealed = _revealed(game, Names.of(game).as_of(0)) if game.is_over else None
    return Proof(game, game.seed_hash, game.created_at, shares_of(game), revealed)


def shares_of(game: Game) -> tuple[Share, ...]:
    """What players added to the seed, by the names of those who had the seats at the start."""
    if not game.shares:
        return ()
    names = Names.of(game).as_of(0)
    return tuple(Share(names.player(seat), words) for seat, words in game.shares)


def _revealed(game: Game, names: Names) -> Revealed:
    setup = game.read_setup()
    known = history.in_force(history.positions(game))
    turned = tuple(_turned(known))
    areas = tuple(map(names.area, setup.areas)) if setup.options.areas == "random" else None
    decks = (rules.shuffled_deck(position.state) for position in known)
    shuffled = next((deck for deck in decks if deck is not None), None)
    cards = partial(_cards, known[-1].state.plants)
    return Revealed(
        secret=rules.secret_of(setup.seed),
        seed=setup.seed,
        order=tuple(map(names.player, setup.order)),
        areas=areas,
        market=cards(setup.market),
        deck=cards(setup.deck),
        left_out=cards(_left_out(game, setup)),
        shuffled=None if shuffled is None else cards(shuffled),
        checks=(*_checks(game, known), _came_in_order(setup, turned, shuffled)) if setup.seed else (),
        played=_played(game, setup, turned),
        tables=rules.chance_tables(),
    )


def _turned(known: Sequence[Position]) -> Iterator[Turned]:
    """The cards in the order in which they came up or were buried, as far as it was not taken back."""
    for position in known:
        for event in position.state.happened:
            match event:
                case events.PlantDrawn(plant=plant):
                    yield Turned("drawn", plant, position.sequence)
                case events.PlantBuried(plant=plant):
                    yield Turned("buried", plant, position.sequence)
                case events.Step3CardDrawn():
                    yield Turned("drawn", "step3", position.sequence)


def _left_out(game: Game, setup: rules.Setup) -> Sequence[int]:
    """The plants that were taken out unseen; those that the map does not have are no secret."""
    seen = {*setup.market, *setup.deck, *game.board.rules.missing_plants}
    return [plant for plant in rules.PLANTS if plant not in seen]


def _cards(plants: rules.Plants, cards: Sequence[Card]) -> tuple[PlantCard, ...]:
    return tuple(PlantCard(plants[card]) for card in cards if card != "step3")


def _checks(game: Game, known: Sequence[Position]) -> Iterator[Check]:
    """What the site itself has checked, each claim in a sentence."""
    moves = ((position.move.seat, position.move.action) for position in known if position.move)
    played = tuple((seat, action) for seat, action in moves if not isinstance(action, TakenBack))
    found = rules.prove(rules.Record(tuple(seat.name for seat in game.seats.all()), known[0].state.setup, played))
    if not game.studied_by_id:
        yield Check(
            _("The SHA-256 hash of the secret is the commitment that was shown."),
            found.commitment == game.seed_hash,
        )
        yield Check(
            _("Behind the secret, the seed has what players added, in the order of the seats, and nothing else."),
            [words for _seat, words in game.shares] == [*found.shares],
        )
    for draw in found.draws:
        if draw.drawn is not None:
            yield Check(str(_FOLLOWS[draw.name]), draw.follows)


def _came_in_order(setup: rules.Setup, turned: Sequence[Turned], shuffled: Sequence[Card] | None) -> Check:
    """Whether each card that came up was the top one of the deck at that moment."""
    pile: list[Card] = list(setup.deck)
    holds = True
    for card in turned:
        if card.event == "buried":
            pile.append(card.card)
            continue
        holds = holds and bool(pile) and pile.pop(0) == card.card
        if card.card == "step3":
            pile = list(shuffled or ())
    return Check(_("Each card that came up in the game was the top one of the deck at that moment."), holds)


def _played(game: Game, setup: rules.Setup, turned: Sequence[Turned]) -> dict[str, Any]:
    return {
        "edition": game.edition,
        "map": game.map,
        "players": setup.players,
        "version": setup.version,
        "shares": None if game.studied_by_id else [words for _seat, words in game.shares],
        "drawsAreas": setup.options.areas == "random",
        "areas": setup.areas,
        "order": setup.order,
        "market": setup.market,
        "deck": setup.deck,
        "turned": [{"event": card.event, "card": card.card, "action": card.action} for card in turned],
    }


@require_safe
def fair_deck(request: HttpRequest) -> HttpResponse:
    """Explain why nobody can choose the cards of a game."""
    return render(request, "games/fair_deck.html")


@require_safe
@log_in_to_see
def proof(request: VisitorRequest, pk: int) -> HttpResponse:
    """Show what was promised of the cards of a game and, once it is over, that the promise was kept."""
    game, _mine = get_game_or_404(request.user, pk)
    return render(request, "games/proof.html", {"game": game, "proof": proof_of(game)})
