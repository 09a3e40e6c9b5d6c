"""How our templates are drawn: the environment of Jinja2, and what all of them can use.

It is an error to ask for what does not exist; on a public site that is logged, and the rest of the page is drawn.
"""

import logging
from collections.abc import Callable, MutableMapping
from functools import lru_cache
from types import FunctionType, NoneType
from typing import Any

from allauth.socialaccount.templatetags.socialaccount import get_providers, provider_login_url
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.humanize.templatetags.humanize import intcomma
from django.template import defaultfilters
from django.templatetags.static import static
from django.urls import get_script_prefix, reverse
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.html import json_script
from django.utils.safestring import SafeString
from django_htmx.jinja import htmx_script
from jinja2 import ChainableUndefined, Environment, StrictUndefined, make_logging_undefined
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Call, Const, EvalContext, Expr, Name
from jinja2.runtime import Context, Macro
from jinja2.utils import missing, pass_context, pass_eval_context
from markupsafe import Markup, _escape_inner, escape  # type: ignore[attr-defined]  # what its escape calls

from accounts import addresses, social, times
from games.board import glyphs, map, plants, symbols, words
from games.models.people import profile_of
from games.pages import charts, sharing
from games.pages.panels.pieces import signed
from matchmaking.beside import WaitingTables
from matchmaking.ratings.figures import Habits
from matchmaking.ratings.progress import Progress
from matchmaking.rematches import offer
from notifications import mail_styles

logger = logging.getLogger(__name__)

FOR_ALL = "macros.html"  # the template whose macros every other can call


class Empty(ChainableUndefined):
    """What None, a dictionary or a visitor without an account lacks: nothing, and so is what is asked of that."""

    def __eq__(self, other: object) -> bool:
        return other is None or isinstance(other, Empty)

    def __hash__(self) -> int:
        return hash(None)


class _OfSomething:
    def __new__(cls, hint: str | None = None, obj: Any = missing, *args: Any, **named: Any) -> Any:
        if isinstance(obj, NoneType | dict | AnonymousUser):
            return Empty(hint, obj, *args, **named)
        return super().__new__(cls)


class Missing(_OfSomething, StrictUndefined):
    """What does not exist, which is an error."""


class Logged(_OfSomething, make_logging_undefined(logger)):  # type: ignore[misc]  # a class that is made
    """What does not exist, which is written to the log."""


class QuickCode(CodeGenerator):
    """Writes out with :func:`escaped`, two thousand times a page, and asks for messages at once."""

    def visit_Call(self, node: Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802  (as Jinja2 does)
        match node:
            case Call(  # no template gives the name to anything else
                node=Name(name="_"), args=[Const(value=str() as text)], kwargs=[], dyn_args=None, dyn_kwargs=None
            ) if frame.eval_ctx.autoescape:
                self.write(f"environment.plain_message({text!r})")
            case _:
                super().visit_Call(node, frame, forward_caller=forward_caller)

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.autoescape and not frame.eval_ctx.volatile and finalize.src is None:
            self.write("environment.escaped(")
        else:
            super()._output_child_pre(node, frame, finalize)


def escaped(value: Any) -> str:
    """A value as it stands in HTML. Nothing is done with it any more, so it need not be marked as safe."""
    kind = type(value)
    if kind is str:
        return _escape_inner(value)
    if kind is Markup or kind is SafeString:
        return value  # type: ignore[no-any-return]
    if kind is int:
        return str(value)
    return escaped(str(value)) if isinstance(value, Promise) else escape(value)


def plain_message(text: str) -> str:
    """A message without gaps, as it stands in HTML."""
    return _without_gaps(text, translation.get_language(), is_markup=True)


class SharedGlobals(Environment):
    """All templates share one dictionary of globals: to compare two at each import took a twelfth of the time."""

    code_generator_class = QuickCode
    escaped = staticmethod(escaped)
    plain_message = staticmethod(plain_message)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **d} if d else self.globals


class QuickContext(Context):
    """Calls what takes no context without looking up how it is called: a page has a thousand calls."""

    def call(self, called: Callable[..., Any], /, *args: Any, **named: Any) -> Any:
        kind = type(called)
        if kind is Macro or called is message:
            args = (self.eval_ctx, *args)
        elif kind is not FunctionType or hasattr(called, "jinja_pass_arg"):
            return super().call(called, *args, **named)
        if named:
            named.pop("_block_vars", None)
            named.pop("_loop_vars", None)
        return called(*args, **named)


def environment(*, kind: type[Environment] = SharedGlobals, autoescape: Any, **options: Any) -> Environment:
    options["undefined"] = Missing if settings.DEVELOPMENT else Logged
    made = kind(
        **options,
        autoescape=autoescape,  # the settings say what is escaped
        keep_trailing_newline=True,
        extensions=["jinja2.ext.i18n"],
    )
    made.newstyle_gettext = True  # type: ignore[attr-defined]  # messages come with what fills their gaps
    made.context_class = QuickContext
    made.globals |= GLOBALS
    made.filters |= FILTERS
    made.globals |= vars(made.get_template(FOR_ALL).module)
    return made


def url(name: str, *args: Any, **kwargs: Any) -> str:
    return _address(get_script_prefix(), name, args, tuple(kwargs.items()))


