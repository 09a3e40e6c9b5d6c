"""Addresses of games, and of the rules that they are played by."""

from django.urls import include, path

from games.alerts.action_page import act
from games.pages.boards import bare_board, ground, miniature, relief
from games.pages.coach.views import coach, coach_answer, review
from games.pages.dashboard.deadlines import deadlines
from games.pages.dashboard.page import dashboard, dashboard_updates, here
from games.pages.dashboard.profile import profile
from games.pages.game.absence_views import come_back, leave
from games.pages.game.agreement_views import (
    agree_to_undo,
    cast_vote,
    give_time,
    refuse_undo,
    take_back,
    withdraw_vote,
)
from games.pages.game.alerts import alerts
from games.pages.game.guide import skip_guide
from games.pages.game.plans_views import (
    bid_and_plan,
    choose_powering,
    give_plan,
    stop_plan,
    wish_for_areas,
    withdraw_plan,
)
from games.pages.game.proof import fair_deck, proof
from games.pages.game.talk_views import notes, say
from games.pages.game.views import detail, play, players, updates
from games.pages.lessons.views import learn, lesson
from games.pages.past.views import board_picture, history, last_position, position_note
from games.pages.result.curves import curves
from games.pages.result.page import result
from games.pages.rulebook.views import rules, rules_of, rules_of_edition
from games.pages.whatif.views import (
    what_if,
    what_if_at,
    what_if_bots,
    what_if_carry_on,
    what_if_plans,
    what_if_play,
    what_if_start_over,
)
from games.records.views import all_studies, delete_study, record

app_name = "games"

urlpatterns = [
    path("rules/", rules, name="rules"),
    path("rules/<slug:edition>/", rules_of_edition, name="rules_of_edition"),
    path("rules/<slug:edition>/<slug:map>/", rules_of, name="rules_of"),
    path("learn/", learn, name="learn"),
    path("learn/<slug:slug>/", lesson, name="lesson"),
    # Names may hold signs that mean something in an address; a slash is the only one that none can hold.
    path("players/<path:name>/", profile, name="profile"),
    path("act/<str:token>/", act, name="act"),
    path("fair-deck/", fair_deck, name="fair_deck"),
    path("boards/<slug:map>/relief.<slug:digest>.webp", relief, name="relief"),
    path("boards/<slug:map>/<slug:edition>/<str:areas>/ground.<slug:digest>.svg", ground, name="ground"),
    path("boards/<slug:map>/<slug:edition>/miniature.<slug:digest>.svg", miniature, name="miniature"),
    path("boards/<slug:map>/<slug:edition>/board.png", bare_board, name="bare_board"),
    path("feeds/<slug:secret>/deadlines.ics", deadlines, name="deadlines"),
    path("studies/", all_studies, name="studies"),
    path("studies/<int:pk>/delete/", delete_study, name="delete_study"),
    path(
        "games/",
        include(
            [
                path("", dashboard, name="dashboard"),
                path("updates/", dashboard_updates, name="dashboard_updates"),
                path("here/", here, name="here"),
                path("<int:pk>/", detail, name="detail"),
                path("<int:pk>/here/", here, name="here"),
                path("<int:pk>/proof/", proof, name="proof"),
                path("<int:pk>/play/", play, name="play"),
                path("<int:pk>/areas/", wish_for_areas, name="wish_for_areas"),
                path("<int:pk>/updates/", updates, name="updates"),
                path("<int:pk>/players/", players, name="players"),
                path("<int:pk>/undo/", take_back, name="take_back"),
                path("<int:pk>/undo/agree/", agree_to_undo, name="agree_to_undo"),
                path("<int:pk>/undo/refuse/", refuse_undo, name="refuse_undo"),
                path("<int:pk>/vote/", cast_vote, name="vote"),
                path("<int:pk>/vote/withdraw/", withdraw_vote, name="withdraw_vote"),
                path("<int:pk>/give-time/", give_time, name="give_time"),
                path("<int:pk>/alerts/", alerts, name="alerts"),
                path("<int:pk>/leave/", leave, name="leave"),
                path("<int:pk>/come-back/", come_back, name="come_back"),
                path("<int:pk>/plans/give/", give_plan, name="give_plan"),
                path("<int:pk>/plans/bid/", bid_and_plan, name="bid_and_plan"),
                path("<int:pk>/plans/withdraw/", withdraw_plan, name="withdraw_plan"),
                path("<int:pk>/plans/stop/", stop_plan, name="stop_plan"),
                path("<int:pk>/plans/powering/", choose_powering, name="choose_powering"),
                path("<int:pk>/guide/skip/", skip_guide, name="skip_guide"),
                path("<int:pk>/say/", say, name="say"),
                path("<int:pk>/notes/", notes, name="notes"),
                path("<int:pk>/record/", record, name="record"),
                path("<int:pk>/history/", last_position, name="last_position"),
                path("<int:pk>/history/<int:number>/", history, name="history"),
                path("<int:pk>/history/<int:number>/board.png", board_picture, name="board_picture"),
                path("<int:pk>/history/<int:number>/note/", position_note, name="position_note"),
                path("<int:pk>/curves/", curves, name="curves"),
                path("<int:pk>/result/", result, name="result"),
                path("<int:pk>/review/", review, name="review"),
                path("<int:pk>/review/<int:number>/", coach, name="coach"),
                path("<int:pk>/review/<int:number>/answer/", coach_answer, name="coach_answer"),
                path("<int:pk>/what-if/", what_if, name="what_if"),
                path("<int:pk>/what-if/start-over/", what_if_start_over, name="what_if_start_over"),
                path("<int:pk>/what-if/carry-on/", what_if_carry_on, name="what_if_carry_on"),
                path("<int:pk>/what-if/<int:number>/", what_if_at, name="what_if_at"),
                path("<int:pk>/what-if/<int:number>/play/", what_if_play, name="what_if_play"),
                path("<int:pk>/what-if/<int:number>/bots/", what_if_bots, name="what_if_bots"),
                path("<int:pk>/what-if/<int:number>/plans/", what_if_plans, name="what_if_plans"),
            ]
        ),
    ),
]
