"""Plans are secret: whatever others can fetch or are sent is the same, to the byte, with and without them."""

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from functools import partial

import pytest
from django.core import mail
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

import rules
from games.clock import clocks
from games.clock.due import LATE, store
from games.models import Game, Origin, PoweringRule, Slot, StandingPlan
from games.plans.language import (
    AreaPlan,
    AuctionPlan,
    BuildPlan,
    BuyPlan,
    CityWish,
    Condition,
    FuelWish,
    Plan,
    PowerPlan,
    ProxyBid,
    StandingPass,
    Wish,
)
from games.replay import history
from games.turns import edit_plans, play, run_due
from notifications import delivery, feeds
from notifications.models import Alert
from tests.extent import EVERYTHING
from tests.factories import GameFactory, person_called, play_on
from tests.games.planned import come_due, due, plan
from tests.games.scripts import AUCTIONS, BUILDINGS, PURCHASES, ROUND
from tests.games.taking import act, seat_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("limits_on")]

SECRETS = (7919, 6737, 9343, 8641)
"""Limits that stand nowhere else, but maybe amid the digits of a digest."""

A, B, C, D = SECRETS
OWNER = "Bob"
OTHERS = ("Ana", "Stranger", "")
"""Another player, a stranger who is logged in, and a visitor. The stranger only walks with ``everywhere``."""

Asked = tuple[str, dict[str, str]]
"""An address and the headers with which it is fetched."""

Seen = dict[tuple[str, str, str], str]
"""Who fetched what, for which part of a page, and what they were told."""

WALKED = {"games", "matchmaking", "ratings", "talk", "notifications"}
LEFT_OUT = {
    *("games:rules", "games:rules_of", "games:rules_of_edition", "games:ground", "games:relief", "games:lesson"),
    "games:bare_board",
    "games:miniature",
    "notifications:mails",
}
"""What has to do with no game, and what only a development site shows: the mails of all."""

BY_SECRETS = {
    "games:act", "games:deadlines", "matchmaking:invite", "notifications:feed", "notifications:mail",
    "notifications:mail_html", "notifications:never", "notifications:stop",
}  # fmt: skip
"""Addresses with a secret in them: links in mails and feeds, of which each person is sent their own."""

PASSING = {
    start: re.compile(f"({re.escape(start)}){value}")
    for start, value in [
        ('name="csrfmiddlewaretoken" value="', r"\w+"),
        ('name="once" value="', r"\w+"),
        ('name="token" value="', r"[\w-]+"),
        ('"csrf": "', r"\w+"),
        ('nonce="', r"[\w-]+"),
        (">alert.", r"\d+"),
        ("<lastBuildDate>", "[^<]+"),
        ("Commitment:</span> <code>", r"\w+"),  # each new table has a secret of its own
    ]
}
"""What differs from one answer to the next anyway, by what stands before it: most answers have none of these."""

ALL_PLANS: tuple[Plan, ...] = (
    StandingPass(4),
    StandingPass(unless=(50,)),
    ProxyBid(4, A, leaps=(B, C)),
    AuctionPlan((Wish(6, A, opening=B, given=(Condition("drawn", plant=39),)),), floor=D, otherwise="ask"),
    BuyPlan((FuelWish("oil", 2, A),), floor=B),
    BuildPlan((CityWish("hannover", C),), floor=D, otherwise="less"),
    PowerPlan(kept="coal"),
)


@pytest.fixture
def clock(monkeypatch) -> Callable[[datetime], None]:
    """Make it be some moment, so that nothing differs because of the time it takes."""

    def stop(moment: datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: moment)

    return stop


@pytest.fixture
def clients() -> dict[str, Client]:
    found = {name: Client() for name in OTHERS}
    for name, client in found.items():
        if name:
            client.force_login(person_called(name))
            feeds.make(person_called(name), now=timezone.now())
    return found


