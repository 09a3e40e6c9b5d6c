"""Addresses of logging in by other sites that stand before those of django-allauth, by the same names."""

from django.apps import apps
from django.urls import path

from accounts import social_views as views

urlpatterns = [
    path("3rdparty/", views.connections, name="socialaccount_connections"),
    path("3rdparty/signup/", views.sign_up, name="socialaccount_signup"),
]

if apps.is_installed("allauth.socialaccount.providers.openid_connect"):
    urlpatterns += [
        path("oidc/<str:provider_id>/login/", views.log_in_by_openid, name="openid_connect_login"),
        path("oidc/<str:provider_id>/login/callback/", views.come_back_from_openid, name="openid_connect_callback"),
    ]
