"""The page of a table, its share link, and the buttons on it."""

import pytest
from django.urls import reverse
from django.utils import timezone

from games.models import Game, levels
from matchmaking import access, tables
from matchmaking.models import Table
from tests.factories import GuestFactory, TableFactory, UserFactory

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
BUTTONS = ("join", "leave", "add_bot", "remove_bot", "close")


def url(name: str, table: Table) -> str:
    return reverse(f"matchmaking:{name}", args=[table.pk])


def invitation(table: Table) -> str:
    return reverse("matchmaking:invite", args=[table.token])


def names(table: Table) -> list[str]:
    return [seat.name for seat in table.seats.all()]


def text(answer) -> str:
    return str(answer.content.decode())


@pytest.fixture
def as_ana(client, ana):
    client.force_login(ana)
    return client


@pytest.fixture
def as_bob(client, bob):
    client.force_login(bob)
    return client


def test_who_waits_at_a_table_can_choose_how_to_be_told(as_ana, ana):
    page = text(as_ana.get(TableFactory(host=ana, players=3).get_absolute_url()))
    assert f'<a href="{reverse("notifications:alerts")}">in the ways you choose</a>' in page


class TestLooking:
    def test_visitor_sees_a_public_table_and_how_to_get_in(self, client, ana):
        table = TableFactory(host=ana, players=4, bots=1, map="usa")
        page = text(client.get(table.get_absolute_url()))
        for word in ("Friday grid", "2 of 4 seats taken", "Ana", "Faraday", "USA", "Hidden money"):
            assert word in page
        assert f"{reverse('account_login')}?next={table.get_absolute_url()}" in page
        assert url("join", table) not in page

    def test_level_of_the_bots_is_told_where_there_are_any(self, client, ana):
        meaning = str(levels.SEVERAL["normal"].meaning)
        tables = [TableFactory(host=ana, bots=bots, bot_level="normal") for bots in (0, 1)]
        without, with_a_bot = (text(client.get(table.get_absolute_url())) for table in tables)
        assert meaning not in without
        assert f'title="{meaning}">Normal bot</span>' in with_a_bot
        assert f"<dd>{meaning}</dd>" in with_a_bot

    def test_registered_player_can_take_a_seat_and_nothing_else(self, as_bob, ana):
        table = TableFactory(host=ana, players=4, bots=1)
        page = text(as_bob.get(table.get_absolute_url()))
        assert [name for name in BUTTONS if f'action="{url(name, table)}"' in page] == ["join"]

    def test_person_with_a_seat_can_leave_it(self, as_bob, ana, bob):
        table = TableFactory(host=ana, players=4, bots=1, people=[bob])
        page = text(as_bob.get(table.get_absolute_url()))
        assert [name for name in BUTTONS if f'action="{url(name, table)}"' in page] == ["leave"]

    def test_host_cares_for_bots_and_can_close(self, as_ana, ana):
        table = TableFactory(host=ana, players=4, bots=1)
        page = text(as_ana.get(table.get_absolute_url()))
        assert [name for name in BUTTONS if f'action="{url(name, table)}"' in page] == list(BUTTONS[1:])

    def test_share_link_is_there_to_be_copied(self, as_ana, ana):
        table = TableFactory(host=ana)
        assert f'readonly value="http://testserver{invitation(table)}"' in text(as_ana.get(table.get_absolute_url()))

    def test_share_link_is_for_those_who_sit_here(self, as_bob, ana):
        table = TableFactory(host=ana)
        page = text(as_bob.get(table.get_absolute_url()))
        assert "Invite others" not in page
        assert table.token not in page

    def test_number_of_players_is_told_without_a_word_on_bots(self, client, ana):
        page = text(client.get(TableFactory(host=ana, players=2).get_absolute_url()))
        assert "2 players" in page
        assert "bots included" not in page

    def test_leaving_and_closing_are_asked_once_in_the_same_way(self, as_ana, ana):
        page = text(as_ana.get(TableFactory(host=ana).get_absolute_url()))
        assert page.count('<details class="ask-first">') == 2
        for button in ("Leave it", "Close it"):
            assert f'<button class="button danger">{button}</button>' in page

    def test_chosen_areas_are_named(self, client, ana):
        table = TableFactory(host=ana, areas="host", chosen_areas=["northwest", "west", "northeast"])
        assert "In play: North-west, North-east, West." in text(client.get(table.get_absolute_url()))

    def test_invitation_says_what_is_played(self, client, ana):
        table = TableFactory(
            host=ana, players=2, edition="recharged", map="central-europe", tiebreak="money_cities", is_public=False
        )
        page = text(client.get(invitation(table)))
        for words in (
            "Central Europe",
            "With a house in Wien, garbage costs 1 Elektro less.",
            "Recharged",
            "Against the Trust",
            "The rules decide for it",
            "Ties by money, then cities",
            "More money wins, then the larger network.",
            "By link",
        ):
            assert words in page
        assert "Refill for" not in page
        assert page.count(reverse("games:rules_of", args=["recharged", "central-europe"])) == 2

    def test_taking_back_by_consent_is_told(self, client, ana):
        agreed, usual = TableFactory(host=ana, undo_by_consent=True), TableFactory(host=ana)
        assert "Taking back by consent" in text(client.get(agreed.get_absolute_url()))
        assert "consent" not in text(client.get(usual.get_absolute_url()))

    def test_hostile_names_are_only_text(self, client):
        table = TableFactory(host=UserFactory(name="<i>Eve"), name="</title><script>alert(1)</script>")
        page = text(client.get(table.get_absolute_url()))
        assert "<script>alert(1)" not in page
        assert "<i>Eve" not in page

    def test_players_of_a_started_game_are_led_to_it(self, as_bob, ana, bob):
        table = TableFactory(host=ana, players=2, people=[bob], is_public=False)
        assert as_bob.get(table.get_absolute_url()).url == table.game.get_absolute_url()

    def test_others_are_led_to_a_game_they_may_watch(self, client, ana, bob):
        table = TableFactory(host=ana, players=2, people=[bob])
        assert client.get(table.get_absolute_url()).url == table.game.get_absolute_url()

    def test_others_learn_that_a_game_by_link_has_begun(self, client, ana, bob):
        table = TableFactory(host=ana, players=2, people=[bob], is_public=False)
        page = text(client.get(invitation(table)))
        assert "The game has begun." in page
        assert table.game.get_absolute_url() not in page

    def test_closed_table_says_so_and_asks_for_no_news(self, as_ana, ana):
        table = tables.close(TableFactory(host=ana), ana, now=timezone.now())
        page = text(as_ana.get(table.get_absolute_url()))
        assert "This table is closed." in page
        assert url("updates", table) not in page
        assert invitation(table) not in page

    def test_no_such_table_is_a_page_of_its_own(self, as_ana):
        for pk in ("1", "9" * 30):
            assert as_ana.get(f"/tables/{pk}/").status_code == 404

    def test_visitor_logs_in_first_where_a_table_may_be_theirs(self, client, ana):
        """Alerts lead there. What there is not answers in the same way."""
        for address in (TableFactory(host=ana, is_public=False).get_absolute_url(), "/tables/4711/"):
            assert client.get(address).url == f"{reverse('account_login')}?next={address}"

    def test_page_costs_few_queries(self, as_ana, ana, bob, cid, django_assert_max_num_queries):
        table = TableFactory(host=ana, players=6, bots=2, people=[bob, cid])
        with django_assert_max_num_queries(9):
            as_ana.get(table.get_absolute_url())


