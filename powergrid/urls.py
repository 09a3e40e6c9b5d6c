"""All addresses of the site."""

from django.contrib import admin
from django.urls import include, path

from powergrid import views

urlpatterns = [
    path("", views.home, name="home"),
    path("robots.txt", views.robots, name="robots"),
    path("games/", include("games.urls")),
    path("tables/", include("matchmaking.urls")),
    path("settings/", include("accounts.urls")),
    path("mails/", include("notifications.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
]
