"""Parts of pages, for htmx: blocks of a template, each drawn alone."""

from typing import Any

from django.http import HttpRequest
from django.template import engines
from jinja2 import Template
from jinja2_fragments import render_block


def draw_part(request: HttpRequest, template: str, part: str, context: dict[str, Any]) -> str:
    """One part of a page: the block of this name, but for hyphens, as the id of its element has.

    It knows it as ``part``. The block may be one of a template that this one extends.
    """
    engine: Any = engines["jinja2"]
    given: dict[str, Any] = {"request": request}
    for processor in engine.template_context_processors:
        given |= processor(request)
    known, block = {**given, "part": part, **context}, part.replace("-", "_")
    page = engine.env.get_template(template)
    return (
        render_block(engine.env, template, block, known) if block in page.blocks else _inherited(page, block, known)
    )


def _inherited(page: Template, block: str, known: dict[str, Any]) -> str:
    context = page.new_context(known)
    next(
        page.root_render_func(context)
    )  # as far as the first words: with them it knows the blocks of what it extends
    return page.environment.concat(context.blocks[block][0](context))
