"""Addresses of alerts, and of the mailbox of a development site."""

from django.conf import settings
from django.urls import path

from notifications import feeds
from notifications.views import alerts, destinations, mailbox, stop

app_name = "notifications"

urlpatterns = [
    path("alerts/", alerts.alerts, name="alerts"),
    path("alerts/times/", alerts.times, name="times"),
    path("alerts/invitations/", alerts.invitations, name="invitations"),
    path("alerts/ways/<int:number>/", alerts.frequency, name="frequency"),
    path("alerts/ways/<int:number>/test/", alerts.test, name="test"),
    path("alerts/ways/<int:number>/on/", alerts.turn_on, name="turn_on"),
    path("alerts/ways/<int:number>/remove/", alerts.remove, name="remove"),
    path("alerts/record/", alerts.alert_record, name="record"),
    path("alerts/push/", destinations.turn_on_push, name="push_on"),
    path("alerts/push/off/", destinations.turn_off_push, name="push_off"),
    path("alerts/push/move/", destinations.move_push, name="push_move"),
    path("service-worker.js", destinations.service_worker, name="service_worker"),
    path("alerts/hooks/", destinations.add, name="add_hook"),
    path("alerts/hooks/<int:pk>/", destinations.hook, name="hook"),
    path("alerts/hooks/<int:pk>/secret/", destinations.renew, name="renew_secret"),
    path("alerts/feeds/", feeds.change, {"by": feeds.make}, name="make_feeds"),
    path("alerts/feeds/renew/", feeds.change, {"by": feeds.renew}, name="renew_feeds"),
    path("alerts/feeds/remove/", feeds.change, {"by": feeds.remove}, name="remove_feeds"),
    path("feeds/<slug:secret>/alerts.xml", feeds.alerts, name="feed"),
    path("alerts/stop/<str:token>/", stop.stop, name="stop"),
    path("alerts/never/<str:token>/", stop.never, name="never"),
    path("mails/", mailbox.mails, name="mails"),
    path("mails/<slug:mail_id>/", mailbox.mail, name="mail"),
    path("mails/<slug:mail_id>/html/", mailbox.mail_html, name="mail_html"),
]

if settings.MAIL_SERVICE_SECRET:
    from notifications import mail_service

    urlpatterns.append(path("mail-service/", mail_service.listener(settings.MAIL_SERVICE), name="mail_service"))
