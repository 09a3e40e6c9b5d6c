"""Limits as they are on a site, only so high that nobody reaches them.

Programs are faster than people, and all of a run come from one address: so most tests go without limits. What walks
every address needs them on, or it would never meet the code that counts.
"""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from unittest import mock

from allauth.account import app_settings as account
from allauth.mfa import app_settings as mfa
from django.test import override_settings

from powergrid import limits
from powergrid.limits import Limit
from powergrid.settings import ACCOUNT_RATE_LIMITS, MFA_RATE_LIMITS

MANY = 10**9


@contextmanager
def generously() -> Iterator[None]:
    """Count everything that a site counts, and refuse nothing for it."""
    counters = [value for value in vars(limits).values() if isinstance(value, Limit)]
    with ExitStack() as stack:
        stack.enter_context(
            override_settings(
                RATE_LIMITS=True, ACCOUNT_RATE_LIMITS=ACCOUNT_RATE_LIMITS, MFA_RATE_LIMITS=MFA_RATE_LIMITS
            )
        )
        # With these, and not only those of the settings, come django-allauth's own.
        raised = {"ACCOUNT_RATE_LIMITS": account.RATE_LIMITS, "MFA_RATE_LIMITS": mfa.RATE_LIMITS}
        stack.enter_context(override_settings(**{name: _raised(rates) for name, rates in raised.items()}))
        for limit in counters:
            stack.enter_context(mock.patch.multiple(limit, at_once=MANY, a_minute=MANY))
            stack.callback(limit.forget)
        yield


def _raised(rates: dict[str, str]) -> dict[str, str]:
    """The amounts alone: what is counted, for how long and by what, stays.

    >>> _raised({"report": "30/h/user,120/h/ip"})
    {'report': '1000000000/h/user,1000000000/h/ip'}
    """
    return {action: re.sub(r"(^|,)\d+", rf"\g<1>{MANY}", rate) for action, rate in rates.items()}
