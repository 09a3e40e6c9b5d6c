"""Parts of pages, for htmx: blocks of a template, each drawn alone."""

from typing import Any

from django.http import HttpRequest
from django.template import engines
from jinja2_fragments import render_block


def draw_part(request: HttpRequest, template: str, part: str, context: dict[str, Any]) -> str:
    """One part of a page: the block of this name, but for hyphens, as the id of its element has.

    It knows it as ``part``.
    """
    engine: Any = engines["jinja2"]
    given: dict[str, Any] = {"request": request}
    for processor in engine.template_context_processors:
        given |= processor(request)
    return render_block(engine.env, template, part.replace("-", "_"), {**given, "part": part, **context})
