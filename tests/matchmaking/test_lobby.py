import re

import pytest
from django.test.utils import override_script_prefix
from django.urls import reverse
from django.utils import timezone

from games.models import levels
from matchmaking import tables
from matchmaking.lobby import PAGE_SIZE
from tests.factories import GuestFactory, TableFactory, UserFactory
from tests.pages import words_of

pytestmark = pytest.mark.django_db

URL = reverse("matchmaking:lobby")


def own_invited_others(answer) -> list[list[str]]:
    return [
        [row.table.name for row in getattr(answer.context["lobby"], part)] for part in ("own", "invited", "others")
    ]


def test_visitor_sees_the_listed_tables_newest_first(client, ana, bob):
    TableFactory(host=ana, name="Older")
    TableFactory(host=bob, name="Newer")
    TableFactory(host=bob, name="By link", is_public=False)
    assert own_invited_others(client.get(URL)) == [[], [], ["Newer", "Older"]]


def test_tables_that_started_or_closed_are_not_listed(client, ana, bob):
    TableFactory(host=ana, players=2, people=[bob])
    tables.close(TableFactory(host=ana), ana, now=timezone.now())
    assert own_invited_others(client.get(URL)) == [[], [], []]


def test_own_tables_come_first_whether_listed_or_not(client, ana, bob):
    TableFactory(host=bob, name="Bob's, with Ana", people=[ana], is_public=False)
    TableFactory(host=ana, name="Ana's")
    TableFactory(host=bob, name="Bob's")
    client.force_login(ana)
    assert own_invited_others(client.get(URL)) == [["Ana's", "Bob's, with Ana"], [], ["Bob's"]]


def test_invitation_is_found_again_in_the_lobby(client, ana):
    table = TableFactory(host=ana, is_public=False)
    client.get(reverse("matchmaking:invite", args=[table.token]))
    assert own_invited_others(client.get(URL)) == [[], ["Friday grid"], []]


def test_whoever_hears_the_page_is_told_which_table_a_button_is_about(client, ana, bob):
    TableFactory(host=ana, name="Older")
    TableFactory(host=bob, name="Newer")
    client.force_login(bob)
    answer = client.get(URL)
    assert "Join Older" in words_of(answer)
    assert "Go to the table Newer" in words_of(answer)


def test_table_says_who_sits_and_what_is_played(client, ana, bob):
    TableFactory(
        host=ana, players=5, bots=1, people=[bob], areas="draft", money_visible=True, first_game=True, map="usa"
    )
    page = client.get(URL).content.decode()
    for word in ("Ana", "Bob", "Faraday", "2 seats free", "USA", "Drafted areas", "Open money", "First game"):
        assert word in page
    assert f'<small title="{levels.ONE["easy"].meaning}">Easy bot</small>' in page


def test_table_tells_every_option_that_differs_from_its_default(client, ana):
    TableFactory(
        host=ana, players=2, edition="recharged", map="italy", start_cities=True, tiebreak="money_cities",
        step2_removal_when_skipped=False, start_city_must_be_empty=False, trust_refill="three",
        trust_triggers_phase_out=True,
    )  # fmt: skip
    (row,) = client.get(URL).context["lobby"].others
    assert [str(tag) for tag in row.tags] == [
        "Recharged",
        "Against the Trust",
        "Start cities",
        "Random areas",
        "Hidden money",
        "Ties by money, then cities",
        "Start beside others",
        "Step 2 plant stays",
        "Refill for three",
        "Phase-out by the Trust, too",
        "No clock",
    ]


def test_table_as_it_comes_is_told_in_few_words(client, ana):
    TableFactory(host=ana)
    (row,) = client.get(URL).context["lobby"].others
    assert [str(tag) for tag in row.tags] == ["Classic", "Random areas", "Hidden money", "No clock"]


def test_page_draws_maps_itself_only_where_areas_are_chosen(client, ana):
    TableFactory(host=ana, map="germany")
    TableFactory(host=ana, map="italy", areas="host", chosen_areas=["centre", "emilia", "northeast"], players=3)
    page = client.get(URL).content.decode()
    (whole,) = re.findall(r'<img class="miniature" src="([^"]+)"', page)
    assert client.get(whole)["Content-Type"] == "image/svg+xml"
    assert set(re.findall(r'<path id="mini-([^"-]+)-classic"', page)) == {"italy"}
    assert page.count('class="out"') > 0


