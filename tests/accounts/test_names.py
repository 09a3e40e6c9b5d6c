import sys
from importlib import import_module

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts import names
from accounts.forms import DisplayNameForm
from accounts.models import User, key_of
from tests.factories import UserFactory

pytestmark = pytest.mark.postgresql

CASES = (str, str.upper, str.lower, str.title, str.casefold)


@pytest.mark.parametrize(
    "name",
    ["Al", "Ana-Maria O’Neill 2", "Jörg", "नेहा", "น้ำ", "Nguyễn", "王小明", "x" * 30, "9_to_five", "J. R. R. Dot Jr."],
)
def test_readable_names_are_accepted(name):
    names.check(name)


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "x" * 31,
        "-dash",
        " Ana",
        "Ana\u202ebob",  # turns the direction of reading around
        "Ana\u200b",  # a space without width
        "A\u3164na",  # a letter that shows nothing
        "Ana\ufe0f",
        "Ana<b>",
        "Ana\x00",
        "Ana 🙂",
        "A\u0335\u0321\u0322\u0327\u0328na",  # a tower of accents
    ],
)
def test_names_that_others_cannot_read_are_refused(name):
    with pytest.raises(ValidationError):
        names.check(name)


@pytest.mark.parametrize(
    "name",
    ["аса", "Ольга О’Нил 2", "Αθηνά", "علی ۲", "山田々 ラメン Taro", "홍길동 Kim", "Oʻahu 7", "Əli", "2048"],
)
def test_names_in_one_alphabet_are_accepted_and_japanese_with_latin_letters(name):
    names.check(names.tidy(name))


@pytest.mark.parametrize(
    "name",
    [
        "\u0410na",  # Cyrillic A
        "An\u03b1",  # Greek alpha
        "\u13aana",  # Cherokee GO
        "B\u0585b",  # Armenian OH
        "B\u0966b",  # the zero of Devanagari
        "\u0391\u043da",  # Greek, Cyrillic and Latin
        "王 \u0430",  # Chinese with a Cyrillic letter that looks like a Latin one
    ],
)
def test_names_of_letters_that_look_like_those_of_another_alphabet_are_refused(name):
    with pytest.raises(ValidationError, match="one alphabet"):
        names.check(names.tidy(name))


@pytest.mark.parametrize(
    "name",
    [
        *(
            "You",
            "you",
            "YOURSELF",
            "Y-o-u",
            "Nobody",
            "every body",
            "The Trust",
            "Trust",
            "the_trust",
            "TheTrust",
            "Trust 2",
        ),
        *(
            "Bot",
            "Bot 1",
            "bot_12",
            "Easy bot",
            "Hard Bot 3",
            "Ampère",
            "ampere",
            "Henry",
            "Volta 2",
            "Guest 1234",
            "system",
        ),
    ],
)
def test_names_that_pages_give_to_others_are_refused(name):
    with pytest.raises(ValidationError, match="site uses this name"):
        names.check(names.tidy(name))


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Power Grid",
            "PowerGrid",
            "power-grid team",
            "The P0wer Gr1d",
            "admin",
            "Administrator",
            "Admin Ana",
            "Ana admin",
        ),
        *("Adm1n", "AdmIn", "Admln", "Ádmin", "moderator_2", "M0derator", "Site Support", "Support-Team", "STAFF"),
    ],
)
def test_names_of_those_who_run_the_site_are_refused(name):
    with pytest.raises(ValidationError, match="runs the site"):
        names.check(names.tidy(name))


@pytest.mark.parametrize(
    "name", ["Badminton Bob", "Youri", "Trusty", "Henrietta", "Stafford", "Botond", "Watts", "Yu", "Bo"]
)
def test_names_that_only_begin_like_one_of_the_site_are_accepted(name):
    names.check(name)


@pytest.mark.parametrize(
    "name",
    [
        *("evil.example", "St.John", "Ana evil.de", "9to.five", "192.168.1.1", "a．b", "a․b", "Ana .com", "Ana..."),
        *("www", "www evil", "HTTP evil", "https", "http:", "http://evil", "ana@evil", "mailto ana"),
    ],
)
def test_names_of_which_mail_programs_make_links_are_refused(name):
    with pytest.raises(ValidationError):
        names.check(names.tidy(name))


def test_name_of_a_host_from_before_the_rule_is_no_link_in_a_mail():
    assert names.without_links("Ana. evil.example www") == "Ana. evil. example www"


def test_letters_that_look_the_same_are_stored_the_same():
    assert names.tidy("  Ａna\u00a0\u00a0 Maria\n") == "Ana Maria"


def test_a_refusal_says_how_long_a_name_may_be():
    with pytest.raises(ValidationError, match="2 to 30 characters"):
        names.check("A")


def test_a_name_is_taken_in_whatever_case(ana):
    assert not names.is_free("aNA")
    assert names.is_free("Anna")
    assert names.is_free("ANA", besides=ana)


SPELLINGS = [
    *(("Özil", "özil"), ("Straße", "STRASSE"), ("ΟΔΥΣΣΕΥΣ", "Οδυσσευς"), ("Ольга", "ОЛЬГА"), ("Ĳsbrand", "ijsbrand")),
    *(
        ("İlkay", "ilkay"),
        ("Işık", "ışık"),
        ("IŞIK", "ışık"),
        ("O’Neill", "O'Neill"),
        ("Jo\u0308rg", "JÖRG"),
        ("ﬁnn", "Finn"),
    ),
]


@pytest.mark.parametrize(("one", "other"), SPELLINGS)
def test_a_name_in_other_letters_for_the_same_is_taken(db, one, other):
    somebody = UserFactory(name=one)
    assert names.called(other).get() == somebody
    assert not names.is_free(other)
    with pytest.raises(IntegrityError), transaction.atomic():
        UserFactory(name=other, email="other@example.org")
    names.rename(somebody, "Quite another")
    assert names.is_free(other)


def test_no_letter_makes_another_name_in_another_case():
    letters = filter(str.isalpha, map(chr, range(sys.maxunicode + 1)))
    differing = [letter for letter in letters if len({key_of(f"a{case(letter)}b") for case in CASES}) > 1]
    assert differing == []


def test_name_that_a_program_of_the_release_before_has_stored_is_found_and_taken(ana):
    User.objects.filter(pk=ana.pk).update(name_key=None)
    assert not names.is_free("aNA")
    assert names.called("ANA").get() == ana


def test_person_from_before_a_rule_keeps_their_name(db):
    boss = UserFactory(name="Support")
    form = DisplayNameForm({"name": "Support"}, user=boss)
    assert form.is_valid()


def test_renaming_to_a_name_just_taken_stores_nothing(ana):
    bob = UserFactory(name="Bob")
    with pytest.raises(names.NameTaken):
        names.rename(bob, "ana")
    assert bob.name == "Bob"
    assert User.objects.get(pk=bob.pk).name == "Bob"


def test_of_people_with_one_name_in_two_spellings_the_first_keeps_it(db, capsys):
    _first, other, _third = (UserFactory(name=name) for name in ("Maße", "Other", "Masse 2"))
    User.objects.filter(pk=other.pk).update(name="MASSE")
    User.objects.update(name_key=None)
    migration = import_module("accounts.migrations.0012_one_name_in_all_spellings")
    for _again in range(2):
        migration.give_keys(apps, None)
        assert dict(User.objects.values_list("name", "name_key")) == {
            "Maße": "masse", "MASSE 3": "masse 3", "Masse 2": "masse 2"
        }  # fmt: skip
    assert capsys.readouterr().out.count(f"User {other.pk} is called MASSE 3 now") == 1
