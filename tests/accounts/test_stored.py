import pytest
from django.db import models

from accounts.models import User
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def as_django_makes_it(row, *, field_names):
    return models.Model.from_db.__func__(
        type(row), "default", field_names, [getattr(row, name) for name in field_names]
    )


@pytest.mark.parametrize("columns", [(), ("name",), ("name", "time_zone", "sleeps_from")])
def test_row_is_what_django_makes_of_it(columns):
    UserFactory(name="Ana", sleeps_from="23:00", sleeps_until="07:00")
    row = User.objects.only(*columns).get(name="Ana")
    names = [field.attname for field in User._meta.concrete_fields if field.attname in row.__dict__]
    other = as_django_makes_it(row, field_names=names)
    assert row.get_deferred_fields() == other.get_deferred_fields()
    assert {name: row.__dict__[name] for name in names} == {name: other.__dict__[name] for name in names}
    assert vars(row._state) == vars(other._state)


def test_row_can_be_changed_and_stored():
    UserFactory(name="Ana")
    row = User.objects.only("name").get(name="Ana")
    assert row.time_zone == "UTC"  # asked for now
    row.name = "Anna"
    row.save()
    assert list(User.objects.values_list("name", flat=True)) == ["Anna"]