def test_only_who_can_join_is_offered_to(client, ana, bob):
    join = reverse("matchmaking:join", args=[TableFactory(host=ana).pk])
    offers = {}
    for name, user in {"nobody": None, "guest": GuestFactory(), "host": ana, "registered": bob}.items():
        client.logout()
        if user:
            client.force_login(user)
        offers[name] = join in client.get(URL).content.decode()
    assert offers == {"nobody": False, "guest": False, "host": False, "registered": True}


def test_empty_lobby_says_what_to_do(client):
    page = client.get(URL).content.decode()
    assert "No other table is waiting" in page
    assert reverse("matchmaking:create") in page
    assert reverse("matchmaking:practice") in page


def test_hostile_names_are_only_text(client):
    TableFactory(host=UserFactory(name="<i>Eve"), name="<script>alert(1)</script>")
    page = client.get(URL).content.decode()
    assert "<script>alert(1)" not in page
    assert "<i>Eve" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_long_lobby_is_shown_in_parts(client):
    for number in range(PAGE_SIZE + 2):
        TableFactory(host=UserFactory(name=f"Host {number}"), name=f"Table {number}")
    first = client.get(URL)
    assert own_invited_others(first)[2] == [f"Table {number}" for number in range(PAGE_SIZE + 1, 1, -1)]
    second = client.get(URL, {"before": first.context["lobby"].older})
    assert own_invited_others(second)[2] == ["Table 1", "Table 0"]
    assert second.context["lobby"].older is None


@pytest.mark.postgresql
@pytest.mark.parametrize("before", ["", "-1", "x", "²", "9" * 30, "1" * 4000])
def test_nonsense_in_the_address_shows_a_page_all_the_same(client, ana, before):
    TableFactory(host=ana)
    assert client.get(URL, {"before": before}).status_code == 200


