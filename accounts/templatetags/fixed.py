"""Parts of pages that are the same for everybody: ``{% fixed %}<link href="{% static 'a.css' %}">{% endfixed %}``."""

from typing import Any

from django import template
from django.template.base import Node, NodeList, Parser, Token, TokenType, VariableNode
from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode, ForNode, IfNode
from django.template.loader_tags import BlockNode
from django.templatetags.i18n import BlockTranslateNode
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()


class Fixed(Node):
    """Is drawn once in each language, and knows nothing of the page that it is on.

    What looks for blocks, as Django does at each drawing of a page that extends another, need not look in here.
    """

    child_nodelists = ()

    def __init__(self, content: NodeList) -> None:
        self.nodelist = content
        self.drawn: dict[str | None, SafeString] = {}

    def render(self, context: Context) -> SafeString:
        language = get_language()
        if language not in self.drawn:
            self.drawn[language] = self.nodelist.render(context.new())
        return self.drawn[language]


VARYING = (VariableNode, ForNode, IfNode, CsrfTokenNode, BlockNode, Fixed)
"""What is not fixed, and what hides from a look for it."""


@register.tag
def fixed(parser: Parser, token: Token) -> Fixed:
    """Draw what follows up to ``{% endfixed %}`` once: words, addresses and files, but nothing of a page or person.

    :raises TemplateSyntaxError: something in it differs from page to page.
    """
    content = parser.parse(("endfixed",))
    parser.delete_first_token()
    if varies(content):
        raise template.TemplateSyntaxError("What is fixed is the same on all pages: it can have no variables.")
    return Fixed(content)


def varies(content: NodeList) -> bool:
    """Whether something in it differs from page to page. What it includes is left to a test."""
    sentences: list[Any] = content.get_nodes_by_type(BlockTranslateNode)
    return any(content.get_nodes_by_type(kind) for kind in VARYING) or any(
        token.token_type == TokenType.VAR
        for sentence in sentences
        for token in (*sentence.singular, *sentence.plural)
    )
