"""Addresses of leaderboards."""

from django.urls import path

from matchmaking.ratings.views import leaderboards

app_name = "ratings"

urlpatterns = [
    path("", leaderboards, name="leaderboards"),
]
