"""Adding words to the seed on the pages of a table, and what these tell of it."""

import pytest
from django.urls import reverse
from django.utils import timezone

import rules
from games.models import Game
from matchmaking import shares, tables
from matchmaking.models import Table
from matchmaking.shares import tidy
from tests.factories import GuestFactory, TableFactory, UserFactory
from tests.matchmaking.forms import CREATE, as_it_comes
from tests.pages import html_of, words_of

pytestmark = pytest.mark.django_db

WORDS = "seven lucky sausages"
TOO_LONG = "x" * (rules.LONGEST_SHARE + 1)


def url(name: str, table: Table) -> str:
    return reverse(f"matchmaking:{name}", args=[table.pk])


def share_of(table: Table, user) -> str:
    return str(table.seats.get(user=user).share)


@pytest.fixture
def as_ana(client, ana):
    client.force_login(ana)
    return client


@pytest.fixture
def as_bob(client, bob):
    client.force_login(bob)
    return client


@pytest.fixture
def table(ana):
    return TableFactory(host=ana, players=3)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  two \t words\r\n ", "two words"),
        ("a\u202eb\x00c", "abc"),
        ("\u200d\u2060 ", ""),
        ("non\u00a0breaking", "non breaking"),
        ("👩\u200d🚀 up", "👩🚀 up"),
        ("e\u0301", "é"),
        ("Z" + "\u0301" * 30, None),
        ("+616e61:deck:13", "+616e61:deck:13"),
    ],
)
def test_words_are_tidied_to_what_a_seed_can_hold(typed, kept):
    tidied = tidy(typed)
    assert kept is None or tidied == kept
    assert tidied.isprintable()
    if tidied:
        assert rules.shares_of(rules.seed_of("ab", [tidied])) == (tidied,)


class TestSeeing:
    def test_commitment_is_shown_to_all_who_see_the_table(self, client, table):
        page = client.get(table.get_absolute_url())
        assert rules.commitment(table.secret) in words_of(page)
        assert reverse("games:fair_deck") in html_of(page)
        assert table.secret not in html_of(page)

    def test_commitment_is_folded_away_below_all_else(self, client, table):
        page = html_of(client.get(table.get_absolute_url()))
        before, folded = page.split('<details class="card more cards-from" id="cards">')
        assert rules.commitment(table.secret) in folded
        assert rules.commitment(table.secret) not in before
        assert "What is played" in before

    def test_others_see_only_that_words_were_added(self, as_bob, ana, table):
        before = words_of(as_bob.get(table.get_absolute_url()))
        assert "added words" not in before
        tables.add_share(table, ana, WORDS)
        page = as_bob.get(table.get_absolute_url())
        assert "added words" in words_of(page)
        assert WORDS not in html_of(page)

    def test_others_at_the_table_do_not_see_them_either(self, as_bob, ana, bob, table):
        tables.add_share(table, ana, WORDS)
        tables.join(table, bob)
        for address in (table.get_absolute_url(), url("updates", table), reverse("matchmaking:lobby")):
            assert WORDS not in html_of(as_bob.get(address))

    def test_own_words_are_there_to_be_changed(self, as_ana, ana, table):
        tables.add_share(table, ana, "<b>&\"'")
        page = html_of(as_ana.get(table.get_absolute_url()))
        assert 'value="&lt;b&gt;&amp;&#34;&#39;"' in page
        assert "Change my words" in page

    def test_closed_table_asks_for_no_words(self, as_ana, ana, table):
        tables.close(table, ana, now=timezone.now())
        assert url("share", table) not in html_of(as_ana.get(table.get_absolute_url()))

    def test_visitors_and_guests_are_not_asked_for_words(self, client, table):
        assert "join-share" not in html_of(client.get(table.get_absolute_url()))
        client.force_login(GuestFactory())
        assert "join-share" not in html_of(client.get(table.get_absolute_url()))

    def test_all_who_see_the_game_see_them_once_it_has_begun(self, client, ana, bob):
        table = TableFactory(host=ana, players=2)
        tables.add_share(table, ana, WORDS)
        game = tables.join(table, bob).game
        assert WORDS in words_of(client.get(reverse("games:proof", args=[game.pk])))


