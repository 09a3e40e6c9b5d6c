"""A small world with something of everything, and the eight who ask for it: to walk all addresses of the site."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import NamedTuple

from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

import rules
from accounts.models import User
from announcements.models import Notice, Page
from games.alerts.action_links import tickets
from games.models import Game
from games.pages import talking
from games.pages.game import notes as notebook
from games.pages.past import position_notes
from games.plans.language import StandingPass
from games.records import reading, studies
from games.turns import absence, edit_plans, play, whatif
from matchmaking import rematches, table_talk, tables
from matchmaking.access import LINKS_KEY
from matchmaking.models import Table
from notifications import browsers, feeds, outbox, strangers, unsubscribe
from notifications.models import Channel, Destination
from powergrid import moderation
from rules.selfplay import play_game
from talk import conversations
from talk.models import Message
from tests.factories import GameFactory, GuestFactory, UserFactory, person_called, play_to_the_end
from tests.notifications.pushing import Browser

ROLES = ("anonymous", "guest", "stranger", "spectator", "seat", "other seat", "host", "staff")
"""Who asks. A stranger has nothing to do with any game, nor has a guest beside one of their own. A spectator has the
share links of the tables and no seat. Bob has a seat, and all that is private in this world is his; another seat is
that of Cid, and Ana was the host. Those who run the site have a seat nowhere."""

NAMES = {"stranger": "Stranger", "spectator": "Spectator", "seat": "Bob", "other seat": "Cid", "host": "Ana"}


@dataclass
class World:
    """Rows of everything, by names, and the sessions of those who ask.

    ``rows`` has what addresses name by a number, ``words`` what they name by a word.
    """

    people: dict[str, User] = field(default_factory=dict)
    rows: dict[str, int] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)

    def session(self, role: str, *, is_certain: bool = False) -> str:
        """The key of a new session of somebody: empty for those who have none.

        :param is_certain: whether they have just given their password.
        """
        if role == "anonymous":
            return ""
        store, user = SessionStore(), self.people[role]
        store[SESSION_KEY] = str(user.pk)
        store[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        store[HASH_SESSION_KEY] = user.get_session_auth_hash()
        if is_certain:  # as allauth notes it
            store["account_authentication_methods"] = [{"method": "password", "at": timezone.now().timestamp()}]
            store["account_authentication_methods_user"] = str(user.pk)
        if role == "spectator":
            store[LINKS_KEY] = [word for name, word in self.words.items() if name.startswith("token of")]
        store.save()
        return str(store.session_key)


class Route(NamedTuple):
    """An address: its name with those of its namespaces, and how it is spelt, with its slots."""

    name: str
    spelling: str
    pattern: URLPattern


def build() -> World:
    """Make the world, through the functions of the site."""
    world = World()
    moderation.make_group()
    _fill_with_people(world)
    _fill_with_games(world)
    _fill_with_tables(world)
    _fill_with_belongings(world)
    return world


def routes(resolver: URLResolver | None = None, name: str = "", route: str = "") -> Iterator[Route]:
    """All addresses of the site."""
    for entry in (resolver or get_resolver()).url_patterns:
        if isinstance(entry, URLResolver):
            prefix = f"{name}{entry.namespace}:" if entry.namespace else name
            yield from routes(entry, prefix, route + str(entry.pattern))
        else:
            yield Route(name + (entry.name or ""), route + str(entry.pattern), entry)


def _fill_with_people(world: World) -> None:
    world.people |= {role: person_called(name) for role, name in NAMES.items()}
    world.people["guest"] = GuestFactory.create(name="Guest 4711")
    world.people["staff"] = UserFactory.create(name="Operator", is_staff=True, is_superuser=True)


def _fill_with_games(world: World) -> None:
    now = timezone.now()
    running = {
        "pace": {"move_time": 86400, "bank_time": 86400},
        "undo_by_consent": True,
        "after": ["open 4 4", "pass", "pass"],
    }
    games = {
        "public game": GameFactory.create(name="Public round", **running),
        "private game": GameFactory.create(name="Private round", is_public=False, **running),
        "public game that is over": play_to_the_end(GameFactory.create(name="Public past")),
        "game without a player": GameFactory.create(name="Left alone", **running),
        "game of the guest": _practice_in_which_a_bot_began(world.people["guest"]),
    }
    bob, ana = world.people["seat"], world.people["host"]
    for game in (games["public game"], games["private game"]):
        _live_in(game, bob, ana)
    absence.leave(games["game without a player"], world.people["other seat"], now=now)
    record, _state = play_game(rules.Options(first_game=True), 3, "5eed")
    study = studies.bring(bob, reading.read(rules.write_record(record).encode()), name="Study", now=now)
    world.words["record"] = rules.write_record(record)
    world.rows |= {name: game.pk for name, game in {**games, "study": study}.items()}


def _practice_in_which_a_bot_began(guest: User) -> Game:
    """The deal is fixed: the bot on the right of the guest begins, so the second action is the guest's."""
    seats = [play.NewSeat(guest.name, guest), play.NewSeat("Faraday", None), play.NewSeat("Henry", None)]
    options = rules.Options(first_game=True)
    return play.start(
        options, seats, name="Practice", is_public=False, undo_by_consent=True, bot_level="easy", seed="5eed6"
    )


