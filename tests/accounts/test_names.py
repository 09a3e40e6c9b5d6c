import pytest
from django.core.exceptions import ValidationError

from accounts import names
from accounts.models import User
from tests.factories import UserFactory

pytestmark = pytest.mark.postgresql


@pytest.mark.parametrize(
    "name", ["Al", "Ana-Maria O’Neill 2", "Jörg", "नेहा", "น้ำ", "Nguyễn", "王小明", "x" * 30, "9_to.five"]
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


def test_letters_that_look_the_same_are_stored_the_same():
    assert names.tidy("  Ａna\u00a0\u00a0 Maria\n") == "Ana Maria"


def test_a_refusal_says_how_long_a_name_may_be():
    with pytest.raises(ValidationError, match="2 to 30 characters"):
        names.check("A")


def test_a_name_is_taken_in_whatever_case(ana):
    assert not names.is_free("aNA")
    assert names.is_free("Anna")
    assert names.is_free("ANA", besides=ana)


def test_renaming_to_a_name_just_taken_stores_nothing(ana):
    bob = UserFactory(name="Bob")
    with pytest.raises(names.NameTaken):
        names.rename(bob, "ana")
    assert bob.name == "Bob"
    assert User.objects.get(pk=bob.pk).name == "Bob"
