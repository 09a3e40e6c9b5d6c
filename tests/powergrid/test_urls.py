"""Every address is guarded, or stands here as open to everybody."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

PUBLIC = {
    "home",
    "board",
    "arrived",
    "robots",
    # What those who run the site say to everybody, and what puts it out of somebody's sight.
    "announcements:privacy",
    "announcements:imprint",
    "announcements:contact",
    "announcements:bar",
    "announcements:put_away",
    # What anybody may watch; a private game asks to log in, and a private table is not found.
    "games:detail",
    "games:updates",
    "games:history",
    "games:board_picture",
    "games:record",
    "games:curves",
    "games:result",
    "games:proof",
    "games:fair_deck",
    "games:profile",
    "games:rules",
    # Nothing of the tutorial is stored but in the reader's own session.
    "games:learn",
    "games:lesson",
    "games:rules_of",
    "games:rules_of_edition",
    "games:ground",
    "games:bare_board",
    "games:miniature",
    "games:relief",
    # What came with a mail: the address says who may do what.
    "games:act",
    "matchmaking:lobby",
    "matchmaking:detail",
    "matchmaking:updates",
    "matchmaking:talk",
    "matchmaking:invite",
    "matchmaking:substitute",
    "ratings:leaderboards",
    # What was said there.
    "talk:conversation",
    # Makes a guest of a visitor.
    "matchmaking:practice",
    # Mails lead there; what may be done, and by whom, is signed into the address.
    "notifications:stop",
    "notifications:never",
    # Only a development site has these.
    "styleguide",
    "notifications:mails",
    "notifications:mail",
    "notifications:mail_html",
    # For browsers: what shows messages in the background, and says where it is reached now; what it needs as an app.
    "notifications:service_worker",
    "notifications:push_move",
    "manifest",
    # What programs look for at every site.
    "favicon",
    "security_txt",
    "change_password",
    # What feed readers and calendars fetch, by an address that is a secret.
    "notifications:feed",
    "games:deadlines",
    # Getting in, and back in.
    "account_login",
    "mfa_authenticate",
    "mfa_login_webauthn",
    "openid_connect_login",
    "openid_connect_callback",
    "socialaccount_login_cancelled",
    "socialaccount_login_error",
    "account_logout",
    "account_signup",
    "account_inactive",
    "account_email_verification_sent",
    "account_confirm_email",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key",
    "account_reset_password_from_key_done",
    "admin:login",
    "admin:logout",
}

ARGUMENTS = {
    "app_label": "games",
    "areas": "west",
    "content_type_id": "1",
    "digest": "0",
    "edition": "classic",
    "game": 1,
    "key": "key",
    "mail_id": "mail",
    "name": "Nobody",
    "map": "germany",
    "number": 0,
    "object_id": "1",
    "pk": 1,
    "provider_id": "openid",
    "secret": "secret",
    "slug": "auction",
    "token": "token",
    "uidb36": "1",
    "url": "nowhere",
}


class Address(NamedTuple):
    name: str
    pattern: URLPattern
    of_folder: tuple[str, ...] = ()
    """The arguments of the folder that it is in."""

    @property
    def path(self) -> str:
        return reverse(self.name, kwargs={argument: ARGUMENTS[argument] for argument in self.arguments()})

    def arguments(self) -> list[str]:
        pattern = self.pattern.pattern
        own = [*getattr(pattern, "converters", ())] or [*pattern.regex.groupindex]
        return [*self.of_folder, *own]


def addresses(resolver: URLResolver, prefix: str = "", of_folder: tuple[str, ...] = ()) -> Iterator[Address]:
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            converters = getattr(entry.pattern, "converters", ()) or entry.pattern.regex.groupindex
            inside = (*of_folder, *converters)
            yield from addresses(entry, f"{prefix}{entry.namespace}:" if entry.namespace else prefix, inside)
        else:
            yield Address(prefix + (entry.name or ""), entry, of_folder)


# What the admin has no name for asks for its own login as all of it does.
ADDRESSES = [address for address in addresses(get_resolver()) if address.name != "admin:"]


def leads_to_login(answer: HttpResponse) -> bool:
    logins = (reverse("account_login"), reverse("admin:login"))
    return answer.status_code == 302 and answer.headers["Location"].startswith(logins)


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_visitor_is_asked_to_log_in(client: Client, db: None, method: str):
    answers = {
        address.name: getattr(client, method)(address.path) for address in ADDRESSES if address.name not in PUBLIC
    }

    assert [
        name for name, answer in answers.items() if answer.status_code != 405 and not leads_to_login(answer)
    ] == []


def test_every_address_has_a_name():
    assert all(address.pattern.name for address in ADDRESSES)


def test_what_is_listed_as_public_exists():
    assert PUBLIC - {address.name for address in ADDRESSES} == set()
