"""A mail about each new way for alerts: whoever has got into an account could have everything told to themselves."""

from urllib.parse import urlsplit

from allauth.account.adapter import get_adapter
from allauth.core import context

from notifications.models import Channel, Destination


def tell_of_new_way(way: Destination) -> None:
    """Tell the owner of a way by mail that it is one from now on, once the caller has committed.

    Without a request it was nobody who has got into an account, and there is nothing to say of where they are.
    """
    if context.request is not None:
        get_adapter().send_notification_mail("account/email/way_added", way.user, {"way": _in_words(way)})


def _in_words(way: Destination) -> str:
    """What it is and where it leads, but not what somebody calls it: that may say anything."""
    kind = str(way.get_channel_display())
    match way.channel:
        case Channel.FEED:
            return kind
        case Channel.PUSH:  # the name is one that the site makes of what the browser says
            return f"{kind} ({way.label})" if way.label else kind
        case _:
            return f"{kind} ({urlsplit(way.address).hostname})"