class TestByLink:
    def test_table_by_link_is_nobody_elses_business(self, as_bob, ana):
        table = TableFactory(host=ana, is_public=False)
        assert as_bob.get(table.get_absolute_url()).status_code == 404
        assert as_bob.get(url("updates", table)).status_code == 404
        for name in BUTTONS:
            assert as_bob.post(url(name, table), {"number": "1"}).status_code == 404
        assert names(table) == ["Ana"]

    def test_link_opens_the_table_for_this_visitor_from_then_on(self, client, ana):
        table = TableFactory(host=ana, is_public=False)
        page = text(client.get(invitation(table)))
        assert f"{reverse('account_signup')}?next={invitation(table)}" in page
        assert client.get(table.get_absolute_url()).status_code == 200

    def test_invitation_says_who_invites_to_what(self, as_bob, ana, cid):
        table = TableFactory(host=ana, players=4, bots=1, people=[cid], first_game=True, is_public=False)
        page = text(as_bob.get(invitation(table)))
        assert "<bdi>Ana</bdi> invites you to <bdi>Friday grid</bdi>" in page
        for word in ("3 of 4 seats taken", "Cid", "Faraday", "First game", "Germany", "Join"):
            assert word in page
        assert "Invite others" not in page

    def test_nobody_is_invited_to_where_they_sit(self, as_ana, ana):
        page = text(as_ana.get(invitation(TableFactory(host=ana))))
        assert "invites you" not in page
        assert "Invite others" in page

    def test_link_still_counts_after_logging_in(self, client, ana, bob):
        table = TableFactory(host=ana, is_public=False)
        client.get(invitation(table))
        client.force_login(bob)
        client.post(url("join", table))
        assert names(table) == ["Ana", "Bob"]

    def test_person_with_a_seat_needs_no_link(self, as_bob, ana, bob):
        table = TableFactory(host=ana, is_public=False, people=[bob])
        assert as_bob.get(table.get_absolute_url()).status_code == 200

    def test_link_that_leads_nowhere_is_not_found(self, client, db):
        assert client.get(reverse("matchmaking:invite", args=["made-up"])).status_code == 404

    def test_session_forgets_the_oldest_of_many_links(self, client, ana):
        host = iter(UserFactory.create_batch(3))
        opened = []
        for _ in range(access.MOST_LINKS + 1):
            if len(opened) % tables.MOST_TABLES == 0:
                person = next(host)
            opened.append(TableFactory(host=person, is_public=False))
            client.get(invitation(opened[-1]))
        client.get(invitation(opened[-1]))
        assert client.session[access.LINKS_KEY] == [table.token for table in opened[1:]]

    def test_guest_is_asked_to_register(self, client, ana):
        table = TableFactory(host=ana, is_public=False)
        client.force_login(GuestFactory())
        page = text(client.get(invitation(table)))
        assert "sign up first" in page
        assert reverse("accounts:keep") in page
        assert url("join", table) not in page


