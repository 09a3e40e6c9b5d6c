"""Private notes on positions: one's own alone, and never lost to another page."""

import pytest
from django.urls import reverse

from games.models import Game, PositionNote
from games.pages.past import position_notes
from games.pages.past.position_notes import LONGEST, digest
from tests.factories import GameFactory, UserFactory, person_called
from tests.games.scripts import AUCTIONS
from tests.pages import html_of, link, words_of
from tests.talk.scripts import HOSTILE

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(db):
    return GameFactory(after=AUCTIONS)


@pytest.fixture
def write(client, game):
    """Send a note as somebody, from a page that had shown what was there before."""

    def post(text: str, before: str = "", number: int = 3, name: str = "Ana", game: Game = game, **query: int):
        client.force_login(person_called(name))
        address = reverse("games:position_note", args=[game.pk, number])
        query_string = "&".join(f"{field}={value}" for field, value in query.items())
        sent = {"text": text, "expected": digest(before)}
        return client.post(f"{address}?{query_string}" if query else address, sent)

    return post


@pytest.fixture
def page_of(client, game):
    def show(name: str = "", number: int = 3):
        if name:
            client.force_login(person_called(name))
        else:
            client.logout()
        return client.get(reverse("games:history", args=[game.pk, number]))

    return show


def test_note_is_kept_listed_and_marked(write, page_of, game):
    assert write("Bob hoards coal\nagain").url == reverse("games:history", args=[game.pk, 3]) + "#position-note"
    page = page_of("Ana")
    assert "Bob hoards coal\nagain</textarea>" in html_of(page)
    assert "Your note is saved." in words_of(page)
    elsewhere = page_of("Ana", 5)
    assert link(elsewhere, "pinned-3") == reverse("games:history", args=[game.pk, 3])
    assert '<svg class="pin" x="50.00%"' in html_of(elsewhere)
    assert "again" not in words_of(elsewhere)


def test_note_is_changed_and_goes_away_when_emptied(write, game):
    write("one")
    write("two", before="one")
    assert PositionNote.objects.get().text == "two"
    assert write(" \n", before="two").status_code == 302
    assert not PositionNote.objects.exists()


def test_address_keeps_whose_turns_and_what_to_compare_with(write, game):
    assert write("one", since=1, turns=2).url.endswith("/history/3/?since=1&turns=2#position-note")


@pytest.mark.parametrize("name", ["Bob", "Stranger", "", "Operator"])
def test_nobody_else_ever_reads_it(client, write, page_of, game, name):
    write("Bob hoards coal")
    if name == "Operator":
        client.force_login(UserFactory(name="Operator", is_staff=True, is_superuser=True))
        assert "positionnote" not in html_of(client.get(reverse("admin:index"))).lower()
    for number in (3, 5):
        assert "hoards" not in html_of(page_of(name, number))
        assert 'class="pin"' not in html_of(page_of(name, number))


def test_watchers_can_note_as_well_and_visitors_cannot(client, write, page_of, game):
    write("an opening to remember", name="Stranger")
    assert "an opening to remember" in html_of(page_of("Stranger"))
    assert "position-note" not in html_of(page_of())
    answer = client.post(reverse("games:position_note", args=[game.pk, 3]), {"text": "x", "expected": digest("")})
    assert answer.url.startswith(reverse("account_login"))
    assert PositionNote.objects.count() == 1


@pytest.mark.postgresql
def test_nobody_notes_on_games_that_they_may_not_see(write):
    private = GameFactory(is_public=False, after=AUCTIONS)
    assert write("x", name="Stranger", game=private).status_code == 404
    assert write("x", name="Ana", game=private).status_code == 302


def test_note_that_was_changed_on_another_page_is_not_lost(write, game):
    write("one")
    write("from the other page", before="one")
    answer = write("from this page", before="one")
    assert answer.status_code == 409
    assert "from the other page" in words_of(answer)
    assert "from this page</textarea>" in html_of(answer)
    assert f'name="expected" value="{digest("from the other page")}"' in html_of(answer)
    assert PositionNote.objects.get().text == "from the other page"
    write("from this page", before="from the other page")
    assert PositionNote.objects.get().text == "from this page"


def test_note_that_was_refused_leaves_what_is_compared_as_it_was(write):
    answer = write("x" * (LONGEST + 1), since=1, turns=1)
    assert answer.status_code == 400
    assert "What changed from action 1 to 3" in words_of(answer)
    assert '<option value="1" selected>' in html_of(answer)
    assert "x" * LONGEST in html_of(write("x" * (LONGEST + 1), since=999))


def test_note_that_was_taken_away_on_another_page_is_told_of(write, game):
    write("one")
    write("", before="one")
    assert write("two", before="one").status_code in {302, 409}


@pytest.mark.postgresql
def test_same_note_twice_is_one(write, game):
    write("one")
    assert write("one").status_code == 302
    assert PositionNote.objects.count() == 1


@pytest.mark.postgresql
def test_note_that_is_too_long_stays_in_the_field(write):
    answer = write("x" * (LONGEST + 1))
    assert answer.status_code == 400
    assert f"Shorten this to {LONGEST} characters" in words_of(answer)
    assert "x" * (LONGEST + 1) in html_of(answer)
    assert not PositionNote.objects.exists()


def test_there_is_an_end_to_notes(write, game, monkeypatch):
    monkeypatch.setattr(position_notes, "MOST", 1)
    write("one", number=1)
    answer = write("two", number=2)
    assert answer.status_code == 422
    assert "two</textarea>" in html_of(answer)
    assert write("changed", before="one", number=1).status_code == 302


def test_position_that_is_not_there_has_no_notes(write):
    assert write("x", number=99).status_code == 404
    assert not PositionNote.objects.exists()


def test_note_is_not_read_by_asking_for_its_address(client, game):
    client.force_login(person_called("Ana"))
    answer = client.get(reverse("games:position_note", args=[game.pk, 3]))
    assert answer.url == reverse("games:history", args=[game.pk, 3])


def test_hostile_words_are_words(write, page_of):
    for number, words in enumerate(HOSTILE):
        write(words, number=number % 6)
    assert "<script>alert" not in html_of(page_of("Ana"))
