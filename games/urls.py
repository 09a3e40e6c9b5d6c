"""Addresses of games, and of the rules that they are played by."""

from django.urls import include, path

from games.views.dashboard import dashboard
from games.views.history import history
from games.views.page import detail, play, updates
from games.views.rules import rules, rules_of, rules_of_edition

app_name = "games"

urlpatterns = [
    path("rules/", rules, name="rules"),
    path("rules/<slug:edition>/", rules_of_edition, name="rules_of_edition"),
    path("rules/<slug:edition>/<slug:map>/", rules_of, name="rules_of"),
    path(
        "games/",
        include(
            [
                path("", dashboard, name="dashboard"),
                path("<int:pk>/", detail, name="detail"),
                path("<int:pk>/play/", play, name="play"),
                path("<int:pk>/updates/", updates, name="updates"),
                path("<int:pk>/history/<int:number>/", history, name="history"),
            ]
        ),
    ),
]
