"""What the folder of a board says in ``rules.html`` beside its chapter on the rules page."""

from collections.abc import Collection, Mapping
from typing import Any

from django.template import engines
from markupsafe import Markup

from games.pages.rulebook.book import Rulebook


def in_short(book: Rulebook) -> str:
    """What a board changes in the rules of its edition, in a sentence each."""
    return Markup(" ".join(_told_by(book).in_short(book).split()))  # noqa: S704  # the template has escaped it


def replaced(book: Rulebook, general: Collection[str]) -> list[str]:
    """The rules of a board that hold instead of some general ones."""
    told = vars(_told_by(book))
    own: Mapping[str, Collection[str]] = told.get("instead", {}) | told.get(f"instead_in_{book.options.edition}", {})
    return [rule for rule, others in own.items() if any(other in general for other in others)]


def _told_by(book: Rulebook) -> Any:
    engine: Any = engines["jinja2"]
    return engine.env.get_template(f"{book.options.map}/rules.html").module
