"""What alerts about games say. All mails of a game are one thread."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Self, cast

from django.conf import settings
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from games.alerts import recipients
from games.alerts.action_links.words import links
from games.alerts.fuel_prices import fuel_prices
from games.board.picture import map_picture, new_houses
from games.board.png import draw_png, shown_size
from games.board.words import caption, describe
from games.models import Absence, Game, Origin, Question, Seat, Slot
from games.pages import panels
from games.pages.game.draft_panel import draft_panel
from games.pages.game.undo_panel import undo_panel
from games.pages.game.votes_panel import votes_panel
from games.plans.worst import turn_in
from games.replay import checkpoints, history
from games.story import questions, story
from games.story.names import Names, in_words
from games.turns import undo, votes
from games.turns.decisions import sitting
from games.turns.votes import Motion
from notifications.kinds import Link, Notice, Picture, Urgency, register
from notifications.models import Alert, State

NAME = 60
"""How many characters of the name of a game a title has."""


VOTES = {
    Motion.PAUSE: gettext_lazy("{game}: pause the game?"),
    Motion.RESUME: gettext_lazy("{game}: go on with the game?"),
    Motion.END: gettext_lazy("{game}: end the game?"),
}
"""The title of an alert that asks for a vote."""

SAYABLE = {
    rules.Phase.AUCTION: gettext_lazy("Say now which plants you want, and up to what price."),
    rules.Phase.RESOURCES: gettext_lazy("Say now what fuel you buy, and where you build."),
    rules.Phase.BUILDING: gettext_lazy("Say now where you build."),
}
"""What can be said before one is asked, by the phase in which that begins."""


def register_all() -> None:
    pictured, plain = partial(register, look_up=recipients.look_back), partial(register, look_up=recipients.look_up)
    pictured("game_began", game_began, gettext_lazy("The game began"))
    pictured("your_turn", your_turn, gettext_lazy("Your turn"))
    pictured("running_out", running_out, gettext_lazy("Your time is running out"), urgency=Urgency.LAST_CALL)
    pictured("game_over", game_over, gettext_lazy("The game is over"))
    pictured("plan_ahead", plan_ahead, gettext_lazy("Your auctions, or your round"))
    plain("undo_asked", undo_asked, gettext_lazy("A player asks to take something back"))
    plain("vote_open", vote_open, gettext_lazy("A player asks for your vote"))
    plain("missed_turn", missed_turn, gettext_lazy("You missed a turn"))
    plain("stand_in", stand_in, gettext_lazy("A bot stands in for you"))


def game_began(alert: Alert) -> Notice | None:
    """Tells players who are not asked at once that the game began; not needed once they know."""
    seat = _seat_of(alert)
    if seat is None or seat.is_to_move or seat.turns or _has_looked_since(alert):
        return None
    return _notice(
        "game_began",
        seat.game,
        title=_("{game}: the game began"),
        sentence=f"{_company(seat)} {_('You will be told when it is your turn.')}",
        button=_("Look at the game"),
        picture=_Table.seen_by(seat).picture(),
    )


def your_turn(alert: Alert) -> Notice | None:
    """Asks for a decision; not needed once it is made, a plan will make it, or the seat was asked something later.

    Who was told what they can say in this round and has not come since is not told again when they are to buy.
    """
    seat = _asked_seat(alert)
    if seat is None:
        return None
    if seat.question != Question.BUY_RESOURCES:
        return _asks("your_turn", seat, _("{game}: your turn"))
    return None if _knows_of_round(alert, seat) else _asks("your_turn", seat, _("{game}: your round"))


def running_out(alert: Alert) -> Notice | None:
    """Says that little time is left for a decision, and what happens then; needed while a clock runs for it."""
    seat = _asked_seat(alert)
    if seat is None or seat.due_at is None:
        return None
    if seat.misses_in_a_row + 1 < Absence.MOST_MISSES:
        outlook = _("When your time is up, the site makes a cautious decision for you.")
    else:
        outlook = _("You missed your last turn, too: when your time is up, a bot stands in for you.")
    return _asks("running_out", seat, _("{game}: your time is running out"), outlook)


def _asks(template: str, seat: Seat, title: str, outlook: str = "") -> Notice:
    table = _Table.seen_by(seat)
    own, public = table.questions()
    return _notice(
        template,
        seat.game,
        title=title,
        sentence=f"{public} {outlook}".strip(),
        button=_("Take your turn"),
        context={
            "question": own,
            "facts": table.facts(),
            "outlook": outlook,
            "recap": table.since.recap(),
            "is_buying": seat.question == Question.BUY_RESOURCES,
        },
        due_at=seat.due_at,
        actions=table.actions(),
        picture=table.picture(),
    )


def plan_ahead(alert: Alert) -> Notice | None:
    """Tells what can be said before one is asked; not needed once it is said, the player is asked, or it is over.

    Who had said something or was asked meanwhile, and has looked at the game since, knows what they can still say.
    """
    seat = _seat_of(alert)
    if seat is None or seat.may_plan_since is None or alert.sequence != sitting(seat.game.round, seat.game.phase):
        return None
    if seat.may_plan_since > alert.created_at and _has_looked_since(alert):
        return None
    table, phase = _Table.seen_by(seat), rules.Phase(seat.game.phase)
    is_auction = phase is rules.Phase.AUCTION
    began = _company(seat) if is_auction and seat.game.round == 1 else ""  # the game has begun just now
    return _notice(
        "plan_ahead",
        seat.game,
        title=_("{game}: your auctions") if is_auction else _("{game}: your round"),
        sentence=" ".join(filter(None, [began, str(SAYABLE[phase]), _("Then the game need not wait for you.")])),
        button=_("Say what you want"),
        context={"facts": table.outlook(), "is_auction": is_auction, "recap": table.since.recap()},
        actions=table.actions(),
        picture=table.picture(),
    )


def undo_asked(alert: Alert) -> Notice | None:
    """Asks to let another player take something back; not needed once it is answered, or has lapsed."""
    seat = _seat_of(alert)
    request = seat.game.asked_undo if seat else None
    if seat is None or request is None or undo.alert_number(seat.game, request.seat) != alert.sequence:
        return None
    names = Names.of(seat.game)
    panel = undo_panel(seat.game, seat, history.positions(seat.game), names)
    if panel is None or panel.request is None or not panel.request.may_answer:
        return None
    name = names.player(panel.request.asker)
    return _notice(
        "undo_asked",
        seat.game,
        title=_("{game}: {name} asks to take something back").replace("{name}", name),
        sentence=panel.request.sentence,
        button=_("Answer"),
        anchor="takeback",
        context={"name": name},
    )


def vote_open(alert: Alert) -> Notice | None:
    """Asks for a vote; not needed once it is given, or the others have withdrawn theirs."""
    seat = _seat_of(alert)
    panel = votes_panel(seat.game, seat) if seat else None
    if seat is None or panel is None:
        return None
    motion = votes.motion_of(alert.sequence)
    ballot = next((ballot for ballot in panel.calls if ballot.motion is motion and ballot.is_news), None)
    if ballot is None:
        return None
    return _notice(
        "vote_open",
        seat.game,
        title=str(VOTES[motion]),
        sentence=ballot.sentence,
        button=_("Vote"),
        anchor="calls",
        context={"motion": motion},
    )


def _how_it_ended(game: Game) -> str:
    if game.went_on_too_long:
        words = _(
            "After {count} actions it was not over, and the site ended it in round {round}."
            " Nobody won, and it does not count."
        )
        return words.format(count=game.sequence, round=game.round)
    return _("It ended in round {round}. Nobody won, and it does not count.").format(round=game.round)


def game_over(alert: Alert) -> Notice | None:
    """Tells how a game ended; not to those who had left it before."""
    seat = recipients.seat_of(alert)
    if seat is None or not seat.game.is_over or _has_left(seat):
        return None
    game = seat.game
    if game.ended_early:
        return _notice(
            "ended_early",
            game,
            title=_("{game}: ended early"),
            sentence=_how_it_ended(game),
            button=_("Look at the game"),
        )
    table = _Table.seen_by(seat)
    state, names = table.state, table.names
    winners = names.players(entry.seat for entry in state.standing if entry.rank == 1)
    return _notice(
        "game_over",
        game,
        title=_("{game}: {winners} won").replace("{winners}", winners),
        sentence=_("{winners} won.").format(winners=winners),
        button=_("See the result"),
        page="games:result",
        context={"standing": [{"name": names.player(entry.seat), "entry": entry} for entry in state.standing]},
        picture=table.picture(),
    )


def missed_turn(alert: Alert) -> Notice | None:
    """Tells a player what was done when their time ran out; not once they are told that a bot stands in."""
    seat = _seat_of(alert)
    if seat is None or seat.absent_since is not None:
        return None
    return _notice(
        "missed_turn",
        seat.game,
        title=_("{game}: you missed a turn"),
        sentence=_("Your time ran out, so the site made a cautious decision for you."),
        button=_("Take your turn") if seat.is_to_move else _("Look at the game"),
        context={"done": _done(seat, alert), "is_asked": seat.is_to_move},
    )


def stand_in(alert: Alert) -> Notice | None:
    """Tells a player that a bot plays for them; not needed once they are back, or replaced."""
    seat = _seat_of(alert)
    if seat is None or seat.absent_since is None:
        return None
    return _notice(
        "stand_in",
        seat.game,
        title=_("{game}: a bot stands in for you"),
        sentence=_("Your time ran out twice in a row."),
        button=_("Come back"),
        context={"done": _done(seat, alert)},
    )


@dataclass(frozen=True, slots=True)
class _Table:
    """A game as the owner of a seat sees it; ``since`` is what happened since their last turn."""

    seat: Seat
    state: rules.State
    names: Names
    since: story.Story

    @classmethod
    def seen_by(cls, seat: Seat) -> Self:
        positions, names = checkpoints.since_turn(seat), Names.of(seat.game)
        told = story.tell(positions, names, story.Reader.of(seat.game, seat))
        return cls(seat, positions[-1].state, names, told.since_turn_of(seat))

    def questions(self) -> tuple[str, str]:
        """What the seat, which has to be asked, is asked: for its owner only, and as others may read it."""
        wishes = draft_panel(self.seat.game, self.seat, self.state, self.names)
        if wishes is not None:
            return wishes.question, wishes.question
        asked = self.state, self.number, self.names
        return questions.sentence(*asked), questions.in_public(*asked)

    @property
    def number(self) -> rules.Seat:
        return rules.Seat(self.seat.number)

    def facts(self) -> tuple[str, ...]:
        """What the page shows beside a question, for its owner only, as far as the question does not say it."""
        if self.state.phase not in (rules.Phase.AUCTION, rules.Phase.RESOURCES):
            return ()
        match rules.legal(self.state, self.number):
            case rules.BiddingDecision(plant=plant):
                return (*self._cards([plant]), self._money())
            case rules.OpeningDecision(plants=offers):
                return (*self._cards(offer.plant for offer in offers), self._money())
            case rules.PurchaseDecision() as decision:
                return fuel_prices(self.state, decision, self.names)
            case _:
                return ()

    def outlook(self) -> tuple[str, ...]:
        """The same before they are asked: the plants on offer or the prices of fuel, and the money."""
        match self.state.phase:
            case rules.Phase.AUCTION:
                return (*self._cards(rules.view(self.state, self.number).market.actual), self._money())
            case rules.Phase.RESOURCES:
                asked = rules.legal(turn_in(self.state, self.number, self.state.phase), self.number)
                return (*fuel_prices(self.state, cast(rules.PurchaseDecision, asked), self.names), self._money())
            case _:
                return (self._money(),)

    def _cards(self, plants: Iterable[int]) -> Iterator[str]:
        return (f"{panels.PlantCard(plant).words}." for plant in self.state.plants.of(plants))

    def _money(self) -> str:
        return _("You have %(money)d Elektro.") % {"money": self.state.players[self.number].money}

    def actions(self) -> tuple[Link, ...]:
        return links(self.seat, self.state, self.names, recipients.plans(self.seat))

    def picture(self) -> Picture:
        """The map, with the houses that are new to the owner of the seat marked."""
        view = rules.view(self.state, self.number)
        new = new_houses(event for entry in self.since.entries for event in entry.events)
        shown = map_picture(view, self.names.seats, new=new)
        width, _height = shown_size(shown.map, shown.edition)
        return Picture(partial(draw_png, shown), describe(shown), width, caption(shown))


def _asked_seat(alert: Alert) -> Seat | None:
    """The recipient's seat, if it still owes the answer that the alert is about, and no plan will give it."""
    seat = recipients.seat_of(alert)
    is_asked = seat and seat.is_to_move and seat.asked_sequence == alert.sequence and seat.answers_at is None
    return seat if is_asked else None


