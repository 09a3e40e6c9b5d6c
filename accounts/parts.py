"""Parts of pages, for htmx: blocks of a template, each drawn alone."""

from typing import Any

from django.http import HttpRequest
from django.template import engines


def draw_part(request: HttpRequest, template: str, part: str, context: dict[str, Any]) -> str:
    """One part of a page: the block of this name, but for hyphens, as the id of its element has.

    It knows it as ``part``. The block may be one of a template that this one extends.
    """
    engine: Any = engines["jinja2"]
    given: dict[str, Any] = {"request": request}
    for processor in engine.template_context_processors:
        given |= processor(request)
    page, block = engine.env.get_template(template), part.replace("-", "_")
    drawn = page.new_context({**given, "part": part, **context})
    if block not in page.blocks:
        next(page.root_render_func(drawn))  # With its first words it knows the blocks of what it extends.
    return str(engine.env.concat(drawn.blocks[block][0](drawn)))
