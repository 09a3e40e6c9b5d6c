"""Parts of pages that are drawn once for everybody."""

import pytest
from django.template import Context, Engine, Template, TemplateSyntaxError
from django.utils import translation


def template(content: str) -> Template:
    return Engine.get_default().from_string(f"{{% load fixed i18n %}}{{% fixed %}}{content}{{% endfixed %}}")


def test_fixed_part_is_the_same_the_second_time():
    greeting = template('<a href="{% url \'home\' %}">{% translate "Log in" %}</a>')
    assert greeting.render(Context()) == greeting.render(Context()) == '<a href="/">Log in</a>'


def test_fixed_part_is_drawn_in_each_language(settings, monkeypatch):
    settings.USE_I18N = True
    monkeypatch.setattr(translation, "_trans", type(translation._trans)())  # the one that is there knows the old setting
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
    ],
)
def test_what_differs_from_page_to_page_cannot_be_fixed(content):
    with pytest.raises(TemplateSyntaxError):
        template(content)


def test_fixed_part_knows_nothing_of_the_page_it_is_on():
    assert template("{% firstof secret 'nothing' %}").render(Context({"secret": "deck"})) == "nothing"
