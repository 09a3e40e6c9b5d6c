"""Addresses of tables."""

from django.urls import path

from matchmaking import table_views, views

app_name = "matchmaking"

urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("mine/", views.mine, name="mine"),
    path("new/", views.create, name="create"),
    path("favourite/", views.favourite, name="favourite"),
    path("practice/", views.practice, name="practice"),
    path("invite/<str:token>/", table_views.invite, name="invite"),
    path("again/<int:game>/", table_views.play_again, name="play_again"),
    path("substitute/<int:game>/<int:number>/", views.substitute, name="substitute"),
    path("substitute/<int:game>/<int:number>/take/", views.take_over, name="take_over"),
    path("<int:pk>/", table_views.detail, name="detail"),
    path("<int:pk>/updates/", table_views.updates, name="updates"),
    path("<int:pk>/talk/", table_views.talk, name="talk"),
    path("<int:pk>/say/", table_views.say, name="say"),
    path("<int:pk>/join/", table_views.join, name="join"),
    path("<int:pk>/share/", table_views.share, name="share"),
    path("<int:pk>/leave/", table_views.leave, name="leave"),
    path("<int:pk>/add-bot/", table_views.add_bot, name="add_bot"),
    path("<int:pk>/remove-bot/", table_views.remove_bot, name="remove_bot"),
    path("<int:pk>/release/", table_views.release, name="release"),
    path("<int:pk>/invite/", table_views.invite_people, name="invite_people"),
    path("<int:pk>/withdraw/", table_views.withdraw, name="withdraw"),
    path("<int:pk>/decline/", table_views.decline, name="decline"),
    path("<int:pk>/close/", table_views.close, name="close"),
]