def _company(seat: Seat) -> str:
    others = in_words(seat.game.seats.exclude(pk=seat.pk).values_list("name", flat=True))
    return _("You play with {others}.").replace("{others}", others)


def _knows_of_round(alert: Alert, seat: Seat) -> bool:
    """Whether the recipient was told of this round by the same way and was nowhere since, and no plan of theirs asks.

    Of where they were only the last place is known: before that, they may have looked at this game.
    """
    planned = recipients.plans(seat).rows(seat.number)
    if any(row.slot == Slot.PURCHASE and row.round == seat.game.round for row in planned):
        return False
    number = sitting(seat.game.round, seat.game.phase)
    told = Alert.objects.filter(destination=alert.destination_id, kind="plan_ahead", subject_id=alert.subject_id)
    told_at = told.filter(sequence=number, state=State.SENT).values_list("sent_at", flat=True).first()
    presence = getattr(alert.recipient, "presence", None)
    return told_at is not None and (presence is None or presence.seen_at < told_at)


def _has_left(seat: Seat) -> bool:
    """Whether the owner of a seat had left the game before it was over, or was replaced."""
    own = [absence for absence in seat.game.past_absences if absence.user_id == seat.user_id]
    return any(each.substitute_id or (each.reason == Absence.Reason.LEFT and each.ended_at is None) for each in own)