class TestAdding:
    def test_words_are_added_changed_and_taken_away(self, as_ana, ana, table):
        for words in (WORDS, "other words", ""):
            answer = as_ana.post(url("share", table), {"share": words})
            assert (answer.status_code, answer["Location"]) == (302, table.get_absolute_url())
            assert share_of(table, ana) == words

    def test_words_that_are_too_long_stay_in_the_field(self, as_ana, ana, table):
        answer = as_ana.post(url("share", table), {"share": TOO_LONG})
        assert answer.status_code == 400
        assert "Shorten your words to 40 characters; they have 41." in words_of(answer)
        assert TOO_LONG in html_of(answer)
        assert 'id="cards" open>' in html_of(answer)
        assert "they have 41. Change them" in words_of(answer)  # above, with the way to where they are
        assert share_of(table, ana) == ""

    def test_who_takes_a_seat_adds_words_with_it(self, as_bob, bob, table):
        as_bob.post(url("join", table), {"share": WORDS})
        assert share_of(table, bob) == WORDS

    def test_last_one_to_join_adds_words_before_the_game_begins(self, as_bob, ana):
        table = TableFactory(host=ana, players=2)
        as_bob.post(url("join", table), {"share": WORDS})
        assert Game.objects.get().shares == [[1, WORDS]]

    def test_nobody_takes_a_seat_with_words_that_are_too_long(self, as_bob, bob, table):
        answer = as_bob.post(url("join", table), {"share": TOO_LONG})
        assert answer.status_code == 400
        assert TOO_LONG in html_of(answer)
        assert not table.seats.filter(user=bob).exists()

    def test_seat_is_taken_without_words_as_ever(self, as_bob, bob, table):
        as_bob.post(url("join", table))
        assert share_of(table, bob) == ""


class TestRefusing:
    def test_game_that_has_begun_takes_no_words(self, as_ana, ana, bob):
        table = TableFactory(host=ana, players=2, is_public=False)
        tables.join(table, bob)
        setup = Game.objects.get().setup
        answer = as_ana.post(url("share", table), {"share": WORDS})
        assert answer.status_code == 302
        assert share_of(table, ana) == ""
        assert Game.objects.get().setup == setup

    def test_closed_table_takes_no_words(self, as_ana, ana, table):
        tables.close(table, ana, now=timezone.now())
        answer = as_ana.post(url("share", table), {"share": WORDS})
        assert answer.status_code == 409
        assert "This table is closed." in words_of(answer)

    def test_table_of_others_takes_no_words(self, as_bob, ana, table):
        answer = as_bob.post(url("share", table), {"share": WORDS})
        assert answer.status_code == 409
        assert "You have no seat at this table." in words_of(answer)
        assert share_of(table, ana) == ""

    def test_private_table_of_others_is_not_found(self, as_bob, ana):
        table = TableFactory(host=ana, is_public=False)
        assert as_bob.post(url("share", table), {"share": WORDS}).status_code == 404

    def test_seat_that_was_left_meanwhile_takes_no_words(self, as_bob, bob, table):
        tables.join(table, bob)
        tables.leave(table, bob, now=timezone.now())
        assert as_bob.post(url("share", table), {"share": WORDS}).status_code == 409

    def test_who_is_logged_out_is_asked_to_log_in(self, client, table):
        answer = client.post(url("share", table), {"share": WORDS})
        assert answer["Location"].startswith(reverse("account_login"))

    def test_words_are_sent_and_not_fetched(self, as_ana, ana, table):
        assert as_ana.get(url("share", table), {"share": WORDS}).url == table.get_absolute_url()
        assert share_of(table, ana) == ""

    def test_button_pressed_twice_adds_once(self, as_ana, ana, table):
        for _press in range(2):
            assert as_ana.post(url("share", table), {"share": WORDS}).status_code == 302
        table.refresh_from_db()
        assert (share_of(table, ana), table.version) == (WORDS, 2)


