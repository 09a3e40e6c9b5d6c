"""Reading what people say about a table: its terms, the seat of a bot, a practice game."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.core.validators import MaxLengthValidator, RegexValidator
from django.utils.safestring import SafeString
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import rules
from accounts.models import User
from matchmaking import tables
from matchmaking.models import LONGEST_NAME, AreaChoice, Table, new_token
from matchmaking.pictures import draw_areas, draw_map
from matchmaking.wording import ACCESS, AREAS, LENGTH, MONEY, Term, board

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

MOST_BOTS = rules.MAX_PLAYERS - 1
EMOJI_JOINER = "\u200d"


@dataclass(frozen=True, slots=True)
class Map:
    """A map to choose, with its picture."""

    name: str
    picture: SafeString


class Terms(forms.RadioSelect):
    """One of a few terms, each with its meaning."""

    template_name = "matchmaking/_terms.html"


class Maps(forms.RadioSelect):
    """One of the maps, each with its picture."""

    template_name = "matchmaking/_maps.html"


class Numbers(forms.RadioSelect):
    """One of a few numbers, side by side."""

    most = rules.MAX_PLAYERS
    """Numbers above this one cannot be chosen."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        if int(str(value)) > self.most:
            option["attrs"]["disabled"] = True
        return option


def _choose(sentence: "StrPromise") -> dict[str, "StrPromise"]:
    return {"required": sentence, "invalid_choice": sentence}


def _number(
    label: "StrPromise", least: int, most: int, *, error: "StrPromise", **options: Any
) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label,
        choices=[(str(number), str(number)) for number in range(least, most + 1)],
        coerce=int,
        widget=Numbers(attrs={"class": "numbers"}),
        error_messages=_choose(error),
        **options,
    )


def _either(label: "StrPromise", terms: dict[bool, Term], *, initial: bool, **options: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label,
        choices=[(str(value), term) for value, term in terms.items()],
        coerce=lambda word: word == str(True),
        initial=str(initial),
        widget=Terms,
        error_messages=_choose(gettext_lazy("Choose one of the two.")),
        **options,
    )


def _maps() -> list[tuple[str, str]]:
    return [(map_id, board(map_id).name) for map_id in rules.board_names()]


def _drawn_maps() -> list[tuple[str, Map]]:
    return [(map_id, Map(name, draw_map(map_id))) for map_id, name in _maps()]


