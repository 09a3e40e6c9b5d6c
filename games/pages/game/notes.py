"""What a player writes down about a game for themselves."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django import forms
from django.db import transaction
from django.db.models import F, QuerySet, Value
from django.db.models.functions import Concat
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.belongings import Row, Sheet
from accounts.models import User
from accounts.statements import written_once
from games.models import Game, Note, PositionNote
from talk import plain
from talk.forms import PlainField

LONGEST = 5000
"""How many characters notes may have."""

MOST_KEPT = 4 * LONGEST
"""How much of what was replaced unseen is kept, the latest first: four full notes."""


FORGOTTEN = ("games.Note.user", "games.PositionNote.user")
KEPT = ()


class _NotesField(PlainField):
    tidy = staticmethod(plain.clean)


class NotesForm(forms.Form):
    """The notes as they are to be, and which version of them was changed. ``forget`` drops what they replaced."""

    text = _NotesField(label=_("Your notes"), longest=LONGEST, rows=5, required=False)
    expected = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    forget = forms.BooleanField(required=False)

    def __init__(self, sent: Mapping[str, str] | None, note: Note) -> None:
        super().__init__(sent, initial={"text": note.text, "expected": note.version})
        self.auto_id = "notes-%s"


@dataclass(frozen=True, slots=True)
class NotesPanel:
    """A player's notes, to be changed. ``is_saved``: they have just been stored as they are in the field."""

    note: Note
    form: NotesForm
    is_saved: bool = False

    @property
    def is_as_stored(self) -> bool:
        """Whether what was sent changes nothing."""
        sent = self.form.cleaned_data if self.form.is_valid() else {}
        return sent.get("text") == self.note.text and not sent["forget"]

    @property
    def beginning(self) -> str:
        """The first line: what shows while the notes are folded."""
        return self.note.text.strip().partition("\n")[0]


@written_once
def _notes_on(game: int, user: int) -> QuerySet[Note]:
    return Note.objects.filter(game=game, user=user)


def read(game: Game, user: User, sent: Mapping[str, str] | None = None) -> NotesPanel:
    """A player's own notes.

    :param sent: what they want them to be, where that is not stored yet.
    """
    note = next(iter(_notes_on(game.pk, user.pk)), None) or Note(game=game, user=user)
    return NotesPanel(note, NotesForm(sent, note))


def write(game: Game, user: User, text: str, *, expected: int, forget: bool = False) -> Note:
    """Store notes. The last to write wins; what others of their pages had written meanwhile is kept beside it.

    :param expected: the version that was changed.
    :param forget: drop what was kept.
    """
    with transaction.atomic():
        Note.objects.get_or_create(game=game, user=user)
        note = Note.objects.select_for_update().get(game=game, user=user)
        if forget:
            note.replaced = ""
        if note.version != expected and note.text not in text:
            note.replaced = "\n\n".join(filter(None, [note.text, note.replaced]))[:MOST_KEPT]
        if note.text != text:
            note.text = text
            note.version += 1
        note.save(update_fields=["text", "version", "replaced"])
    return note


def rename(user: User) -> None:
    """Nothing to do: notes carry no name."""


def pass_on(giver: User, receiver: User) -> None:
    """Give a player's notes to another. Where both have notes on a game, they become one."""
    for note in Note.objects.filter(user=giver):
        theirs = Note.objects.filter(game=note.game_id, user=receiver)
        if not theirs.update(text=Concat(F("text"), Value("\n\n" + note.text)), version=F("version") + 1):
            Note.objects.filter(pk=note.pk).update(user=receiver)
    for noted in PositionNote.objects.filter(user=giver):
        theirs_there = PositionNote.objects.filter(game=noted.game_id, sequence=noted.sequence, user=receiver)
        if not theirs_there.update(text=Concat(F("text"), Value("\n\n" + noted.text))):
            PositionNote.objects.filter(pk=noted.pk).update(user=receiver)


def export(user: User) -> Iterator[Sheet]:
    yield Sheet("notes", gettext("Your notes on games."), FORGOTTEN[:1], _notes(user))
    yield Sheet(
        "notes_on_positions",
        gettext("Your notes on positions of games."),
        FORGOTTEN[1:],
        _position_notes(user),
    )


def erase(user: User, *, now: datetime) -> None:
    Note.objects.filter(user=user).delete()
    PositionNote.objects.filter(user=user).delete()


def _notes(user: User) -> Iterator[Row]:
    notes = Note.objects.filter(user=user).select_related("game").defer("game__setup").order_by("pk")
    for note in notes.iterator():
        yield {"game": note.game.name, "text": note.text, "replaced_by_another_page": note.replaced}


def _position_notes(user: User) -> Iterator[Row]:
    notes = PositionNote.objects.filter(user=user).select_related("game").defer("game__setup")
    for note in notes.order_by("game", "sequence").iterator():
        yield {
            "game": note.game.name,
            "after_action": note.sequence,
            "text": note.text,
            "written_at": note.written_at,
        }
