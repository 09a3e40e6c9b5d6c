"""What alerts have to say, written down once more: nothing here asks the site for its words."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import rules
from games.models import Vote
from notifications.models import Channel
from tests.services.evening.people import PEOPLE, Person

MOTIONS = {
    Vote.Motion.PAUSE: "pause the game",
    Vote.Motion.RESUME: "go on with the game",
    Vote.Motion.END: "end the game",
}

AHEAD = "When your time is up, the site makes a cautious decision for you."
BEHIND = "You missed your last turn, too: when your time is up, a bot stands in for you."


@dataclass(frozen=True)
class Told:
    """One alert in words. ``mail`` are the paragraphs of a mail, below which the clock stands."""

    kind: str
    title: str
    sentence: str
    url: str
    mail: tuple[str, ...]
    due_at: datetime | None = None
    below_clock: str = ""
    actions: int = 0


@dataclass(frozen=True)
class Game:
    """What all alerts of a game have in common."""

    name: str
    url: str

    def told(self, kind: str, title: str, sentence: str, *mail: str, anchor: str = "", **more: object) -> Told:
        return Told(kind, f"{self.name}: {title}", sentence, f"{self.url}{anchor}", mail, **more)  # type: ignore[arg-type]


def as_shown(
    told: list[Told], person: Person, channel: Channel, now: datetime, *, is_paused: bool
) -> tuple[str, ...]:
    """What a message shows of all that it tells."""
    if channel == Channel.MAIL:
        return _digest(told, person, now) if len(told) > 1 else _mail(told[0], person, now, is_paused=is_paused)
    (one,) = told
    match channel:
        case Channel.PUSH:
            return one.title, one.sentence, one.url, *_kept(one, now)
        case Channel.DISCORD:
            stamp = int(one.due_at.timestamp()) if one.due_at else 0
            clock = f"<t:{stamp}:f> (<t:{stamp}:R>)" if one.due_at else ""
            return one.title, _cut(one.sentence, 150), one.url, clock
        case _:
            due_at = f"{one.due_at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if one.due_at else "None"
            return one.kind, one.title, one.sentence, one.url, due_at


def _mail(told: Told, person: Person, now: datetime, *, is_paused: bool) -> tuple[str, ...]:
    clock = time_left(told.due_at, person, now)
    if not clock and is_paused:
        clock = "The players paused the game: no clock runs."
    below = filter(None, (clock, told.below_clock))
    return (told.title, *told.mail, *below, told.url, f"{told.actions} actions")


def _digest(told: list[Told], person: Person, now: datetime) -> tuple[str, ...]:
    title = f"Your games: {len(told)} alerts"
    told = sorted(told, key=lambda one: (one.due_at is None, one.due_at))
    parts = [
        "\n".join(filter(None, (one.title, one.sentence, time_left(one.due_at, person, now), one.url)))
        for one in told
    ]
    return (title, title, *parts, told[0].url.partition("/games/")[0] + "/games/", "0 actions")


def time_left(due_at: datetime | None, person: Person, now: datetime) -> str:
    """How long somebody has, and until when by their own clock."""
    if due_at is None or due_at <= now:
        return ""
    minutes = max(1, round(int((due_at - now).total_seconds()) / 60))
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    local = due_at.astimezone(person.zone)
    until = f"{local:%A}, {local.day} {local:%B, %H:%M}"
    return f"You have {_span(days, hours, minutes)}: until {until} ({person.zone})."


def _span(days: int, hours: int, minutes: int) -> str:
    counts = {"day": days, "hour": hours if days < 3 else 0, "minute": 0 if days else minutes}
    return " ".join(
        f"{count} {unit}" if count == 1 else f"{count} {unit}s" for unit, count in counts.items() if count
    )


def _kept(told: Told, now: datetime) -> tuple[str, str]:
    """For how many seconds a push service keeps a message, and how much it hurries."""
    if told.due_at is None:
        return str(28 * 24 * 60 * 60), "normal"
    left = told.due_at - now
    return str(int(max(left.total_seconds(), 60))), "high" if left <= timedelta(hours=2) else "normal"


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1]}…"


# Questions ----------------------------------------------------------------------------------------------------------


def question(state: rules.State, number: int) -> str:
    """What a seat is asked, for its owner."""
    match rules.legal(state, rules.Seat(number)):
        case rules.OpeningDecision(plants=offers, may_decline=may_decline):
            plants = listed([f"{offer.plant:02}" for offer in offers], "or")
            return f"Choose a plant to auction ({plants}){', or decline' if may_decline else ''}."
        case rules.BiddingDecision(plant=plant, least=least):
            assert state.auction is not None
            bidder = PEOPLE[state.auction.bidder].name
            return f"{bidder} has bid {state.auction.bid} Elektro for plant {plant:02}. Bid {least} or more, or pass."
        case rules.DiscardDecision(new_plant=plant):
            return f"Plant {plant:02} is yours. Choose which of your other plants to scrap for it."
        case rules.PurchaseDecision(money=money):
            return f"Buy resources. You have {money} Elektro."
        case rules.BuildingDecision(money=money):
            return f"Build in cities. You have {money} Elektro."
        case rules.PoweringDecision(best_cities=cities, best_income=income):
            many = "city" if cities == 1 else "cities"
            return f"Choose the plants to run. At best you power {cities} {many} and earn {income} Elektro."
        case decision:
            raise AssertionError(f"Nobody asks for {decision} here.")


def facts(state: rules.State, number: int) -> tuple[str, ...]:
    """What stands below a question: plants and the own money, or the prices of fuel; one paragraph or none."""
    match rules.legal(state, rules.Seat(number)):
        case rules.BiddingDecision(plant=plant):
            plants = [plant]
        case rules.OpeningDecision(plants=offers):
            plants = [offer.plant for offer in offers]
        case rules.PurchaseDecision():
            return (_prices(state),)
        case _:
            return ()
    return ("\n".join([*map(_card, plants), _money(state, number)]),)


def outlook(state: rules.State, number: int) -> tuple[str, ...]:
    """The same before somebody is asked."""
    match state.phase:
        case rules.Phase.AUCTION:
            lines = [_card(plant) for plant in rules.view(state, rules.Seat(number)).market.actual]
        case rules.Phase.RESOURCES:
            lines = [_prices(state)]
        case _:
            lines = []
    return ("\n".join([*lines, _money(state, number)]),)


def _money(state: rules.State, number: int) -> str:
    return f"You have {state.players[number].money} Elektro."


def _prices(state: rules.State) -> str:
    """No kind is ever sold out here."""
    kinds = [f"{kind} from {rules.market_prices(state, kind)[0]}" for kind in rules.KINDS]
    return f"{', '.join(kinds).capitalize()}."


def _card(number: int) -> str:
    plant = rules.PLANTS[number]
    cities = "1 city" if plant.powers == 1 else f"{plant.powers} cities"
    fuel = "coal or oil" if plant.kind == "hybrid" else plant.kind
    burning = f"with {plant.need} {fuel}" if plant.need else "without fuel"
    return f"Plant {number:02} powers {cities} {burning}."


def question_in_public(state: rules.State, number: int) -> str:
    """The same where others may read it: it tells nothing of hidden money."""
    match rules.legal(state, rules.Seat(number)):
        case rules.OpeningDecision():
            return f"Choose a plant to auction{', or decline' if state.round > 1 else ''}."
        case rules.PurchaseDecision():
            return "Buy resources."
        case rules.BuildingDecision():
            return "Build in cities."
        case _:
            return question(state, number)


def actions(state: rules.State, number: int, *, is_fresh: bool) -> int:
    """How many links there are in a mail that asks: to pass, or to power the most cities."""
    match rules.legal(state, rules.Seat(number)):
        case rules.PoweringDecision():
            return 1
        case rules.BiddingDecision() | rules.OpeningDecision(may_decline=True):
            return int(is_fresh)
        case _:
            return 0


def deed(state: rules.State, name: str) -> str:
    """What somebody has built, as the feed has it."""
    built = [event for event in state.happened if isinstance(event, rules.events.CityBuilt)]
    board = rules.board(state.options.map, state.options.edition)
    cities = listed([board.cities[event.city].name for event in built], "and")
    cost = sum(event.slot + event.connection for event in built)
    return f"{name} built in {cities} for {cost} Elektro{' in all' if len(built) > 1 else ''}."


def wanted(motion: Vote.Motion, voters: list[int], takes: int) -> str:
    """Who wants what is to be voted on."""
    names = listed([PEOPLE[number].name for number in voters], "and")
    what = MOTIONS[motion] + (" without a winner" if motion is Vote.Motion.END else "")
    return f"{names} {'want' if len(voters) > 1 else 'wants'} to {what}: {len(voters)} of {takes} votes."


def listed(words: list[str], last: str) -> str:
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), words[-1])))