def test_tables_one_waits_at_are_a_part_for_other_pages(client, ana, bob, django_assert_max_num_queries):
    TableFactory(host=ana, name="Mine", players=4, bots=1)
    TableFactory(host=bob, name="Not mine")
    TableFactory(host=ana, name="Begun", players=2, people=[bob])
    client.force_login(ana)
    with django_assert_max_num_queries(4):
        part = client.get(reverse("matchmaking:mine"), headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert "Mine" in part
    assert "2 of 4 seats taken" in part
    assert "Not mine" not in part
    assert "Begun" not in part


def test_that_part_is_no_page(client, ana):
    client.force_login(ana)
    assert client.get(reverse("matchmaking:mine")).url == URL


@pytest.mark.postgresql
def test_number_of_queries_does_not_grow_with_the_tables(client, ana, bob, django_assert_max_num_queries):
    for number in range(12):
        TableFactory(
            host=UserFactory(name=f"Host {number}"), people=[ana] if number < 4 else [bob], bots=1, players=4
        )
    client.force_login(ana)
    with django_assert_max_num_queries(9):
        answer = client.get(URL)
    assert [len(part) for part in own_invited_others(answer)] == [4, 0, 8]


def some_tables():
    """On two maps, in both editions, for three and four."""
    for map_id, edition, players in (("germany", "classic", 3), ("germany", "recharged", 4), ("italy", "classic", 4)):
        name = f"{map_id} {edition} {players}"
        TableFactory(host=UserFactory(name=name), name=name, map=map_id, edition=edition, players=players)


@pytest.mark.parametrize(
    ("wishes", "found"),
    [
        ({}, ["italy classic 4", "germany recharged 4", "germany classic 3"]),
        ({"map": "germany"}, ["germany recharged 4", "germany classic 3"]),
        ({"edition": "classic"}, ["italy classic 4", "germany classic 3"]),
        ({"players": "4"}, ["italy classic 4", "germany recharged 4"]),
        ({"map": "germany", "edition": "classic", "players": "3"}, ["germany classic 3"]),
        ({"map": "atlantis", "players": "99"}, ["italy classic 4", "germany recharged 4", "germany classic 3"]),
    ],
)
def test_only_tables_that_fit_the_wishes_are_listed(client, wishes, found):
    some_tables()
    answer = client.get(URL, wishes)
    assert own_invited_others(answer)[2] == found
    assert answer.context["lobby"].matching == len(found)


def test_own_tables_are_listed_whatever_is_wished_for(client, ana):
    TableFactory(host=ana, map="germany")
    client.force_login(ana)
    assert own_invited_others(client.get(URL, {"map": "italy"})) == [["Friday grid"], [], []]


def test_page_says_how_many_tables_there_are_and_how_many_fit(client):
    some_tables()
    assert "3 tables" in words_of(client.get(URL))
    assert "1 of 3 tables" in words_of(client.get(URL, {"map": "italy"}))


def test_empty_result_says_what_to_change(client):
    some_tables()
    answer = client.get(URL, {"map": "italy", "edition": "recharged"})
    page = answer.content.decode()
    assert [(str(hint.words), hint.query, hint.count) for hint in answer.context["lobby"].hints] == [
        ("Any map", "edition=recharged", 1),
        ("Any edition", "map=italy", 1),
    ]
    assert f'href="{URL}?edition=recharged"' in page
    assert f'href="{reverse("matchmaking:create")}?map=italy&amp;edition=recharged"' in page


def test_where_no_single_change_helps_all_tables_are_offered(client):
    some_tables()
    (hint,) = client.get(URL, {"map": "usa"}).context["lobby"].hints
    assert (str(hint.words), hint.query, hint.count) == ("All tables", "", 3)


def test_wishes_stay_in_the_addresses_of_further_pages_and_of_a_new_table(client, ana):
    for number in range(PAGE_SIZE + 1):
        TableFactory(host=UserFactory(name=f"Host {number}"))
    TableFactory(host=UserFactory(name="Other"), map="usa")
    client.force_login(ana)
    answer = client.get(URL, {"map": "germany", "nonsense": "x"})
    page = answer.content.decode()
    older = answer.context["lobby"].older
    assert f'href="?map=germany&amp;before={older}"' in page
    assert f'href="{reverse("matchmaking:create")}?map=germany"' in page
    assert len(own_invited_others(client.get(URL, {"map": "germany", "before": older}))[2]) == 1


def test_choice_is_answered_with_the_lists_alone(client):
    some_tables()
    part = client.get(URL, {"map": "italy"}, headers={"HX-Request": "true", "HX-Target": "lobby-tables"})
    assert "<html" not in part.content.decode()
    assert "italy classic 4" in part.content.decode()
    assert "germany" not in words_of(part).lower().replace("germany · ", "")


def test_open_page_hears_of_new_tables_and_of_people_who_come_and_go(client, ana, bob):
    def look(seen):
        return client.get(URL, {"seen": seen}, headers={"HX-Request": "true", "HX-Target": "lobby-tables"})

    empty = client.get(URL).context["lobby"].seen
    assert look(empty).status_code == 204
    table = TableFactory(host=ana)
    waiting = client.get(URL).context["lobby"].seen
    assert (look(empty).status_code, look(waiting).status_code) == (200, 204)
    tables.join(table, bob)
    assert look(waiting).status_code == 200


def test_looking_for_news_where_there_are_none_asks_for_no_tables_of_others(
    client, ana, bob, django_assert_num_queries
):
    TableFactory(host=bob)
    client.force_login(ana)
    seen = client.get(URL).context["lobby"].seen
    with django_assert_num_queries(5):  # session, person, own tables, how many there are, seats that are offered
        answer = client.get(URL, {"seen": seen}, headers={"HX-Request": "true", "HX-Target": "lobby-tables"})
    assert answer.status_code == 204


def test_own_tables_stand_above_the_filters_and_follow_with_the_rest(client, ana):
    TableFactory(host=ana, name="Friday grid")
    client.force_login(ana)
    own, filters, _others = client.get(URL).content.decode().partition('class="wishes"')
    assert filters
    assert "Friday grid" in own
    part = client.get(URL, headers={"HX-Request": "true", "HX-Target": "lobby-tables"}).content.decode()
    assert "Friday grid" in part.partition('id="lobby-own" hx-swap-oob="true"')[2]


def test_seat_can_be_given_up_here_by_those_who_do_not_host(client, ana, bob):
    table = TableFactory(host=ana, people=[bob], players=4)
    leave = reverse("matchmaking:leave", args=[table.pk])
    client.force_login(bob)
    assert leave in client.get(URL).content.decode()
    client.force_login(ana)
    assert leave not in client.get(URL).content.decode()


def test_people_at_tables_lead_to_their_profiles(client, ana):
    TableFactory(host=ana, bots=1)
    page = client.get(URL).content.decode()
    assert f'href="{reverse("games:profile", args=["Ana"])}"' in page
    assert "/players/Faraday" not in page


def test_tables_are_reached_where_the_site_lies_under_a_number(client, ana, bob):
    table = TableFactory(host=ana, players=4)
    client.force_login(bob)
    with override_script_prefix("/v0/"):
        page = client.get(URL).content.decode()
    assert f'href="/v0/tables/{table.pk}/"' in page
    assert f'action="/v0/tables/{table.pk}/join/"' in page
