"""Addresses of alerts, and of the mailbox of a development site."""

from django.urls import path

from notifications.views import alerts, mailbox

app_name = "notifications"

urlpatterns = [
    path("alerts/", alerts.alerts, name="alerts"),
    path("mails/", mailbox.mails, name="mails"),
    path("mails/<slug:mail_id>/", mailbox.mail, name="mail"),
    path("mails/<slug:mail_id>/html/", mailbox.mail_html, name="mail_html"),
]
