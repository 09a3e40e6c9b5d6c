"""Addresses of games, and of the rules that they are played by."""

from django.urls import include, path

from games.views.dashboard import dashboard, dashboard_updates
from games.views.guide import skip_guide
from games.views.history import history
from games.views.page import detail, play, updates
from games.views.profile import profile
from games.views.rules import rules, rules_of, rules_of_edition
from games.views.talk import notes, say
from games.views.undo import agree_to_undo, refuse_undo, take_back

app_name = "games"

urlpatterns = [
    path("rules/", rules, name="rules"),
    path("rules/<slug:edition>/", rules_of_edition, name="rules_of_edition"),
    path("rules/<slug:edition>/<slug:map>/", rules_of, name="rules_of"),
    # Names may hold signs that mean something in an address; a slash is the only one that none can hold.
    path("players/<path:name>/", profile, name="profile"),
    path(
        "games/",
        include(
            [
                path("", dashboard, name="dashboard"),
                path("updates/", dashboard_updates, name="dashboard_updates"),
                path("<int:pk>/", detail, name="detail"),
                path("<int:pk>/play/", play, name="play"),
                path("<int:pk>/updates/", updates, name="updates"),
                path("<int:pk>/undo/", take_back, name="take_back"),
                path("<int:pk>/undo/agree/", agree_to_undo, name="agree_to_undo"),
                path("<int:pk>/undo/refuse/", refuse_undo, name="refuse_undo"),
                path("<int:pk>/guide/skip/", skip_guide, name="skip_guide"),
                path("<int:pk>/say/", say, name="say"),
                path("<int:pk>/notes/", notes, name="notes"),
                path("<int:pk>/history/<int:number>/", history, name="history"),
            ]
        ),
    ),
]