class TestOpening:
    def test_host_is_shown_the_commitment_before_adding_words(self, as_ana):
        sent = as_it_comes(as_ana)
        page = html_of(as_ana.get(CREATE))
        assert "Commitment:" in page
        as_ana.post(CREATE, {**sent, "share": WORDS})
        table = Table.objects.get()
        assert table.seats.get(number=0).share == WORDS
        assert table.secret == as_ana.session[shares.PROMISES_KEY][table.token]

    def test_secret_is_on_no_page(self, as_ana):
        page = html_of(as_ana.get(CREATE))
        [secret] = as_ana.session[shares.PROMISES_KEY].values()
        assert rules.commitment(secret) in page
        assert secret not in page

    def test_commitment_stays_where_the_form_is_refused(self, as_ana):
        sent = as_it_comes(as_ana)
        promised = dict(as_ana.session[shares.PROMISES_KEY])
        answer = as_ana.post(CREATE, {**sent, "name": "", "share": WORDS})
        assert rules.commitment(promised[sent["token"]]) in html_of(answer)
        assert WORDS in html_of(answer)
        assert dict(as_ana.session[shares.PROMISES_KEY]) == promised

    def test_words_without_a_promise_are_sent_once_more(self, as_ana):
        sent = as_it_comes(as_ana)
        session = as_ana.session
        del session[shares.PROMISES_KEY]
        session.save()
        answer = as_ana.post(CREATE, {**sent, "share": WORDS})
        assert answer.status_code == 409
        assert "promised another secret" in words_of(answer)
        assert not Table.objects.exists()
        as_ana.post(CREATE, {**sent, "share": WORDS})
        table = Table.objects.get()
        assert table.commitment in html_of(answer)

    def test_table_without_words_needs_no_promise(self, client, ana):
        client.force_login(ana)
        sent = as_it_comes(client)
        session = client.session
        session.pop(shares.PROMISES_KEY)
        session.save()
        client.post(CREATE, sent)
        assert Table.objects.get().seats.get(number=0).share == ""

    def test_form_sent_twice_opens_one_table_with_its_promise(self, as_ana):
        sent = {**as_it_comes(as_ana), "share": WORDS}
        first, second = as_ana.post(CREATE, sent), as_ana.post(CREATE, sent)
        assert first["Location"] == second["Location"]
        assert Table.objects.count() == 1

    def test_session_remembers_only_the_last_promises(self, as_ana):
        for _time in range(shares.MOST_PROMISES + 3):
            as_ana.get(CREATE)
        assert len(as_ana.session[shares.PROMISES_KEY]) == shares.MOST_PROMISES

    def test_session_remembers_little_of_whatever_is_sent_as_a_token(self, as_ana):
        sent = as_it_comes(as_ana)
        for number in range(3):
            assert as_ana.post(CREATE, {**sent, "token": f"{number}{'x' * 100_000}"}).status_code == 400
        assert max(map(len, as_ana.session[shares.PROMISES_KEY])) == shares.LONGEST_TOKEN

    def test_token_of_somebody_else_brings_no_secret_of_theirs(self, client, ana):
        client.force_login(ana)
        sent = as_it_comes(client)
        known = client.session[shares.PROMISES_KEY][sent["token"]]
        client.force_login(UserFactory(name="Eve"))
        client.post(CREATE, {**sent, "players": "2"})
        assert Table.objects.get().secret != known

    def test_words_are_no_wish_of_an_address(self, as_ana):
        assert WORDS not in html_of(as_ana.get(CREATE, {"share": WORDS}))
