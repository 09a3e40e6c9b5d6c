"""Reading what people say about a table: its terms, the seat of a bot, a practice game."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, cast

from django import forms
from django.core.validators import MaxLengthValidator, RegexValidator
from django.forms.boundfield import BoundField
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from msgspec.structs import replace

import rules
from accounts import bans
from accounts.models import User
from games.board.areas import draw_areas
from games.models import levels
from games.models.terms import TERMS, Term, area_name, areas_that_fit, map_name
from games.pages.map_choice import FEW_MAPS, Maps, map_choices, maps_played_lately
from matchmaking import tables
from matchmaking.fields import (
    OPTIONS,
    PACES,
    Choice,
    Numbers,
    PaceFields,
    Segments,
    Terms,
    choice,
    number,
    option,
    term,
)
from matchmaking.models import LONGEST_NAME, Access, AreaChoice, Table, new_token
from matchmaking.shares import ShareField
from matchmaking.table_terms import (
    ACCESS,
    UNDO,
    about_areas,
    about_board,
    about_length,
    about_table,
    refusal_in_words,
)
from rules.bots import Level

MOST_BOTS = rules.MAX_PLAYERS - 1
OPEN_ANEW = _("This form is too old or incomplete. Open a new one and fill it in again.")
EMOJI_JOINER = "\u200d"

VARIANTS = ("first_game", "two_player_mode", "start_cities", "money_visible")
"""The options of the rules that most hosts think about."""
RARE = (
    "tiebreak",
    "start_city_must_be_empty",
    "step2_removal_when_skipped",
    "trust_refill",
    "trust_triggers_phase_out",
    "france_recharged_garbage",
)
"""Those that hardly anybody does."""
DEPENDENT = ("areas", *VARIANTS, *RARE)  # the options that are offered only where they make a difference

CHOICES = ("edition", "map", "players", *PACES)
"""What each host chooses. All else can be left as it is, and is folded away."""


class TableForm(PaceFields):
    """The terms of a new table. Sent as it comes, it makes a table for four on the first map, open to all.

    Which maps, areas, bots and options are offered depends on the other answers. What was not offered is forgotten;
    what was offered, but not asked yet, has to be looked at first.
    """

    use_required_attribute = False
    """With it, browsers would not send a form that lacks what is folded away, nor show what it lacks."""

    token = forms.CharField(
        widget=forms.HiddenInput,
        initial=new_token,
        validators=[RegexValidator(r"\A[A-Za-z0-9_-]{16,32}\Z")],
        error_messages={"required": OPEN_ANEW, "invalid": OPEN_ANEW},
    )
    name = forms.CharField(
        label=_("Name"),
        help_text=format_lazy(_("Of the table and of its game: at most {most} characters."), most=LONGEST_NAME),
        # Not max_length: with it, browsers cut off what is longer, and say nothing.
        validators=[MaxLengthValidator(LONGEST_NAME)],
        error_messages={
            "required": _("Give the table a name, so that others recognise it."),
            "max_length": _("Shorten the name to %(limit_value)d characters; it has %(show_value)d."),
        },
    )
    players = number(
        _("Players"),
        rules.MIN_PLAYERS,
        rules.MAX_PLAYERS,
        initial="4",
        help_text=_("How many seats there are, bots included. The game starts when all are taken."),
        error=_("The game is for 2 to 6 players."),
    )
    bots = number(_("Bots among them"), 0, MOST_BOTS, error=_("There can be 0 to 5 bots."))
    bot_level = term(
        _("Level of the bots"),
        levels.SEVERAL,
        required=False,
        initial=levels.USUAL,
        empty_value=levels.USUAL,
        help_text=_("Bots that you add later have it, too."),
    )
    access = term(_("Who can join"), ACCESS)
    edition = option("edition", _("Edition"), widget=Segments())
    map = choice(
        _("Map"),
        {},
        initial=rules.board_names()[0],
        widget=Maps(has_stars=True),
        error=_("Choose one of these maps."),
    )
    areas = option("areas", _("Areas in play"))
    chosen_areas = forms.MultipleChoiceField(
        label=_("Which areas"),
        required=False,
        widget=forms.CheckboxSelectMultiple(attrs={"class": "areas"}),
        error_messages={"invalid_choice": _("This map has other areas. Choose from these.")},
    )
    first_game = option("first_game", _("Length"))
    two_player_mode = option("two_player_mode", _("Two players"))
    start_cities = option("start_cities", _("Where networks start"))
    money_visible = option("money_visible", _("Money"))
    undo_by_consent = term(_("Taking back"), UNDO)
    tiebreak = option("tiebreak", _("Ties at the end"))
    start_city_must_be_empty = option("start_city_must_be_empty", _("First city"))
    step2_removal_when_skipped = option("step2_removal_when_skipped", _("A Step 2 that never begins"))
    trust_refill = option("trust_refill", _("Refill of the resource market"))
    trust_triggers_phase_out = option("trust_triggers_phase_out", _("Nuclear phase-out"))
    france_recharged_garbage = option("france_recharged_garbage", _("Garbage at the start"))

    share = ShareField()

    def __init__(self, *args: Any, host: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.host = host
        self.played_lately = maps_played_lately(host)
        self.usual_name = _("%(host)s’s table") % {"host": host.name}
        self.fields["name"].initial = self.usual_name
        self.seats: int = self.picked("players")
        self.options = self._picked_options()
        self._offer_bots()
        self._offer_areas()
        self.offered = [name for name in DEPENDENT if rules.applies(name, self.options, self.seats)]
        for name in DEPENDENT:
            self.fields[name].required = name in self.offered
        drafts = "areas" in self.offered and bool(self.picked("areas") == AreaChoice.DRAFT)
        self.offer_paces(people=self.seats - self.picked("bots"), drafts=drafts)
        if not self.is_bound:
            choices = (name for name, field in self.fields.items() if isinstance(field, Choice))
            self.initial = {**self.initial, **{name: self.word(name) for name in choices}}

    def _picked_options(self) -> rules.Options:
        """Those options that say which others there are, as they are picked at the moment."""
        options = rules.Options(edition=self.picked("edition"))
        maps = map_choices(options.edition, self.host.favourite_maps, self.played_lately)
        field = cast(Choice, self.fields["map"])
        field.choices = maps
        options = replace(options, map=self.picked("map"))
        if len(maps) > FEW_MAPS:  # the one that is chosen is to be seen, too
            field.choices = sorted(maps, key=lambda choice: choice[0] != options.map)
        for name in ("first_game", "two_player_mode"):
            if rules.applies(name, options, self.seats):
                options = replace(options, **{name: self.picked(name)})
        return options

    def _offer_bots(self) -> None:
        """Let there be fewer bots than players. What was sent stays to be seen, even where it is refused."""
        field = cast(Choice, self.fields["bots"])
        room, picked = self.seats - 1, self.picked("bots")
        if not self.is_bound:
            self.initial["bots"] = str(min(picked, room))
        cast(Numbers, field.widget).most = max(picked, room) if self.is_bound else room
        field.help_text = _(
            "At most %(room)d, as there are %(players)d players. They take their seats at once. You can add and"
            " remove bots later, too."
        ) % {"room": room, "players": room + 1}

    def _offer_areas(self) -> None:
        field = cast(forms.MultipleChoiceField, self.fields["chosen_areas"])
        field.choices = [(area.id, area_name(area)) for area in self.board.areas]
        needed = rules.thresholds(self.options, self.seats).areas
        tick = ngettext("Tick %(count)d area.", "Tick %(count)d areas.", needed) % {"count": needed}
        field.help_text = f"{tick} {areas_that_fit(self.board)}"
        self.fields["areas"].help_text = about_areas(self.board, self.seats, needed)

    @property
    def board(self) -> rules.Board:
        return rules.board(self.options.map, self.options.edition)

    @property
    def map_name(self) -> str:
        return map_name(self.board)

    @property
    def about_board(self) -> str:
        return about_board(self.board)

    @property
    def about_length(self) -> tuple[str, str]:
        """How long the game may take that is picked at the moment, for more than one person, and why."""
        return about_length(self.options, self.seats, self.move_time)

    @property
    def asks_for_areas(self) -> bool:
        return "areas" in self.offered and bool(self.picked("areas") == AreaChoice.HOST)

    @property
    def picture(self) -> SafeString:
        return draw_areas(self.board)

    @property
    def refused(self) -> list[BoundField]:
        return [field for field in self.visible_fields() if field.errors]

    @property
    def variants(self) -> list[BoundField]:
        return [self[name] for name in self.offered if name != "areas"]

    @property
    def in_words(self) -> str:
        """What the table will be by what is picked at the moment."""
        return about_table(self.options, self.seats, self.picked("bots"), self.move_time, self.picked("access"))

    @property
    def unusual(self) -> list[str]:
        """What is picked besides the choices of each host, and not as it comes."""
        unasked = {*DEPENDENT, *OPTIONS} - {*self.offered, *self.paced}
        return [
            _answer(field, self.word(name))
            for name, field in self.fields.items()
            if isinstance(field, Choice) and name not in {*CHOICES, *unasked} and self.word(name) != field.initial
        ]

    @property
    def has_refused_more(self) -> bool:
        """Whether something was refused that is folded away, and has to be seen."""
        return any(field.name not in CHOICES for field in self.refused)

    def clean_name(self) -> str:
        name = " ".join(self.cleaned_data["name"].split())
        if name != self.usual_name and (ban := bans.of(self.host, timezone.now())):  # names are words, too
            raise forms.ValidationError(bans.in_words(ban))
        if not any(character.isalnum() for character in name):
            words = _("Choose a name with at least one letter or digit, so that others can read it.")
            raise forms.ValidationError(words)
        if not all(character.isprintable() or character == EMOJI_JOINER for character in name):
            raise forms.ValidationError(_("This name contains a character that nobody can see. Type it again."))
        return name

    def clean(self) -> dict[str, Any]:
        agreed = self.cleaned_data
        self._check_edition()
        self._forget_what_was_not_offered()
        self.check_pace()
        if agreed.keys() >= {"players", "bots"}:
            self._check_bots(room=agreed["players"] - 1)
        if agreed.keys() >= {"edition", "map", "players", "areas", "chosen_areas"}:
            self._check_areas()
        return agreed

    def _check_edition(self) -> None:
        """Refuse a variant of another edition, for which it may have been picked."""
        sent = {name: value for name, value in self.cleaned_data.items() if name in VARIANTS and value}
        try:
            rules.check_options(rules.options_from_data({**sent, "edition": self.options.edition}))
        except rules.RuleError as refusal:
            self.add_error("edition", refusal_in_words(refusal))

    def _forget_what_was_not_offered(self) -> None:
        for name in {*DEPENDENT} - {*self.offered}:
            self.errors.pop(name, None)
            self.cleaned_data.pop(name, None)
        if self.cleaned_data.get("areas") != AreaChoice.HOST:
            self.errors.pop("chosen_areas", None)
            self.cleaned_data["chosen_areas"] = []

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
            self.add_error("chosen_areas", refusal_in_words(refusal))

    def table(self) -> Table:
        apart = ("access", "bots", "share", *PACES)
        terms = {name: value for name, value in self.cleaned_data.items() if name not in apart}
        access = self.cleaned_data.get("access")
        return Table(
            host=self.host,
            is_public=access == Access.PUBLIC,
            invited_only=access == Access.INVITED,
            **terms,
            **self.times(),
        )


def _answer(question: Choice, word: str) -> str:
    """What was picked: a term speaks for itself, a number needs its question."""
    answer = dict(cast(Any, question.choices))[word]
    if isinstance(answer, Term):
        return str(answer)
    return str(_("%(question)s: %(answer)s") % {"question": question.label, "answer": answer})


class PracticeForm(forms.Form):
    """A practice game. Sent empty, it is a whole one of the classic edition against two bots on the first map."""

    game = choice(
        _("Game"),
        {"first": TERMS["first_game"][True], **TERMS["edition"]},
        required=False,
        initial="classic",
        widget=Terms(),
        error=_("Choose one of these games."),
    )
    map = choice(
        _("Map"),
        {},
        required=False,
        widget=Maps(beside_first_game=True),
        error=_("Choose one of these maps."),
    )
    bots = number(
        _("Bots"),
        1,
        MOST_BOTS,
        required=False,
        initial="2",
        empty_value=2,
        help_text=_("With a single bot, Recharged has the Trust as a third company on most maps."),
        error=_("Play against 1 to 5 bots."),
    )
    bot_level = term(_("Level of the bots"), levels.SEVERAL, required=False)

    def __init__(self, *args: Any, is_new: bool = False, favourites: Iterable[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_new = is_new
        self.fields["bot_level"].initial = levels.FOR_NEWCOMERS if is_new else levels.USUAL
        field = cast(Choice, self.fields["map"])
        maps = map_choices(favourites=favourites)
        field.initial, _first = maps[0]
        field.choices = sorted(maps, key=lambda choice: choice[0] != self.data.get("map"))  # what is picked is seen

    def clean(self) -> dict[str, Any]:
        """Refuse the first game on a map that has none."""
        if not self.errors:
            try:
                rules.check_options(self.options)
            except rules.RuleError as refusal:
                self.add_error("game", refusal_in_words(refusal))
        return self.cleaned_data

    @property
    def level(self) -> Level:
        """How well the bots play: where nobody has said, Easy for newcomers, and in the game for them."""
        said: Level | None = self.cleaned_data["bot_level"]
        return said or (levels.FOR_NEWCOMERS if self.is_new or self.options.first_game else levels.USUAL)

    @property
    def options(self) -> rules.Options:
        map_id = self.cleaned_data["map"] or rules.board_names()[0]
        if self.cleaned_data["game"] == "recharged":
            return rules.Options(edition="recharged", map=map_id)
        return rules.Options(map=map_id, first_game=self.cleaned_data["game"] == "first")


@lru_cache
def draw_practice(is_new: bool, favourites: tuple[str, ...], _language: str | None) -> SafeString:
    """The questions of the form without answers: the same for the same favourites. Newcomers get the short game."""
    game = "first" if is_new else "classic"
    return PracticeForm(initial={"game": game}, is_new=is_new, favourites=favourites).render()