class TableForm(forms.Form):
    """The terms of a new table. Sent as it comes, it makes a table for four on the first map, open to all."""

    token = forms.CharField(
        widget=forms.HiddenInput, initial=new_token, validators=[RegexValidator(r"\A[A-Za-z0-9_-]{16,32}\Z")]
    )
    name = forms.CharField(
        label=gettext_lazy("Name"),
        help_text=format_lazy(
            gettext_lazy("Of the table, and of the game that comes of it: at most {most} characters."),
            most=LONGEST_NAME,
        ),
        # Not max_length: with it, browsers cut off what is longer, and say nothing.
        validators=[MaxLengthValidator(LONGEST_NAME)],
        error_messages={
            "required": gettext_lazy("Give the table a name, so that others recognise it."),
            "max_length": gettext_lazy("Shorten the name to %(limit_value)d characters; it has %(show_value)d."),
        },
    )
    players = _number(
        gettext_lazy("Players"),
        rules.MIN_PLAYERS,
        rules.MAX_PLAYERS,
        initial="4",
        help_text=gettext_lazy("How many seats there are, bots included. The game starts when all are taken."),
        error=gettext_lazy("The game is for 2 to 6 players."),
    )
    bots = _number(
        gettext_lazy("Bots among them"),
        0,
        MOST_BOTS,
        initial="0",
        error=gettext_lazy("There can be 0 to 5 bots."),
    )
    map = forms.ChoiceField(
        label=gettext_lazy("Map"),
        choices=_drawn_maps,
        initial=rules.board_names()[0],
        widget=Maps,
        help_text=gettext_lazy(
            "Six areas with seven cities each. How many areas are in play depends on the players."
        ),
        error_messages=_choose(gettext_lazy("Choose one of these maps.")),
    )
    areas = forms.ChoiceField(
        label=gettext_lazy("Areas in play"),
        choices=list(AREAS.items()),
        initial=AreaChoice.RANDOM.value,
        widget=Terms,
        error_messages=_choose(gettext_lazy("Choose one of these ways.")),
    )
    chosen_areas = forms.MultipleChoiceField(
        label=gettext_lazy("Which areas"),
        required=False,
        widget=forms.CheckboxSelectMultiple(attrs={"class": "areas"}),
        error_messages={"invalid_choice": gettext_lazy("This map has other areas. Choose from these.")},
    )
    money_visible = _either(gettext_lazy("Money"), MONEY, initial=False)
    first_game = _either(gettext_lazy("Length"), LENGTH, initial=False)
    is_public = _either(gettext_lazy("Who can join"), ACCESS, initial=True)

    def __init__(self, *args: Any, host: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.host = host
        self.fields["name"].initial = _("%(host)s’s table") % {"host": host.name}
        self._offer_bots()
        self._offer_areas()

    def _offer_bots(self) -> None:
        """Let there be fewer bots than players. What was sent stays to be seen, even where it is refused."""
        field = cast(forms.ChoiceField, self.fields["bots"])
        room, picked = int(self._picked("players")) - 1, int(self._picked("bots"))
        if not self.is_bound:
            self.initial["bots"] = str(min(picked, room))
        cast(Numbers, field.widget).most = max(picked, room) if self.is_bound else room
        field.help_text = _(
            "At most %(room)d, as there are %(players)d players. They take their seats at once; later you can add and"
            " remove bots, too."
        ) % {"room": room, "players": room + 1}

    def _offer_areas(self) -> None:
        """Let the areas be those of the map, and say how many this number of players needs."""
        field = cast(forms.MultipleChoiceField, self.fields["chosen_areas"])
        field.choices = [(area.id, area.name) for area in board(self._picked("map")).areas]
        needed = rules.thresholds(rules.Options(), int(self._picked("players"))).areas
        field.help_text = ngettext("Tick %(count)d area.", "Tick %(count)d areas that touch one another.", needed) % {
            "count": needed
        }

    def _picked(self, name: str) -> str:
        """What is picked at the moment, or what the field begins with where that is no choice at all."""
        field = cast(forms.ChoiceField, self.fields[name])
        # Not by self[name], which would go on showing the field as it was before it is changed here.
        value = self.data.get(name) if self.is_bound else self.get_initial_for_field(field, name)
        return str(value if field.valid_value(value) else field.initial)

    @property
    def asks_for_areas(self) -> bool:
        return self._picked("areas") == AreaChoice.HOST

    @property
    def picture(self) -> SafeString:
        """The map that is picked at the moment, with the names of its areas."""
        return draw_areas(self._picked("map"))

    def clean_name(self) -> str:
        name = " ".join(self.cleaned_data["name"].split())
        if not any(character.isalnum() for character in name):
            raise forms.ValidationError(
                _("Take a name with at least one letter or digit, so that others can read it.")
            )
        if not all(character.isprintable() or character == EMOJI_JOINER for character in name):
            raise forms.ValidationError(_("This name contains a character that nobody can see. Type it in anew."))
        return name

    def clean(self) -> dict[str, Any]:
        agreed = self.cleaned_data
        if agreed.get("areas") != AreaChoice.HOST:
            self.errors.pop("chosen_areas", None)  # Nobody is asked for them, whatever was ticked before.
            agreed["chosen_areas"] = []
        if agreed.keys() >= {"players", "bots"}:
            self._check_bots(room=agreed["players"] - 1)
        if agreed.keys() >= {"map", "players", "areas", "chosen_areas"}:
            self._check_areas()
        return agreed

    def _check_bots(self, *, room: int) -> None:
        if self.cleaned_data["bots"] > room:
            sentence = ngettext(
                "Beside you there is room for %(count)d bot at this table.",
                "Beside you there is room for %(count)d bots at this table.",
                room,
            )
            self.add_error("bots", sentence % {"count": room})

    def _check_areas(self) -> None:
        try:
            tables.check_terms(self.table())
        except rules.RuleError as refusal:
            self.add_error("chosen_areas", str(refusal))

    def table(self) -> Table:
        """The table that was described, not stored yet."""
        terms = {name: value for name, value in self.cleaned_data.items() if name != "bots"}
        return Table(host=self.host, **terms)


class SeatForm(forms.Form):
    """Which seat a bot is to take or to leave."""

    number = forms.IntegerField(min_value=0, max_value=MOST_BOTS)


class PracticeForm(forms.Form):
    """A practice game. Sent empty, it is a whole one against two bots on the first map."""

    map = forms.ChoiceField(
        label=gettext_lazy("Map"),
        choices=_maps,
        required=False,
        initial=rules.board_names()[0],
        widget=forms.RadioSelect(attrs={"class": "numbers"}),
        error_messages=_choose(gettext_lazy("Choose one of these maps.")),
    )
    bots = _number(
        gettext_lazy("Bots"),
        1,
        MOST_BOTS,
        required=False,
        initial="2",
        empty_value=2,
        error=gettext_lazy("Play against 1 to 5 bots."),
    )

    first_game = _either(gettext_lazy("Length"), LENGTH, initial=False, required=False, empty_value=False)

    def clean_map(self) -> str:
        return self.cleaned_data["map"] or rules.board_names()[0]
