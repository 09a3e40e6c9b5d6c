"""Addresses of your account."""

from django.urls import path

from accounts import data_export, time_views, views

app_name = "accounts"

urlpatterns = [
    path("", views.settings, name="settings"),
    path("appearance/", views.appearance, name="appearance"),
    path("others/", views.others, name="others"),
    path("time/", time_views.time_settings, name="time"),
    path("time/vacations/", time_views.add_vacation, name="add_vacation"),
    path("time/vacations/<int:pk>/end/", time_views.end_vacation, name="end_vacation"),
    path("guide/", views.begin_guide, name="begin_guide"),
    path("guide/end/", views.end_guide, name="end_guide"),
    path("keep/", views.keep, name="keep"),
    path("data/", data_export.take_along, name="take_along"),
    path("delete/", views.delete, name="delete"),
    path("bring/", views.bring, name="bring"),
]