def _live_in(game: Game, bob: User, ana: User) -> None:
    """Have somebody write, plan, try and ask in a game whatever can be."""
    now = timezone.now()
    for person in (bob, ana):
        talking.say(game, person, f"words of {person.name}", now=now - timedelta(minutes=1))
    notebook.write(game, bob, "private note", expected=0)
    position_notes.write(game, bob, 1, "private remark", expected=position_notes.digest(""), now=now)
    edit_plans.give(game, game.seats.get(user=bob), StandingPass(), now=now)
    whatif.let_others_decide(whatif.read(game, game.seats.get(user=bob)), 0)


def _fill_with_tables(world: World) -> None:
    ana, bob, cid = (world.people[role] for role in ("host", "seat", "other seat"))
    now = timezone.now()
    for name, is_public in (("public", True), ("private", False)):
        table: Table = tables.create(
            Table(host=ana, name=f"{name} table", map="germany", players=5, is_public=is_public), bots=1, now=now
        )
        for person in (bob, cid):
            table = tables.join(table, person, share=f"luck of {person.name}")
        table = table_talk.say(table, bob, "words at the table", now=now - timedelta(minutes=1))
        started = tables.create(
            Table(host=ana, name=f"{name} table, started", map="germany", players=3, is_public=is_public),
            bots=0,
            now=now,
        )
        for person in (bob, cid):
            started = tables.join(started, person)
        world.words[f"token of the {name} table"] = table.token
        world.rows |= {f"{name} table": table.pk, f"{name} table that has started": started.pk}
        world.rows[f"talk at the {name} table"] = table.conversation_id or 0
    over = Game.objects.get(pk=world.rows["public game that is over"])
    kept = rematches.play_again(over, bob, is_reversed=False, now=now)
    world.rows["table with kept places"] = kept.pk


def _fill_with_belongings(world: World) -> None:
    """Have Bob own whatever somebody can own, and tell Bob and Ana something."""
    bob, cid = world.people["seat"], world.people["other seat"]
    now = timezone.now()
    game = Game.objects.get(pk=world.rows["public game"])
    hook = Destination.objects.create(
        user=bob, channel=Channel.WEBHOOK, address="https://hooks.example/in", secret="hush", label="hook of Bob"
    )
    browsers.turn_on(bob, Browser().subscription, "Firefox/1 Linux", now=now)
    feeds.make(bob, now=now)
    outbox.tell([bob, cid], "game_over", game.pk, 1, now=now + timedelta(days=1))
    vacation = bob.vacations.create(
        first_day=now.date() + timedelta(days=9), last_day=now.date() + timedelta(days=12)
    )
    conversations.mute(bob, cid)
    conversations.report(Message.objects.filter(author=bob).latest("pk"), cid, reason="spam", remark="")
    Page.objects.create(subject=Page.Subject.PRIVACY, text="We keep what you play.")
    said = Message.objects.get(conversation=game.conversation_id, author=bob)
    unheard = Message.objects.get(
        conversation=Game.objects.get(pk=world.rows["private game"]).conversation_id, author=bob
    )
    world.rows |= {
        "hook": hook.pk,
        "browser": Destination.objects.get(channel=Channel.PUSH).pk,
        "vacation": vacation.pk,
        "announcement": Notice.objects.create(text="We meet on Sunday.").pk,
        "talk in the public game": said.conversation_id,
        "talk in the private game": unheard.conversation_id,
        "message in the public game": said.pk,
        "message in the private game": unheard.pk,
    }
    address = EmailAddress.objects.get(user=bob)
    world.words |= {
        "feed": Destination.objects.get(user=bob, channel=Channel.FEED).secret,
        "act": tickets.write(_ticket(game, cid)),
        "stop": unsubscribe.address(bob, game.pk).rstrip("/").rsplit("/", 1)[-1],
        "never": strangers.stop_url("nobody@example.org").rstrip("/").rsplit("/", 1)[-1],
        "confirm": EmailConfirmationHMAC(address).key,
        "endpoint": Destination.objects.get(channel=Channel.PUSH).address,
    }


def _ticket(game: Game, owner: User) -> tickets.Ticket:
    """A link that somebody has got by mail."""
    seat = game.seats.get(user=owner)
    sequence = game.sequence if seat.asked_sequence is None else seat.asked_sequence
    return tickets.Ticket(tickets.Kind.DECLINE, game.pk, seat.number, owner.pk, sequence)
