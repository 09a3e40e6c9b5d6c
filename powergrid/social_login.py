"""What SOCIAL_LOGIN and its variables can say: the other sites with which people can log in."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, urlsplit

from environs import Env, EnvError

OPENID = "openid"  # any server that speaks OpenID Connect, such as that of a club

ORIGINS = {"discord": "https://discord.com", "github": "https://github.com", "google": "https://accounts.google.com"}
"""Those we know, and where each asks people who they are."""

KNOWN = (*ORIGINS, OPENID)


@dataclass(frozen=True, slots=True)
class SocialLogin:
    apps: tuple[str, ...]  # the applications to install
    providers: dict[str, Any]
    origins: tuple[str, ...]
    """Where forms may lead: Chromium applies the policy of a page to redirects after its forms, too."""


def read(env: Env) -> SocialLogin:
    """The sites with which people can log in. An EnvError repeats no secret."""
    given = {
        "discord": (env.str("DISCORD_CLIENT_ID", ""), env.str("DISCORD_CLIENT_SECRET", "")),
        "github": (env.str("GITHUB_CLIENT_ID", ""), env.str("GITHUB_CLIENT_SECRET", "")),
        "google": (env.str("GOOGLE_CLIENT_ID", ""), env.str("GOOGLE_CLIENT_SECRET", "")),
        OPENID: (env.str("OPENID_CLIENT_ID", ""), env.str("OPENID_CLIENT_SECRET", "")),
    }
    server, name = env.str("OPENID_SERVER", "").rstrip("/"), env.str("OPENID_NAME", "")
    providers, origins = {}, []
    for site in dict.fromkeys(filter(None, env.list("SOCIAL_LOGIN", [], subcast=str.strip))):
        _check(site, given.get(site, ("", "")))
        app: dict[str, Any] = dict(zip(("client_id", "secret"), given[site], strict=True))
        if site == OPENID:
            place = _place_of(server)
            app |= {"provider_id": OPENID, "name": name or place.hostname, "settings": {"server_url": server}}
            # We assume that it asks people at its own host.
            origins.append(f"{place.scheme}://{place.netloc}")
        else:
            origins.append(ORIGINS[site])
        module = "openid_connect" if site == OPENID else site
        providers[module] = {"APPS": [app], "OAUTH_PKCE_ENABLED": True}
    apps = tuple(f"allauth.socialaccount.providers.{module}" for module in providers)
    return SocialLogin(apps, providers, tuple(origins))


def _check(site: str, given: tuple[str, str]) -> None:
    if site not in KNOWN:
        raise EnvError(f"SOCIAL_LOGIN names {site!r}. It can name {', '.join(KNOWN)}, separated by commas.")
    for what, value in zip(("CLIENT_ID", "CLIENT_SECRET"), given, strict=True):
        if not value:
            raise EnvError(f"SOCIAL_LOGIN names {site}, which needs {site.upper()}_{what}.")


def _place_of(server: str) -> SplitResult:
    if not server:
        raise EnvError("SOCIAL_LOGIN names openid, which needs OPENID_SERVER.")
    place = urlsplit(server)
    if place.scheme not in ("https", "http") or not place.hostname:
        raise EnvError("OPENID_SERVER must look like https://id.example.")
    return place