@lru_cache(maxsize=10_000)
def _address(_prefix: str, name: str, args: tuple[Any, ...], kwargs: tuple[tuple[str, Any], ...]) -> str:
    return reverse(name, args=args, kwargs=dict(kwargs))


@pass_eval_context
def message(context: EvalContext, text: str, /, **gaps: Any) -> str:
    """A message in the language of the reader: ``_("Round %(round)s", round=3)``."""
    if gaps:
        return _filled(translation.gettext(text), gaps, is_markup=context.autoescape)
    return _without_gaps(text, translation.get_language(), is_markup=context.autoescape)


@pass_eval_context
def counting_message(context: EvalContext, one: str, many: str, count: int, /, **gaps: Any) -> str:
    """One of two messages, by a number, which they can name ``num``."""
    return _filled(translation.ngettext(one, many, count), {"num": count, **gaps}, is_markup=context.autoescape)


@lru_cache(maxsize=10_000)
def _without_gaps(text: str, _language: str | None, *, is_markup: bool) -> str:
    return _filled(translation.gettext(text), {}, is_markup=is_markup)


def _filled(said: str, gaps: dict[str, Any], *, is_markup: bool) -> str:
    if not is_markup:
        return said % gaps
    # Markup would do the same, but take each gap apart for it: that is slow.
    safe = {name: gap if isinstance(gap, int | float) else escape(gap) for name, gap in gaps.items()}
    return Markup(said % safe)  # noqa: S704  # translations are ours


@pass_context
def querystring(context: Context, **changes: Any) -> str:
    """The parameters of the address at hand, some of them changed; None takes one away."""
    fields = context["request"].GET.copy()
    for name, value in changes.items():
        fields.pop(name, None)
        if value is not None:
            fields[name] = value
    return f"?{fields.urlencode()}"


def _local(form: Callable[..., str]) -> Callable[..., str]:
    """A filter for moments, which says them in the zone of the reader. Lists say many, and the same ones again."""

    @lru_cache(maxsize=10_000)
    def said_there(moment: Any, args: tuple[str, ...], _zone: str, _language: str | None) -> str:
        return form(timezone.template_localtime(moment), *args)  # type: ignore[attr-defined]  # django-stubs lack it

    def said(moment: Any, *args: str) -> str:
        # By the name of the zone: the zone of a reader is an object that keeps the request alive.
        return said_there(moment, args, str(timezone.get_current_timezone()), translation.get_language())

    return said


def _urlize(text: str) -> Markup:
    return Markup(defaultfilters.urlize(text))  # noqa: S704  # it escapes all but the links that it makes


GLOBALS: dict[str, Any] = {
    "contact_address": lambda: settings.CONTACT_ADDRESS,
    "release": settings.RELEASE_STAMP,
    "milliseconds": times.milliseconds,
    "_": message,
    "gettext": message,
    "ngettext": counting_message,
    "static": lru_cache(static),  # it puts an address together for each sheet and script of each page
    "url": url,
    "querystring": querystring,
    "get_providers": pass_context(get_providers),
    "site_of": social.site_of,
    "provider_login_url": pass_context(provider_login_url),
    "get_current_language": translation.get_language,
    "get_current_language_bidi": translation.get_language_bidi,
    "htmx_script": htmx_script,
    "icon": glyphs.icon,
    "house": glyphs.house,
    "map_key": words.map_key,
    "about_map": words.about_map,
    "draw_piece": symbols.draw_piece,
    "draw_plant": plants.draw_plant,
    "draw_plant_strip": plants.draw_plant_strip,
    "draw_map": map.draw_map,
    "draw_detail": map.draw_detail,
    "draw_ground": map.draw_ground,
    "draw_pieces": map.draw_pieces,
    "picture_of": charts.picture_of,
    "profile_of": profile_of,
    "progress_of": Progress.of,
    "habits_of": Habits.of,
    "rematch_offer": offer,
    "shared_board": sharing.shared_board,
    "tables_of": WaitingTables.of,
    "looks": mail_styles,
    **dict.fromkeys(("request", "user", "announcements", "keeps_mails", "waiting_games")),
    "messages": (),
    "part": "",
    "oob": False,
    "is_desk": False,
}
"""What templates can call, beside the macros of :data:`FOR_ALL`.

The last ones are there for pages that answer no request, and for whole pages, which are no part of one.
"""


FILTERS: dict[str, Callable[..., Any]] = {
    "capfirst": defaultfilters.capfirst,
    "date": _local(defaultfilters.date),
    "default_if_none": defaultfilters.default_if_none,
    "floatformat": defaultfilters.floatformat,
    "intcomma": intcomma,
    "json_script": json_script,
    "mailbox": addresses.shown,
    "time": _local(defaultfilters.time),
    "truncatechars": defaultfilters.truncatechars,
    "urlencode": defaultfilters.urlencode,
    "urlize": _urlize,
    "signed": signed,
    "since": times.since,
    "amount": times.amount,
    "by_the_clock": times.by_the_clock,
    "left": times.left,
    "roughly": times.roughly,
    "span": times.span,
    "to_the_minute": times.to_the_minute,
}
