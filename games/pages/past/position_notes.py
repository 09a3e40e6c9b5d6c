"""What a player pins to positions of a game, for themselves alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from zlib import crc32

from django import forms
from django.db import transaction

from accounts.models import User
from games.models import Game, PositionNote
from talk import plain
from talk.forms import PlainField

LONGEST = 2000
"""How many characters a note may have."""

MOST = 200
"""How many positions of a game a player can pin notes to."""


class Overtaken(Exception):
    """The note was changed on another page meanwhile."""


class TooMany(Exception):
    """There are as many notes on this game as a player may have."""


class _NoteField(PlainField):
    tidy = staticmethod(plain.clean)


class PositionNoteForm(forms.Form):
    """A note as it is to be, and a digest of what it was before. An empty note is deleted."""

    text = _NoteField(longest=LONGEST, rows=3, required=False)
    expected = forms.CharField(max_length=8)


@dataclass(frozen=True, slots=True)
class Pinned:
    """One of a player's notes on a game. ``x`` is where on the way through it, in percent."""

    sequence: int
    beginning: str
    x: str


@dataclass(frozen=True, slots=True)
class PositionNotes:
    """A player's notes on a game: that on the position they look at, to be changed, and where there are others.

    ``errors`` say what is wrong with a ``text`` that was sent. ``stored`` is there where it was changed on another
    page meanwhile; ``expected`` is to be sent along next time.
    """

    text: str
    errors: tuple[str, ...]
    expected: str
    pinned: tuple[Pinned, ...]
    stored: str | None = None


def digest(text: str) -> str:
    """What tells one text from another that may have replaced it."""
    return f"{crc32(text.encode()):08x}"


def read(
    game: Game, user: User, sequence: int, sent: Mapping[str, str] | None = None, *, is_overtaken: bool = False
) -> PositionNotes:
    """A player's own notes on a game, in one query.

    :param sequence: of the position they look at.
    :param sent: what they want the note on it to be, where that was not stored.
    :param is_overtaken: because it was changed on another page meanwhile.
    """
    notes = list(PositionNote.objects.filter(game=game, user=user).order_by("sequence"))
    stored = next((note.text for note in notes if note.sequence == sequence), "")
    return PositionNotes(
        text=stored if sent is None else sent.get("text", ""),
        errors=() if sent is None else tuple(map(str, PositionNoteForm(sent).errors.get("text", ()))),
        expected=digest(stored),
        pinned=tuple(_pinned(note, game) for note in notes),
        stored=stored if is_overtaken else None,
    )


def write(game: Game, user: User, sequence: int, text: str, *, expected: str, now: datetime) -> None:
    """Pin a note to a position, in place of what was there; an empty one takes it away.

    :param sequence: of a position that the game has.
    :param expected: the digest of what was there when the player began to change it.
    :raises Overtaken: something else is there now; nothing is stored.
    :raises TooMany: there is no room for one more; nothing is stored.
    """
    notes = PositionNote.objects.filter(game=game, user=user)
    with transaction.atomic():
        note = notes.select_for_update().filter(sequence=sequence).first()
        if note is None and not text.strip():
            return
        if note is None and notes.count() >= MOST:
            raise TooMany
        if note is None:
            written = {"text": text, "written_at": now}
            note, _is_new = notes.get_or_create(game=game, user=user, sequence=sequence, defaults=written)
        if note.text == text:
            return
        if digest(note.text) != expected:
            raise Overtaken
        if text.strip():
            PositionNote.objects.filter(pk=note.pk).update(text=text, written_at=now)
        else:
            note.delete()


def _pinned(note: PositionNote, game: Game) -> Pinned:
    share = 100 * note.sequence / game.sequence if game.sequence else 0
    return Pinned(note.sequence, note.text.strip().partition("\n")[0], f"{share:.2f}")
