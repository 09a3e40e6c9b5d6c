"""Parts of pages that are drawn once for everybody."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.template import Context, Engine, Template, TemplateSyntaxError
from django.template.base import NodeList
from django.template.loader_tags import IncludeNode
from django.utils import translation

from accounts.templatetags.fixed import Fixed, varies


def template(content: str) -> Template:
    return Engine.get_default().from_string(f"{{% load fixed i18n %}}{{% fixed %}}{content}{{% endfixed %}}")


def test_fixed_part_is_the_same_the_second_time():
    greeting = template('<a href="{% url \'home\' %}">{% translate "Log in" %}</a>')
    assert greeting.render(Context()) == greeting.render(Context()) == '<a href="/">Log in</a>'


def test_fixed_part_is_drawn_in_each_language(settings, monkeypatch):
    settings.USE_I18N = True
    old = translation._trans  # keeps to the setting that it began with
    monkeypatch.setattr(translation, "_trans", type(old)())
    label = template('{% translate "Password" %}')
    with translation.override("de"):
        in_german = label.render(Context())
    assert (label.render(Context()), in_german) == ("Password", "Passwort")


@pytest.mark.parametrize(
    "content",
    [
        "{{ user.name }}",
        "<p>{% if user %}Hello{% endif %}</p>",
        "{% for each in games %}x{% endfor %}",
        "{% with a=b %}{{ a }}{% endwith %}",
        "<form>{% csrf_token %}</form>",
        "{% block of_each_page %}{% endblock %}",
        "{% fixed %}Hello{% endfixed %}",
        "{% blocktranslate %}Hello {{ name }}{% endblocktranslate %}",
    ],
)
def test_what_differs_from_page_to_page_cannot_be_fixed(content):
    with pytest.raises(TemplateSyntaxError):
        template(content)


def test_fixed_part_knows_nothing_of_the_page_it_is_on():
    assert template("{% firstof secret 'nothing' %}").render(Context({"secret": "deck"})) == "nothing"


def included(nodes: NodeList) -> Iterator[Template]:
    """The templates that these include, and those that they include in turn."""
    includes: list[Any] = nodes.get_nodes_by_type(IncludeNode)
    for node in includes:
        found = Engine.get_default().get_template(node.template.resolve(Context()))
        yield found
        yield from included(found.nodelist)


def test_what_fixed_parts_include_does_not_differ_either():
    folder = settings.BASE_DIR / "templates"
    pages = [Engine.get_default().get_template(str(path.relative_to(folder))) for path in folder.rglob("*.html")]
    parts = {
        found.name: found.nodelist
        for page in pages
        for part in page.nodelist.get_nodes_by_type(Fixed)
        for found in included(part.nodelist)
    }
    assert "_close_button.html" in parts
    assert [name for name, nodes in parts.items() if varies(nodes)] == []
