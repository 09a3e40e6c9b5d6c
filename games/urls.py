"""Addresses of games."""

from django.urls import path

from games.views.dashboard import dashboard
from games.views.history import history
from games.views.page import detail, play, updates

app_name = "games"

urlpatterns = [
    path("", dashboard, name="dashboard"),
    path("<int:pk>/", detail, name="detail"),
    path("<int:pk>/play/", play, name="play"),
    path("<int:pk>/updates/", updates, name="updates"),
    path("<int:pk>/history/<int:number>/", history, name="history"),
]
