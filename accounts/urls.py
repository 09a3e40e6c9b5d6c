"""Addresses about oneself."""

from django.urls import path

from accounts import views

app_name = "accounts"

urlpatterns = [
    path("", views.settings, name="settings"),
    path("appearance/", views.appearance, name="appearance"),
    path("guide/", views.begin_guide, name="begin_guide"),
    path("keep/", views.keep, name="keep"),
    path("bring/", views.bring, name="bring"),
]