def _has_looked_since(alert: Alert) -> bool:
    """Whether the recipient has looked at the game since the alert."""
    presence = getattr(alert.recipient, "presence", None)
    return presence is not None and presence.subject_id == alert.subject_id and presence.seen_at > alert.created_at


def _seat_of(alert: Alert) -> Seat | None:
    """The recipient's seat, if the game goes on."""
    seat = recipients.seat_of(alert)
    return None if seat is None or seat.game.is_over else seat


def _done(seat: Seat, alert: Alert) -> str:
    """What was done for a player by the action that the alert is about, if it was one."""
    told = story.of(seat.game).entries
    entry = told[alert.sequence] if alert.sequence < len(told) else None
    if entry is None or entry.origin is not Origin.TIMEOUT or entry.seat != seat.number:
        return ""
    return " ".join(line.words for line in entry.lines if line.seat == seat.number)


def _notice(
    template: str,
    game: Game,
    *,
    title: str,
    page: str = "games:detail",
    anchor: str = "",
    context: Mapping[str, Any] | None = None,
    **said: Any,
) -> Notice:
    """A notice about a game.

    :param title: with ``{game}`` for the name of the game.
    :param page: where to go, by the name of its URL.
    :param anchor: the element of the page to go to.
    :param said: the rest of the notice.
    """
    setup = game.read_setup()
    terms = " · ".join(panels.terms(setup.options, setup.players))
    return Notice(
        template=template,
        title=title.replace("{game}", Truncator(game.name).chars(NAME), 1),
        url=f"{settings.SITE_URL}{reverse(page, args=[game.pk])}{anchor and f'#{anchor}'}",
        context={"game": game, "terms": terms, **(context or {})},
        subject_id=game.pk,
        thread=f"game.{game.pk}",
        **said,
    )
