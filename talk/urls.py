"""Addresses about what was said; speaking itself is done at the table and in the game."""

from django.urls import path

from talk import views

app_name = "talk"

urlpatterns = [
    path("<int:pk>/", views.conversation, name="conversation"),
    path("messages/<int:pk>/report/", views.report, name="report"),
    path("mute/", views.mute, name="mute"),
    path("unmute/", views.unmute, name="unmute"),
    path("muted/", views.muted, name="muted"),
]
