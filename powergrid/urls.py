"""All addresses of the site."""

from allauth.urls import build_provider_urlpatterns
from django.contrib import admin
from django.urls import include, path

from matchmaking.ratings import leaderboard
from powergrid import receipts, views
from powergrid.monitoring.overview import operation
from powergrid.styleguide import styleguide

urlpatterns = [
    path("", views.home, name="home"),
    path("board/", views.board, name="board"),
    path("arrived/", receipts.arrived, name="arrived"),
    path("robots.txt", views.robots, name="robots"),
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("favicon.ico", views.favicon, name="favicon"),
    path(".well-known/security.txt", views.security_txt, name="security_txt"),
    path(".well-known/change-password", views.change_password, name="change_password"),
    path("styleguide/", styleguide, name="styleguide"),
    path("", include("announcements.urls")),
    path("", include("games.urls")),
    path("tables/", include("matchmaking.urls")),
    path("leaderboards/", include(leaderboard.urls)),
    path("settings/", include("accounts.urls")),
    path("talk/", include("talk.urls")),
    path("", include("notifications.urls")),
    path("accounts/", include("accounts.allauth_urls")),
    # Piece by piece: all of it would add old addresses without names.
    path("accounts/", include("allauth.account.urls")),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("accounts/3rdparty/", include("allauth.socialaccount.urls")),
    path("accounts/", include(build_provider_urlpatterns())),
    path("admin/", admin.site.urls),
    path("operation/", admin.site.admin_view(operation), name="operation"),
]

handler400 = "powergrid.views.unreadable"
handler403 = "powergrid.views.forbidden"
handler404 = "powergrid.views.missing"
handler429 = "powergrid.views.too_many"  # where django-allauth looks for it
handler500 = "powergrid.views.broken"
