"""Addresses of the mailbox of a development site."""

from django.urls import path

from notifications import views

app_name = "notifications"

urlpatterns = [
    path("", views.mails, name="mails"),
    path("<slug:mail_id>/", views.mail, name="mail"),
    path("<slug:mail_id>/html/", views.mail_html, name="mail_html"),
]
