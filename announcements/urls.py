from django.urls import path

from announcements import views
from announcements.models import Page

app_name = "announcements"

urlpatterns = [
    path("privacy/", views.page, {"subject": Page.Subject.PRIVACY}, name="privacy"),
    path("imprint/", views.page, {"subject": Page.Subject.IMPRINT}, name="imprint"),
    path("contact/", views.page, {"subject": Page.Subject.CONTACT}, name="contact"),
    path("notices/", views.bar, name="bar"),
    path("notices/<int:pk>/put-away/", views.put_away, name="put_away"),
]
