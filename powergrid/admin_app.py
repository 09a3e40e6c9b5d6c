"""The admin, with a site of our own."""

from django.contrib.admin.apps import AdminConfig


class OwnAdminConfig(AdminConfig):
    default_site = "powergrid.admin.Site"