class TestFollowing:
    def test_nothing_new_is_answered_with_nothing(self, as_ana, ana, django_assert_max_num_queries):
        table = TableFactory(host=ana)
        with django_assert_max_num_queries(3):
            answer = as_ana.get(url("updates", table), {"seen": table.version}, headers=HTMX)
        assert answer.status_code == 204
        assert answer.content == b""

    def test_somebody_new_is_shown(self, as_ana, ana, bob):
        table = TableFactory(host=ana, players=4)
        seen = table.version
        tables.join(table, bob)
        answer = as_ana.get(url("updates", table), {"seen": seen}, headers=HTMX)
        part = text(answer)
        assert part.strip().startswith("<section")
        assert "2 of 4 seats taken" in part
        assert f"seen={seen + 1}" in part
        assert "HX-Request" in answer["Vary"]

    def test_start_of_the_game_leads_players_to_it(self, as_ana, ana, bob):
        table = TableFactory(host=ana, players=2)
        seen = table.version
        tables.join(table, bob)
        answer = as_ana.get(url("updates", table), {"seen": seen}, headers=HTMX)
        assert answer["HX-Redirect"] == Game.objects.get().get_absolute_url()

    def test_table_closed_meanwhile_says_so(self, as_bob, ana, bob):
        table = TableFactory(host=ana, people=[bob])
        seen = table.version
        tables.close(table, ana, now=timezone.now())
        part = text(as_bob.get(url("updates", table), {"seen": seen}, headers=HTMX))
        assert "This table is closed." in part
        assert "hx-get" not in part

    @pytest.mark.parametrize("seen", ["", "x", "-1", "9" * 400])
    def test_nonsense_is_answered_with_the_table_as_it_is(self, as_ana, ana, seen):
        table = TableFactory(host=ana)
        assert as_ana.get(url("updates", table), {"seen": seen}, headers=HTMX).status_code == 200


