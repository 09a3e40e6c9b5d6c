"""What was promised of the cards of a game, what they turn out to follow from, and whether the two agree."""

from collections.abc import Callable, Iterator, Mapping, Sequence
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


@dataclass(frozen=True, slots=True)
class Share:
    """What a player added to the seed."""

    name: str
    words: str


_FOLLOWS = {
    "areas": gettext_lazy("The areas in play follow from the seed."),
    "order": gettext_lazy("The player order of round 1 follows from the seed."),
    "blocked": gettext_lazy("The blocked spaces follow from the seed."),
    "market": gettext_lazy("The plants face up at the start follow from the seed."),
    "deck": gettext_lazy("The deck follows from the seed, card by card."),
    "step2_deck": gettext_lazy("The shuffle at Step 2 follows from the seed."),
    "step3_deck": gettext_lazy("The shuffle at Step 3 follows from the seed."),
    "second_deck": gettext_lazy("The shuffle of the second deck follows from the seed."),
}
"""What is claimed of each thing that chance decides, by its name in :func:`rules.prove`."""

_AFTER = {
    "step2": gettext_lazy("The deck after the shuffle at Step 2, top first"),
    "step3": gettext_lazy("The deck after the shuffle at Step 3, top first"),
    "second": gettext_lazy("The second deck, top first"),
}
"""The headings of the decks that are shuffled during a game."""

Card = int | Literal["step3"]
"""A plant by its number, or the Step 3 card, as a deck holds them."""


@dataclass(frozen=True, slots=True)
class Turned:
    """What everybody saw of the deck with an action."""

    seen: rules.Turned
    action: int


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A deck as it lay after a shuffle during the game; ``cards`` is None where the game did not come to it."""

    heading: str
    cards: tuple[PlantCard, ...] | None


@dataclass(frozen=True, slots=True)
class Check:
    """Something that has to be so, and whether it is."""

    claim: str
    holds: bool


@dataclass(frozen=True, slots=True)
class Revealed:
    """What is told of the cards of a game that is over.

    ``seed`` is empty where the game was brought along as a record without one. ``order`` has names, ``areas``, too:
    None where chance did not draw them. ``blocked`` are the cities in which nobody could build. ``deck`` is the draw
    pile, top first, with None for the Step 3 card; ``left_out`` were taken from the game unseen. ``shuffled`` are the
    decks of the shuffles during the game.
    ``played`` is all of this for the script that checks it, and what came up in the game; ``tables`` are those that
    chance draws from, by version of the rules.
    """

    secret: str
    seed: str
    order: tuple[str, ...]
    areas: tuple[str, ...] | None
    blocked: tuple[str, ...]
    market: tuple[PlantCard, ...]
    deck: tuple[PlantCard | None, ...]
    left_out: tuple[PlantCard, ...]
    shuffled: tuple[Shuffled, ...]
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
    is_drawn = setup.options.areas == "random" and len(setup.board.areas) > 1
    areas = tuple(map(names.area, setup.areas)) if is_drawn else None
    decks = rules.shuffled_decks(position.state for position in known)
    plants = known[-1].state.plants
    cards = partial(_cards, plants)
    return Revealed(
        secret=rules.secret_of(setup.seed),
        seed=setup.seed,
        order=tuple(map(names.player, setup.order)),
        areas=areas,
        blocked=tuple(map(names.city, setup.blocked)),
        market=cards(setup.market),
        deck=tuple(None if card == "step3" else PlantCard(plants[card]) for card in setup.deck),
        left_out=cards(setup.removed_unseen),
        shuffled=tuple(_shuffled(setup, decks, cards)),
        checks=(*_checks(game, known), _came_in_order(setup, turned, decks)) if setup.seed else (),
        played=_played(game, setup, turned),
        tables=rules.chance_tables(),
    )


def _shuffled(
    setup: rules.Setup, decks: Mapping[str, Sequence[Card]], cards: Callable[[Sequence[Card]], tuple[PlantCard, ...]]
) -> Iterator[Shuffled]:
    for name in setup.board.hooks.shuffles:
        yield Shuffled(str(_AFTER[name]), cards(decks[name]) if name in decks else None)


def _turned(known: Sequence[Position]) -> Iterator[Turned]:
    """What was seen of the deck in order, as far as it was not taken back."""
    for position in known:
        for seen in rules.turned(position.state.happened):
            yield Turned(seen, position.sequence)


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


def _came_in_order(setup: rules.Setup, turned: Sequence[Turned], decks: Mapping[str, Sequence[Card]]) -> Check:
    """Whether each card that came up was the top one of the deck at that moment.

    A Step 3 card that goes back lies above the plants that were put under the deck since it was shuffled (MAP-ME-9).
    """
    pile: list[Card | None] = list(setup.deck)
    shuffles = iter(decks.values())
    holds, buried = True, 0
    for event, card in ((one.seen.event, one.seen.card) for one in turned):
        if event == "under" and card == "step3":
            pile.insert(max(len(pile) - buried, 0), card)
        elif event == "under":
            pile.append(card)
            buried += 1
        elif event == "over":
            pile.insert(0, card)
        elif event == "drawn":
            holds = holds and bool(pile) and pile.pop(0) == card
        if event == "shuffled" or (card == "step3" and event == "drawn"):
            pile, buried = list(next(shuffles, pile)), 0
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
        **({"blocked": setup.blocked} if setup.blocked else {}),
        "market": setup.market,
        "deck": setup.deck,
        "turned": [{"event": one.seen.event, "card": one.seen.card, "action": one.action} for one in turned],
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
