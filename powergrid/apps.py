"""The admin, with a site of our own."""

from django.contrib.admin import apps


class AdminConfig(apps.AdminConfig):
    default = False  # for the app "powergrid", which has none
    default_site = "powergrid.admin.Site"