class TestButtons:
    def test_joining_gives_a_seat(self, as_bob, ana):
        table = TableFactory(host=ana)
        assert as_bob.post(url("join", table)).url == table.get_absolute_url()
        assert names(table) == ["Ana", "Bob"]

    def test_joining_with_htmx_shows_the_seat(self, as_bob, ana):
        table = TableFactory(host=ana)
        answer = as_bob.post(url("join", table), headers=HTMX)
        assert "2 of 3 seats taken" in text(answer)
        assert "<html" not in text(answer)

    def test_last_seat_leads_to_the_game(self, as_bob, ana):
        table = TableFactory(host=ana, players=2)
        answer = as_bob.post(url("join", table))
        assert answer.url == Game.objects.get().get_absolute_url()

    def test_last_seat_with_htmx_leads_to_the_game(self, as_bob, ana):
        table = TableFactory(host=ana, players=2)
        answer = as_bob.post(url("join", table), headers=HTMX)
        assert answer["HX-Redirect"] == Game.objects.get().get_absolute_url()

    def test_who_comes_too_late_reads_why_and_may_watch(self, as_bob, ana, cid):
        table = TableFactory(host=ana, players=2, people=[cid])
        answer = as_bob.post(url("join", table))
        assert answer.status_code == 409
        assert "The last seat is taken and the game has begun." in text(answer)
        assert table.game.get_absolute_url() in text(answer)

    def test_who_comes_too_late_to_a_game_by_link_reads_why(self, as_bob, ana, cid):
        table = TableFactory(host=ana, players=2, people=[cid], is_public=False)
        as_bob.get(invitation(table))
        answer = as_bob.post(url("join", table), headers=HTMX)
        assert answer.status_code == 409
        assert "The last seat is taken and the game has begun." in text(answer)
        assert table.game.get_absolute_url() not in text(answer)

    def test_double_click_on_join_sits_once_and_says_so(self, as_bob, ana):
        table = TableFactory(host=ana)
        as_bob.post(url("join", table))
        answer = as_bob.post(url("join", table))
        assert answer.status_code == 409
        assert "You already have a seat at this table." in text(answer)
        assert names(table) == ["Ana", "Bob"]

    def test_double_click_on_the_last_seat_leads_to_the_game(self, as_bob, ana):
        table = TableFactory(host=ana, players=2)
        assert as_bob.post(url("join", table)).url == as_bob.post(url("join", table)).url

    def test_leaving_leads_back_to_the_lobby(self, as_bob, ana, bob):
        table = TableFactory(host=ana, people=[bob])
        answer = as_bob.post(url("leave", table), follow=True)
        assert answer.redirect_chain == [(reverse("matchmaking:lobby"), 302)]
        assert "You have left the table “Friday grid”." in text(answer)
        assert names(table) == ["Ana"]

    def test_leaving_too_late_is_refused_by_leading_to_the_game(self, as_bob, ana, bob):
        table = TableFactory(host=ana, players=2, people=[bob])
        assert as_bob.post(url("leave", table)).url == table.game.get_absolute_url()
        assert names(table) == ["Ana", "Bob"]

    def test_stranger_has_nothing_to_leave(self, as_bob, ana):
        table = TableFactory(host=ana)
        answer = as_bob.post(url("leave", table))
        assert answer.status_code == 409
        assert "You have no seat at this table." in text(answer)

    def test_host_puts_a_bot_on_a_seat_and_takes_it_away(self, as_ana, ana):
        table = TableFactory(host=ana)
        assert as_ana.post(url("add_bot", table), {"number": "2"}).url == table.get_absolute_url()
        assert names(table) == ["Ana", "Henry"]
        part = text(as_ana.post(url("remove_bot", table), {"number": "2"}, headers=HTMX))
        assert "1 of 3 seats taken" in part
        assert names(table) == ["Ana"]

    def test_double_click_on_a_bot_adds_one(self, as_ana, ana):
        table = TableFactory(host=ana, players=4)
        as_ana.post(url("add_bot", table), {"number": "1"})
        answer = as_ana.post(url("add_bot", table), {"number": "1"})
        assert answer.status_code == 409
        assert "Seat 2 is taken already." in text(answer)
        assert names(table) == ["Ana", "Faraday"]

    @pytest.mark.postgresql
    @pytest.mark.parametrize("number", ["", "-1", "6", "9" * 500, "one", "1.5", "\x00"])
    @pytest.mark.parametrize("button", ["add_bot", "remove_bot"])
    def test_absurd_seat_is_refused(self, as_ana, ana, button, number):
        table = TableFactory(host=ana, bots=1)
        answer = as_ana.post(url(button, table), {"number": number})
        assert answer.status_code == 409
        assert "This table has no such seat." in text(answer)
        assert names(table) == ["Ana", "Faraday"]

    @pytest.mark.parametrize("button", ["add_bot", "remove_bot", "close"])
    def test_host_alone_may_do_what_is_the_hosts(self, as_bob, ana, bob, button):
        table = TableFactory(host=ana, players=4, bots=1, people=[bob])
        answer = as_bob.post(url(button, table), {"number": "1"})
        assert answer.status_code == 403
        assert "Only the host, Ana, can do that." in text(answer)
        assert names(table) == ["Ana", "Faraday", "Bob"]

    def test_closing_leads_back_to_the_lobby(self, as_ana, ana):
        table = TableFactory(host=ana)
        answer = as_ana.post(url("close", table), follow=True)
        assert "The table “Friday grid” is closed." in text(answer)
        table.refresh_from_db()
        assert not table.is_open

    @pytest.mark.parametrize("button", BUTTONS)
    def test_old_page_of_a_closed_table_changes_nothing(self, as_ana, ana, button):
        table = tables.close(TableFactory(host=ana, bots=1), ana, now=timezone.now())
        answer = as_ana.post(url(button, table), {"number": "1"})
        assert answer.status_code == 409
        assert names(table) == ["Ana", "Faraday"]

    @pytest.mark.parametrize("button", BUTTONS)
    def test_visitor_is_asked_to_log_in(self, client, ana, button):
        table = TableFactory(host=ana, bots=1)
        answer = client.post(url(button, table), {"number": "1"})
        assert answer.url.startswith(reverse("account_login"))
        assert names(table) == ["Ana", "Faraday"]

    @pytest.mark.parametrize("button", BUTTONS)
    def test_guest_is_asked_to_register(self, client, ana, button):
        table = TableFactory(host=ana, bots=1)
        client.force_login(GuestFactory())
        assert client.post(url(button, table), {"number": "1"}).url == reverse("accounts:keep")
        assert client.post(url(button, table), headers=HTMX)["HX-Redirect"] == reverse("accounts:keep")
        assert names(table) == ["Ana", "Faraday"]

    @pytest.mark.parametrize("button", BUTTONS)
    def test_looking_changes_nothing(self, as_ana, ana, button):
        table = TableFactory(host=ana)
        assert as_ana.get(url(button, table)).url == table.get_absolute_url()
