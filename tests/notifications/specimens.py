"""A mail of every kind, about games that were really played; for whoever looks at them all."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import resvg_py
from django.utils import timezone

import rules
from games.models import Game
from games.turns import undo, votes
from games.turns.votes import Motion
from matchmaking import invitations
from notifications import digest, kinds
from notifications.channels.mail import Letter
from notifications.kinds import Link, Notice, Picture
from notifications.models import Alert, Channel, Destination
from tests.factories import GameFactory, TableFactory, person_called, play_to_the_end, play_until
from tests.games.planned import invitation, run_out
from tests.games.scripts import AUCTIONS, ROUND

_SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="12" height="8"><path fill="#7fd0c3" d="M0 0h12v8H0Z"/></svg>'

CLOCK = {"move_time": 36 * 3600}


def alerts() -> dict[str, Alert]:
    """By what they are about; Ana or Bob are told."""
    return {tell.__name__.lstrip("_"): tell() for tell in _TELLERS}


def letters(alerts: Mapping[str, Alert]) -> dict[str, Letter]:
    """What Ana would read, and an alert that goes along with others, and one that has all that a mail can have."""
    now, found = timezone.now(), {subject: _notice(alert) for subject, alert in alerts.items()}
    found["several"] = digest.combine([found["your_turn"], found["running_out"], found["undo_asked"]])
    found["with_everything"] = _with_everything(found["your_turn"])
    return {
        subject: Letter.of(notice, person_called("Ana"), f"alert.{number}", now=now)
        for number, (subject, notice) in enumerate(found.items())
    }


def _your_turn() -> Alert:
    return _told("your_turn", GameFactory.create(pace=CLOCK, after=[*ROUND, "open 7 7"]))


def _first_turn() -> Alert:
    return _told("your_turn", GameFactory.create())


def _paused() -> Alert:
    game = GameFactory.create(pace=CLOCK)
    for seat in game.seats.all():
        votes.cast(game, seat, Motion.PAUSE, pauses=0, now=timezone.now())
    return _told("your_turn", game)


def _running_out() -> Alert:
    game = GameFactory.create(pace=CLOCK)
    return _made_up("running_out", game)


def _your_auctions() -> Alert:
    return invitation(play_until(GameFactory.create(after=ROUND), lambda state: 0 not in state.to_move), "Ana")


def _your_round_ahead() -> Alert:
    return invitation(GameFactory.create(after=AUCTIONS), "Ana")


def _your_round() -> Alert:
    return _told("your_turn", GameFactory.create(pace=CLOCK, after=[*AUCTIONS, "buy o2"]))


def _game_began() -> Alert:
    return _made_up("game_began", GameFactory.create(), reader="Bob")


def _undo_asked() -> Alert:
    game = GameFactory.create(undo_by_consent=True, after=["open 4 4", "pass", "pass"])
    undo.take_back(game, game.seats.get(name="Bob"), expected=game.sequence)
    return _told("undo_asked", game)


def _vote_open() -> Alert:
    game = GameFactory.create(pace=CLOCK)
    votes.cast(game, game.seats.get(name="Bob"), Motion.PAUSE, pauses=0, now=timezone.now())
    return _told("vote_open", game)


def _missed_turn() -> Alert:
    return _told("missed_turn", run_out(GameFactory.create(pace=CLOCK)))


def _stand_in() -> Alert:
    game = run_out(GameFactory.create(pace=CLOCK))
    return _told("stand_in", run_out(play_until(game, lambda state: 0 in state.to_move)))


def _game_over() -> Alert:
    return _told("game_over", play_to_the_end(GameFactory.create(options=rules.Options(first_game=True))))


def _ended_early() -> Alert:
    game = GameFactory.create(pace=CLOCK)
    for seat in game.seats.all():
        votes.cast(game, seat, Motion.END, pauses=0, now=timezone.now())
    return _told("game_over", game)


def _test() -> Alert:
    return Alert(recipient=person_called("Ana"), kind="test", subject_id=0, sequence=1)


def _way_given_up() -> Alert:
    ana, now = person_called("Ana"), timezone.now()
    Destination.objects.create(user=ana, channel=Channel.DISCORD, address="https://discord.example/x", off_at=now)
    minute = int(now.timestamp()) // 60
    return Alert(recipient=ana, kind="way_given_up", subject_id=0, sequence=minute, created_at=now)


def _invited() -> Alert:
    ana, bob = person_called("Ana"), person_called("Bob")
    table = TableFactory.create(host=bob, name="Friday grid", is_public=False)
    invitations.invite(table, bob, [ana], now=timezone.now())
    return Alert(recipient=ana, kind="invited", subject_id=0, sequence=table.invitations.get().pk)


def _told(kind: str, game: Game) -> Alert:
    """What Ana was told last about a game."""
    return Alert.objects.filter(kind=kind, subject_id=game.pk, recipient__name="Ana").latest("pk")


def _made_up(kind: str, game: Game, *, reader: str = "Ana") -> Alert:
    """What somebody could be told about the present moment of a game."""
    return Alert(recipient=person_called(reader), kind=kind, subject_id=game.pk, sequence=game.sequence)


def _notice(alert: Alert) -> Notice:
    notice = kinds.known[alert.kind].build(alert)
    assert notice is not None, f"{alert.kind} is not needed."
    return notice


def _with_everything(notice: Notice) -> Notice:
    address = "https://games.example/act/abc/"
    links = (Link("Pass", address), Link("Power 04 and 05, as proposed, for 2 cities", address))
    return replace(notice, actions=notice.actions or links, picture=notice.picture or _picture())


def _picture() -> Picture:
    return Picture(lambda: resvg_py.svg_to_bytes(svg_string=_SVG), "A board with nothing on it.")


_TELLERS: tuple[Callable[[], Alert], ...] = (
    *(_your_turn, _first_turn, _paused, _running_out, _your_auctions, _your_round_ahead, _your_round, _game_began),
    *(_undo_asked, _vote_open, _missed_turn, _stand_in, _game_over, _ended_early, _invited, _test, _way_given_up),
)
