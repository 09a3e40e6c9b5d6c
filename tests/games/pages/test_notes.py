"""Private notes: theirs alone, and never lost."""

import pytest
from django.urls import reverse

from games.models import Note, PositionNote
from games.pages.game import notes
from tests.factories import GameFactory, GuestFactory, UserFactory, person_called
from tests.pages import html_of, words_of
from tests.talk.scripts import HOSTILE

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true", "HX-Target": "notes-state"}


@pytest.fixture
def game(db):
    return GameFactory()


@pytest.fixture
def write(client, game):
    """Send notes as somebody, from a page with the version that they had seen."""

    def post(text: str, expected: object = 0, name: str = "Ana", headers: dict[str, str] | None = None, **more: str):
        client.force_login(person_called(name))
        sent = {"text": text, "expected": expected, **more}
        return client.post(reverse("games:notes", args=[game.pk]), sent, headers=headers)

    return post


def test_notes_are_kept_and_shown_again(client, write, game):
    assert write("Bob hoards coal").url == f"{game.get_absolute_url()}#notes"
    page = client.get(game.get_absolute_url())
    assert "Your notes are saved." in words_of(page)
    assert "Bob hoards coal</textarea>" in html_of(page).replace("\n", "")


def test_htmx_hears_that_they_are_saved_and_the_field_is_left_alone(write):
    answer = write("Bob hoards coal", headers=HTMX)
    assert words_of(answer) == "Saved"
    assert 'name="expected" value="1"' in html_of(answer)
    assert "<textarea" not in html_of(answer)


@pytest.mark.parametrize("name", ["Bob", "Stranger", "", "Operator"])
def test_nobody_else_ever_reads_them(client, write, game, name):
    write("Bob hoards coal")
    client.logout()
    if name == "Operator":
        client.force_login(UserFactory(name="Operator", is_staff=True, is_superuser=True))
        assert "note" not in html_of(client.get(reverse("admin:index"))).lower()
    elif name:
        client.force_login(person_called(name))
    for address in (game.get_absolute_url(), f"{reverse('games:updates', args=[game.pk])}?seen=1"):
        assert "hoards" not in html_of(client.get(address))


def test_spectators_have_no_notes(client, write, game):
    assert write("Interesting", name="Stranger").status_code == 403
    assert 'id="notes-text"' not in html_of(client.get(game.get_absolute_url()))
    assert not Note.objects.exists()


def test_what_was_written_on_another_page_is_kept_beside(write):
    write("Bob hoards coal")
    answer = write("Cid is rich", expected=0, headers=HTMX)
    assert "Meanwhile you changed these notes on another page. They said: Bob hoards coal" in words_of(answer)
    note = Note.objects.get()
    assert (note.text, note.replaced) == ("Cid is rich", "Bob hoards coal")


def test_what_is_kept_beside_stays_until_it_is_dropped(client, write, game):
    write("Bob hoards coal")
    write("Cid is rich", expected=0)
    write("Cid is very rich", expected=2)
    assert "They said:" in words_of(client.get(game.get_absolute_url()))
    write("Cid is very rich", expected=3, forget="on")
    assert Note.objects.get().replaced == ""


def test_three_pages_lose_nothing(write):
    write("One")
    write("Two", expected=0)
    write("Three", expected=0)
    note = Note.objects.get()
    assert (note.text, note.replaced) == ("Three", "Two\n\nOne")


def test_text_that_goes_on_from_the_other_replaces_nothing(write):
    write("Bob hoards coal")
    write("Bob hoards coal and oil", expected=0)
    assert Note.objects.get().replaced == ""


def test_same_text_again_is_no_change(write):
    write("Bob hoards coal")
    write("Bob hoards coal", expected=1)
    assert write("Bob hoards coal", expected=1, headers=HTMX).status_code == 204
    assert Note.objects.get().version == 1


@pytest.mark.postgresql
def test_notes_that_are_too_long_stay_in_the_field(write):
    answer = write("W" * 6000)
    assert answer.status_code == 400
    assert "Shorten this to 5000 characters; it has 6000." in words_of(answer)
    assert "W" * 6000 in html_of(answer)
    assert write("W" * 6000, headers=HTMX).status_code == 400
    assert not Note.objects.exists()


@pytest.mark.parametrize("expected", ["", "x", "-1"])
def test_page_that_does_not_say_what_it_saw_changes_nothing(write, expected):
    assert write("Bob hoards coal", expected=expected).status_code == 400
    assert not Note.objects.exists()


@pytest.mark.postgresql
@pytest.mark.parametrize("text", [*HOSTILE, "</textarea><script>alert(1)</script>"])
def test_hostile_notes_are_shown_as_notes(client, write, game, text):
    write(text)
    html = html_of(client.get(game.get_absolute_url()))
    field = html.partition('id="notes-text"')[2].partition("</textarea>")[0]
    assert "<" not in field


def test_notes_can_be_emptied(write):
    write("Bob hoards coal")
    write("", expected=1)
    assert Note.objects.get().text == ""


def test_notes_of_a_guest_go_along_to_their_account(ana):
    guest, game, other = GuestFactory(), GameFactory(), GameFactory()
    notes.write(game, guest, "As a guest", expected=0)
    notes.write(other, guest, "Elsewhere", expected=0)
    notes.write(game, ana, "As Ana", expected=0)
    notes.pass_on(guest, ana)
    assert Note.objects.get(game=game, user=ana).text == "As Ana\n\nAs a guest"
    assert Note.objects.get(game=other, user=ana).text == "Elsewhere"


def test_remarks_of_a_guest_go_along_to_their_account(ana):
    guest, game = GuestFactory(), GameFactory()
    for person, sequence, text in ((guest, 1, "As a guest"), (guest, 2, "Elsewhere"), (ana, 1, "As Ana")):
        PositionNote.objects.create(game=game, user=person, sequence=sequence, text=text)
    notes.pass_on(guest, ana)
    assert dict(PositionNote.objects.filter(user=ana).values_list("sequence", "text")) == {
        1: "As Ana\n\nAs a guest",
        2: "Elsewhere",
    }


def test_what_is_kept_beside_does_not_grow_for_ever(game, ana):
    for number in range(9):
        note = notes.write(game, ana, f"{number}" * notes.LONGEST, expected=99)
    assert note.replaced.startswith("7" * notes.LONGEST + "\n\n6")
    assert len(note.replaced) == notes.MOST_KEPT
