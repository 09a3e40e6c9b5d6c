"""Parts of a page that are kept (:mod:`accounts.kept_pages`): ``{% kept "main" %}…{% endkept %}``."""

from django import template
from django.template.base import Node, NodeList, Parser, Token
from django.template.context import Context

from accounts.kept_pages import KeptPage, token

register = template.Library()


class Kept(Node):
    """Is drawn where the page was not found: what it shows is not even looked up otherwise."""

    def __init__(self, part: str, content: NodeList) -> None:
        self.part = part
        self.nodelist = content

    def render(self, context: Context) -> str:
        page: KeptPage | None = context.get("kept")
        if page is None:
            return self.nodelist.render(context)
        return page.place(self.part) or self._keep(page, context)

    def _keep(self, page: KeptPage, context: Context) -> str:
        html = self._draw(context)
        page.add(self.part, html)
        return html.replace(token(), str(context["csrf_token"])) if token() in html else html

    def _draw(self, context: Context) -> str:
        with context.push(csrf_token=token()):
            return self.nodelist.render(context)


@register.tag
def kept(parser: Parser, block: Token) -> Kept:
    """Draw what follows up to ``{% endkept %}``, or take it from the page that is ``kept``, if one is."""
    _name, part = block.split_contents()
    content = parser.parse(("endkept",))
    parser.delete_first_token()
    return Kept(part.strip("\"'"), content)
