"""Addresses of tables."""

from django.urls import path

from matchmaking import views
from matchmaking.invitation_views import decline, invite_people, withdraw
from matchmaking.rematch_views import play_again, release
from matchmaking.substitute_views import substitute, take_over

app_name = "matchmaking"

urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("mine/", views.mine, name="mine"),
    path("new/", views.create, name="create"),
    path("practice/", views.practice, name="practice"),
    path("invite/<str:token>/", views.invite, name="invite"),
    path("again/<int:game>/", play_again, name="play_again"),
    path("substitute/<int:game>/<int:number>/", substitute, name="substitute"),
    path("substitute/<int:game>/<int:number>/take/", take_over, name="take_over"),
    path("<int:pk>/", views.detail, name="detail"),
    path("<int:pk>/updates/", views.updates, name="updates"),
    path("<int:pk>/talk/", views.talk, name="talk"),
    path("<int:pk>/say/", views.say, name="say"),
    path("<int:pk>/join/", views.join, name="join"),
    path("<int:pk>/share/", views.share, name="share"),
    path("<int:pk>/leave/", views.leave, name="leave"),
    path("<int:pk>/add-bot/", views.add_bot, name="add_bot"),
    path("<int:pk>/remove-bot/", views.remove_bot, name="remove_bot"),
    path("<int:pk>/release/", release, name="release"),
    path("<int:pk>/invite/", invite_people, name="invite_people"),
    path("<int:pk>/withdraw/", withdraw, name="withdraw"),
    path("<int:pk>/decline/", decline, name="decline"),
    path("<int:pk>/close/", views.close, name="close"),
]
