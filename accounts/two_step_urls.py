"""Addresses of two-step log-in that stand before those of django-allauth, by the same names."""

from django.urls import path

from accounts import two_step_views as views

urlpatterns = [
    path("", views.index, name="mfa_index"),
    path("totp/activate/", views.activate_totp, name="mfa_activate_totp"),
    path("webauthn/add/", views.add_passkey, name="mfa_add_webauthn"),
    path("authenticate/", views.authenticate, name="mfa_authenticate"),
    path("webauthn/login/", views.log_in_by_passkey, name="mfa_login_webauthn"),
]
