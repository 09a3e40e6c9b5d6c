from datetime import timedelta

import pytest
from django.utils import timezone

from games.templatetags.times import span


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(-30, "0 s"), (0, "0 s"), (59, "59 s"), (60, "1 min"), (7199, "1 h"), (86399, "23 h"), (200_000, "2 d")],
)
def test_span_is_told_in_the_largest_unit_that_fits(seconds, words):
    assert span(timezone.now() - timedelta(seconds=seconds)) == words