def addresses(game: Game, *, everywhere: bool) -> Iterator[str]:
    """Every address that has to do with a game, a player, or nothing in particular; else those of games alone."""
    known = _known(game)
    for name, parameters in _patterns(get_resolver(), ()):
        if name in LEFT_OUT or not set(parameters) <= set(known):
            continue
        if not (everywhere or name.startswith("games:") or name == "home"):
            continue
        numbers = known["number"] if "number" in parameters else [None]
        for number in numbers:
            given = {parameter: known[parameter][0] for parameter in parameters}
            yield reverse(name, kwargs=given | ({} if number is None else {"number": number}))


def _known(game: Game) -> dict[str, list[object]]:
    """What addresses take that everybody can know."""
    return {"pk": [game.pk], "game": [game.pk], "name": [OWNER], "number": [0, game.sequence]}


def _patterns(resolver: URLResolver, namespaces: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            inner = (*namespaces, pattern.namespace) if pattern.namespace else namespaces
            yield from (
                (name, (*pattern.pattern.converters, *parameters)) for name, parameters in _patterns(pattern, inner)
            )
        elif (
            isinstance(pattern, URLPattern)
            and pattern.name
            and (WALKED.intersection(namespaces) or pattern.name == "home")
        ):
            yield ":".join((*namespaces, pattern.name)), tuple(pattern.pattern.converters)


def walk(game: Game, clients: dict[str, Client], *, everywhere: bool = False) -> Seen:
    """All that others can fetch: pages, and the parts of them that scripts ask for."""
    game, everywhere = Game.objects.get(pk=game.pk), everywhere or EVERYTHING
    found: Seen = {}
    places = list(addresses(game, everywhere=everywhere))
    updates = f"{reverse('games:updates', args=[game.pk])}?seen=0&news={{}}&have="
    for name, client in clients.items():
        if name == "Stranger" and not everywhere:
            continue
        asked: list[Asked] = [(address, {}) for address in places]
        asked += [(updates.format(0), {"HX-Request": "true"}), (updates.format(game.news), {"HX-Request": "true"})]
        if name == OTHERS[0]:  # the others have no seat, and so nothing to compose or to plan
            page = game.get_absolute_url()
            asked += [(page, {"HX-Request": "true", "HX-Target": "action-panel"})]
            asked += [(f"{page}?plan=bid", {"HX-Request": "true", "HX-Target": "planning"})]
        if feed := feeds.of(person_called(name)) if name else None:
            asked += [(reverse(fed, args=[feed.secret]), {}) for fed in ("notifications:feed", "games:deadlines")]
        found |= fetch({name: client}, asked)
    return found


def fetch(clients: dict[str, Client], asked: Iterable[Asked]) -> Seen:
    """What each of them is told at some addresses, without what differs anyway."""
    found = {}
    for name, client in clients.items():
        for address, headers in asked:
            response = client.get(address, headers=headers)
            assert response.status_code != 429, "Looking around is limited, so that there is nothing to compare."
            body = b"".join(response) if response.streaming else response.content
            told = f"{response.status_code} {response.get('Location', '')} {body.decode(errors='backslashreplace')}"
            found[name, address, headers.get("HX-Target", "")] = without_passing(told)
    return found


def without_passing(told: str) -> str:
    for start, found in PASSING.items():
        if start in told:
            told = found.sub(r"\1", told)
    return told


def deliver_all() -> None:
    for alert in Alert.objects.order_by("pk"):
        delivery.deliver(alert.pk, now=timezone.now())


def sent(*owners: str) -> list[tuple[object, ...]]:
    """All mails to anybody but them, and what became of each alert of the others at which time."""
    owners = owners or (OWNER,)
    addresses = {person_called(name).email for name in owners}
    mails = [message for message in mail.outbox if message.to[0] not in addresses]
    columns = ("recipient", "channel", "kind", "sequence", "created_at", "due_at", "held", "state", "reason")
    alerts = Alert.objects.exclude(recipient__name__in=owners).order_by("pk")
    return [
        *((message.to[0], str(message.subject), str(message.body)) for message in mails),
        *alerts.values_list(*columns, "attempts", "title", "sentence", "sent_at"),
    ]


def assert_same(one: dict, other: dict) -> None:
    """Whatever can be fetched is the same, and there is something to fetch."""
    assert one.keys() == other.keys()
    assert len(one) > 30
    differing = [key for key in one if one[key] != other[key]]
    assert not differing, differing


def assert_no_secret(found: dict) -> None:
    for key, told in found.items():
        assert not re.search(rf"(?<!\w)({'|'.join(map(str, SECRETS))})(?!\w)", told), key


def as_it_came(
    courses: list[Callable[[], Game]], clients: dict[str, Client], *, everywhere: bool = False
) -> list[tuple[dict, list]]:
    """What others see and are sent after each of some courses of events, none of which knows of the others."""
    seen = []
    for course in courses:
        mail.outbox.clear()
        with transaction.atomic():
            game = course()
            deliver_all()
            seen.append((walk(game, clients, everywhere=everywhere), sent()))
            transaction.set_rollback(True)
    return seen


# Plans that stand ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("plans", [ALL_PLANS[:2], ALL_PLANS[2:]])
def test_plans_that_stand_change_nothing_that_others_can_fetch(plans, clients, clock):
    clock(timezone.now())
    game = GameFactory(pace={"move_time": 86400})
    before = walk(game, clients, everywhere=True)
    for planned in plans:
        plan(game, OWNER, planned)
    after = walk(game, clients, everywhere=True)
    assert_same(before, after)
    assert_no_secret(after)


def test_plan_for_a_draft_changes_nothing_that_others_can_fetch(clients, clock):
    clock(timezone.now())
    game = GameFactory(options=rules.Options(areas="draft"))
    before = walk(game, clients)
    plan(game, OWNER, AreaPlan(("west", "northwest")))
    assert_same(before, walk(game, clients))


def test_record_is_the_same_with_a_plan_and_without(clients, clock):
    """Money has to be shown, or else there is no record of a running game."""
    clock(timezone.now())
    game = GameFactory(options=rules.Options(money_visible=True))
    before = walk(game, clients, everywhere=True)
    plan(game, OWNER, ProxyBid(4, A))
    after = walk(game, clients, everywhere=True)
    assert_same(before, after)
    for name in OTHERS:
        assert "powergrid-game/1" in after[name, reverse("games:record", args=[game.pk]), ""]


def test_owner_sees_the_limit(client):
    """So the test above would find it."""
    game = plan(GameFactory(), OWNER, ProxyBid(4, A))
    client.force_login(person_called(OWNER))
    assert str(A) in client.get(game.get_absolute_url()).content.decode()


def test_every_address_is_walked_but_those_that_take_a_secret():
    """So a new one is, too, or somebody has to say why it need not be."""
    known = {*_known(Game(pk=1))}
    found = {name for name, parameters in _patterns(get_resolver(), ()) if not set(parameters) <= known}
    assert found - LEFT_OUT == BY_SECRETS


# Plans whose seat is asked ------------------------------------------------------------------------------------------


COURSES = {
    "a bid": ((), ProxyBid(4, A), ["open 4 4"]),
    "a pass": ((), StandingPass(4), ["open 4 4"]),
    "a plan that asks": ((), ProxyBid(4, 7, beyond="ask"), ["open 4 15"]),
    "a plan for auctions": (ROUND, AuctionPlan((Wish(8, A),), floor=1), ["decline", "decline"]),
    "a purchase": (AUCTIONS[:-1], BuyPlan((FuelWish("oil", 2, A),)), ["open 5 5"]),
    "a building turn": ((*AUCTIONS, "buy o2", "buy c2"), BuildPlan((CityWish("hannover", A),)), ["buy c1 o1"]),
    "powering": ((*PURCHASES, "build hannover", "build leipzig"), PowerPlan(), ["build koln"]),
}
"""What was done before, the plan, and what is done then, so that its seat is asked."""


@pytest.mark.parametrize("kind", COURSES)
def test_seat_whose_plan_answers_looks_like_one_that_thinks(kind, clients, clock):
    clock(timezone.now())
    before, planned, after = COURSES[kind]
    game = GameFactory(pace={"move_time": 86400}, after=before)

    def with_plan() -> Game:
        return play_on(plan(game, OWNER, planned), *after)

    courses = [with_plan, lambda: play_on(game, *after)]
    (planned_for, mails), (thinking, other_mails) = as_it_came(courses, clients, everywhere=kind == "a bid")
    assert_same(planned_for, thinking)
    assert_no_secret(planned_for)
    assert mails == other_mails


@pytest.mark.parametrize("kind", [kind for kind in COURSES if kind != "a plan that asks"])
def test_answer_of_a_plan_looks_like_one_by_hand(kind, clients, clock):
    start = timezone.now()
    clock(start)
    before, planned, after = COURSES[kind]
    game = GameFactory(pace={"move_time": 86400}, after=before)
    done: list[tuple[str, datetime]] = []

    def by_plan() -> Game:
        asked = play_on(plan(game, OWNER, planned), *after)
        while not done:
            due_at = due(game)
            clock(due_at)
            asked = come_due(asked, now=due_at)
            last = history.moves(asked)[-1]
            if last.seat == seat_of(game, OWNER).number and last.origin is Origin.PLAN:
                done.append((str(last.action), due_at))
        return asked

    def by_hand() -> Game:
        clock(start)
        asked = play_on(game, *after)
        action, moment = done[0]
        clock(moment)
        return take(asked, action)

    (plans, mails), (hands, other_mails) = as_it_came([by_plan, by_hand], clients, everywhere=kind == "a bid")
    assert_same(plans, hands)
    assert_no_secret(plans)
    assert mails == other_mails


def test_rule_that_burns_the_same_as_another_looks_like_it(clients, clock):
    clock(timezone.now())
    game = GameFactory(pace={"move_time": 86400}, after=BUILDINGS[:-1])

    def by(rule: PoweringRule) -> Game:
        return play_on(powered_by(game, rule), BUILDINGS[-1])

    courses = [partial(by, rule) for rule in (PoweringRule.LEAST, PoweringRule.URANIUM)]
    (least, mails), (keeping, other_mails) = as_it_came(courses, clients)
    assert_same(least, keeping)
    assert mails == other_mails


def test_rule_that_answers_at_once_looks_like_an_answer_by_hand(clients, clock):
    clock(timezone.now())
    game = GameFactory(pace={"move_time": 86400}, after=BUILDINGS)
    courses = [lambda: powered_by(game, PoweringRule.COAL), lambda: act(game, OWNER, "run 3")]
    (by_rule, mails), (by_hand, other_mails) = as_it_came(courses, clients)
    assert_same(by_rule, by_hand)
    assert mails == other_mails


def powered_by(game: Game, rule: PoweringRule) -> Game:
    return edit_plans.power_by(game, seat_of(game, OWNER), rule, now=timezone.now())


@pytest.mark.parametrize("lag", [timedelta(seconds=1), LATE, timedelta(hours=4)])
def test_answer_that_comes_late_looks_like_one_by_hand_when_it_was_due(clients, clock, lag):
    """Bank, log and all else agree. But who is asked next could not know for hours, so their clock starts now."""
    start, due_at = timezone.now(), []
    game = GameFactory(pace={"move_time": 20, "bank_time": 7200, "bank_cap": 7200})

    def by_plan() -> Game:
        clock(start)
        asked = play_on(plan(game, OWNER, StandingPass()), "open 4 4")
        due_at.append(due(asked))
        clock(due_at[0] + lag)
        return come_due(asked, now=due_at[0] + lag)

    def by_hand() -> Game:
        clock(start)
        asked = play_on(game, "open 4 4")
        clock(due_at[0])
        answered = take(asked, "pass")
        clock(due_at[0] + lag)
        if lag > LATE:
            start_anew(answered, due_at[0] + lag)
        return answered

    (plans, mails), (hands, other_mails) = as_it_came([by_plan, by_hand], clients)
    assert_same(plans, hands)
    assert mails == other_mails


def start_anew(game: Game, now: datetime) -> None:
    """Let the clock of who is asked start, and let them be told, at a later moment than they were asked."""
    seat = game.seats.select_related("user").get(is_to_move=True)
    clocks.start(game, seat, now)
    seat.save()
    store(game, [seat])
    Alert.objects.filter(recipient=seat.user, sequence=game.sequence).update(created_at=now, due_at=now)


def take(game: Game, action: str) -> Game:
    return play.play(game, seat_of(game, OWNER), rules.parse_action(action), expected=game.sequence)


def test_plan_does_not_answer_before_its_delay(clients, clock):
    asked_at = timezone.now()
    clock(asked_at)
    game = play_on(plan(GameFactory(), OWNER, ProxyBid(4, A)), "open 4 4")
    due_at = due(game)
    assert asked_at + timedelta(seconds=20) <= due_at <= asked_at + timedelta(seconds=90)
    before = walk(game, clients)
    run_due.run(game.pk, now=due_at - timedelta(milliseconds=1))
    assert_same(before, walk(game, clients))


# What is not stored for others --------------------------------------------------------------------------------------


def test_withdrawn_plan_leaves_no_trace(clients, clock):
    clock(timezone.now())
    game = GameFactory()
    before = walk(game, clients)
    plan(game, OWNER, ProxyBid(4, A))
    edit_plans.withdraw(game, seat_of(game, OWNER), Slot.AUCTION, now=timezone.now())
    assert_same(before, walk(game, clients))
    assert not StandingPlan.objects.exists()


def test_feeds_and_calendars_of_others_are_among_what_they_can_fetch(clients):
    """So the tests above would find it, if a plan could be told by them."""
    game = GameFactory.create(pace={"move_time": 86400})
    deliver_all()
    found = walk(game, clients)
    told = {address.rpartition("/")[2]: body for (name, address, _target), body in found.items() if name == "Ana"}
    assert "Friday round: your turn" in told["alerts.xml"]
    assert "BEGIN:VCALENDAR" in told["deadlines.ics"]


def test_time_that_runs_out_for_others_is_the_same_with_a_plan_and_without(clients, clock):
    clock(timezone.now())
    game = GameFactory(pace={"move_time": 86400}, after=["open 4 4", "pass"])

    def warned(*plans: Plan) -> Game:
        for planned in plans:
            plan(game, OWNER, planned)
        warns_at = seat_of(game, "Cid").warns_at
        clock(warns_at)
        return come_due(game, now=warns_at)

    (planned_for, mails), (thinking, other_mails) = as_it_came([lambda: warned(PowerPlan()), warned], clients)
    assert_same(planned_for, thinking)
    assert mails == other_mails
    assert any("running_out" in told for told in mails)


def test_nobody_else_is_alerted_of_a_plan():
    game = GameFactory()
    before = Alert.objects.count()
    for planned in ALL_PLANS:
        plan(game, OWNER, planned)
    assert Alert.objects.count() == before


def test_log_holds_no_limit(caplog):
    game = GameFactory()
    with caplog.at_level("DEBUG"):
        for planned in ALL_PLANS:
            plan(game, OWNER, planned)
        play_on(game, "open 4 4")
        come_due(game)
    ours = [record.getMessage() for record in caplog.records if not record.name.startswith("django.db")]
    assert not [line for line in ours if any(str(secret) in line for secret in SECRETS)]
