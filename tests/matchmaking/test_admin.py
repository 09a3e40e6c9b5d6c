import pytest
from django.urls import reverse

import rules
from matchmaking import tables
from matchmaking.admin import TableAdmin
from tests.factories import TableFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(admin_client):
    return TableFactory(people=[UserFactory(name="Bob")], bots=0, players=4)


@pytest.mark.parametrize("model", ["table", "tableseat"])
def test_staff_sees_tables_and_seats(admin_client, table, model):
    answer = admin_client.get(reverse(f"admin:matchmaking_{model}_changelist"), {"q": "Friday"})
    assert "Friday grid" in answer.content.decode()


def test_staff_can_rename_a_table_and_nothing_that_was_agreed(admin_client, table):
    url = reverse("admin:matchmaking_table_change", args=[table.pk])
    assert "Bob" in admin_client.get(url).content.decode()
    form = {"name": "Friday", "is_public": "on", "players": "2", "closed_at_0": "", "closed_at_1": ""}
    inline = {"seats-TOTAL_FORMS": "0", "seats-INITIAL_FORMS": "0"}
    assert admin_client.post(url, form | inline).status_code == 302
    table.refresh_from_db()
    assert (table.name, table.players) == ("Friday", 4)


def test_staff_sees_every_option(admin_client):
    table = TableFactory(players=2, edition="recharged", map="italy", trust_refill="three")
    page = admin_client.get(reverse("admin:matchmaking_table_change", args=[table.pk])).content.decode()
    for name in rules.Options.__struct_fields__:
        assert f"field-{name}" in page
    assert "italy" in page
    assert "three" in page


def test_renaming_undoes_nothing_that_happened_meanwhile(admin_client, bob, monkeypatch):
    table = TableFactory(players=2)
    load = TableAdmin.get_object

    def load_just_before_the_last_seat_is_taken(*args, **kwargs):
        loaded = load(*args, **kwargs)
        tables.join(table, bob)
        return loaded

    monkeypatch.setattr(TableAdmin, "get_object", load_just_before_the_last_seat_is_taken)
    form = {"name": "Friday", "is_public": "on", "closed_at_0": "", "closed_at_1": ""}
    url = reverse("admin:matchmaking_table_change", args=[table.pk])
    admin_client.post(url, form | {"seats-TOTAL_FORMS": "0", "seats-INITIAL_FORMS": "0"})
    table.refresh_from_db()
    assert table.name == "Friday"
    assert table.game is not None


def test_staff_cannot_close_a_table_whose_game_has_begun(admin_client, bob):
    table = TableFactory(players=2, people=[bob])
    form = {"name": "Friday", "is_public": "on", "closed_at_0": "2026-01-01", "closed_at_1": "12:00"}
    url = reverse("admin:matchmaking_table_change", args=[table.pk])
    admin_client.post(url, form | {"seats-TOTAL_FORMS": "0", "seats-INITIAL_FORMS": "0"})
    table.refresh_from_db()
    assert table.closed_at is None


@pytest.mark.parametrize("model", ["table", "tableseat"])
def test_staff_makes_no_tables_and_seats_by_hand(admin_client, model):
    assert admin_client.get(reverse(f"admin:matchmaking_{model}_add")).status_code == 403


def test_staff_see_neither_the_secret_of_a_table_nor_what_was_added_to_it(admin_client, table):
    seat = table.seats.first()
    table.seats.filter(pk=seat.pk).update(share="words of Ana")
    addresses = [
        reverse("admin:matchmaking_table_change", args=[table.pk]),
        reverse("admin:matchmaking_tableseat_change", args=[seat.pk]),
        reverse("admin:matchmaking_table_changelist"),
        reverse("admin:matchmaking_tableseat_changelist"),
    ]
    for address in addresses:
        page = admin_client.get(address)
        assert page.status_code == 200
        assert table.secret not in page.content.decode()
        assert "words of Ana" not in page.content.decode()


@pytest.mark.parametrize(
    "asked", ["table_changelist?secret__startswith=a", "tableseat_changelist?table__secret__startswith=a",
              "tableseat_changelist?share__startswith=a"],
)  # fmt: skip
def test_secrets_cannot_be_asked_for_bit_by_bit(admin_client, table, asked):
    name, _, lookup = asked.partition("?")
    answer = admin_client.get(f"{reverse(f'admin:matchmaking_{name}')}?{lookup}")
    assert (answer.status_code, answer.get("Location", "")[-3:]) in {(400, ""), (302, "e=1")}
