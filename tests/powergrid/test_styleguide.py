"""The page that shows what pages are made of: only where the site is worked on."""

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("debug", "development", "status"), [(True, False, 200), (False, True, 200), (False, False, 404)]
)
def test_styleguide_is_shown_where_the_site_is_worked_on(client, settings, debug, development, status):
    settings.DEBUG, settings.DEVELOPMENT = debug, development
    assert client.get(reverse("styleguide")).status_code == status


def test_styleguide_has_every_colour(client):
    page = client.get(reverse("styleguide")).content.decode()
    assert 'fill="var(--ground)"' in page
    assert 'fill="var(--danger-soft)"' in page
    assert page.count("<rect") > 30
