"""What is left of somebody who deletes their account, and what the others have of them then."""

from datetime import timedelta
from io import StringIO

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.core import mail
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from accounts import deletion, mails, names
from accounts.models import User, key_of
from games.models import Absence, Game
from games.pages import talking
from games.turns import absence
from matchmaking import tables
from matchmaking.models import Invitation, Table, TableRefused
from notifications import outbox
from notifications.models import Alert, Channel, Destination, OutgoingMail, State
from talk import conversations
from talk.models import Message, Report
from tests.accounts.having_everything import give_everything
from tests.accounts.mails import send_out
from tests.factories import GameFactory, GuestFactory, TableFactory, UserFactory, play_to_the_end

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def delete(user: User) -> User:
    deletion.delete(user, now=timezone.now())
    return User.objects.get(pk=user.pk)


def test_the_row_that_stays_says_nothing_any_more(ana):
    ana.is_staff, ana.time_zone, ana.unreached_address = True, "Europe/Berlin", ana.email
    ana.save()
    former = delete(ana)
    assert former.left_at is not None
    assert not former.is_active
    assert not former.has_usable_password()
    told = {"id": ana.pk, "name": f"Former player {ana.pk}", "is_active": False, "password": former.password}
    then = former.left_at
    blank = User(**told, name_key=key_of(former.name), left_at=then, date_joined=then, last_here=then)
    columns = [field.attname for field in User._meta.concrete_fields]
    assert [getattr(former, column) for column in columns] == [getattr(blank, column) for column in columns]


def test_no_row_has_a_word_that_leads_to_somebody_who_has_left(ana, bob, cid):
    give_everything(ana, bob)
    User.objects.filter(pk=ana.pk).update(email="xanthippe@example.org")
    ana.emailaddress_set.update(email="xanthippe@example.org")
    names.rename(ana, "Xanthippe")
    LogEntry.objects.update(object_repr="Xanthippe")
    assert words_anywhere("xanthippe") >= {"User", "EmailAddress", "Seat", "LogEntry"}
    assert words_anywhere("my own") >= {"Note", "PositionNote", "Game", "Message", "Report", "Destination"}
    delete(ana)
    assert words_anywhere("xanthippe") | words_anywhere("my own") == set()


def test_what_others_were_told_of_them_is_forgotten_and_nothing_else(ana, bob, cid):
    over, running = play_to_the_end(GameFactory(players=2)), GameFactory(players=3)
    table = TableFactory(host=ana)
    told = [
        a_sent_alert(bob, "game_over", over.pk, "Friday round: Ana won", "Ana, Anabel and Ana’s bot won."),
        a_sent_alert(cid, "undo_asked", running.pk, "Xena asks to take something back", "Bid 5: Xena"),
        a_sent_alert(UserFactory(name="Dan"), "invited", 0, f"Xena invites you: {table.name}", "Xena wants to play."),
    ]
    invitation = Invitation.objects.create(table=TableFactory(host=bob), user=cid, host=bob)
    others = [
        a_sent_alert(UserFactory(name="Eva"), "game_over", 4711, "Ana won", "Xena won."),
        a_sent_alert(cid, "game_over", over.pk, "Friday round: Anabel won", "Anabel won."),
        a_sent_alert(cid, "invited", 0, "Bob invites you: Xena", "Bob wants to play.", sequence=invitation.pk),
    ]
    before = said(others)
    names.rename(ana, "Xena")
    delete(ana)
    assert said(told) == [("", "")] * 3
    assert said(others) == before
    deletion.delete(ana, now=timezone.now())  # once more


def test_no_other_name_is_put_where_a_word_only_looks_like_theirs(ana, bob):
    game = GameFactory(players=2)
    names.rename(ana, "Round")
    told = a_sent_alert(bob, "your_turn", game.pk, "Round the clock: your turn", "Bid for plant 13, or pass.")
    delete(ana)
    assert said([told]) == [("", "Bid for plant 13, or pass.")]


def said(alerts: list[int]) -> list[tuple[str, str]]:
    return list(Alert.objects.filter(pk__in=alerts).order_by("pk").values_list("title", "sentence"))


def a_sent_alert(recipient: User, kind: str, game: int, title: str, sentence: str, *, sequence: int = 99) -> int:
    told = {"channel": Channel.MAIL, "kind": kind, "subject_id": game, "sequence": sequence, "state": State.SENT}
    return Alert.objects.create(recipient=recipient, **told, title=title, sentence=sentence).pk


def words_anywhere(words: str) -> set[str]:
    """Which tables have some words in any row."""
    return {
        model.__name__
        for model in apps.get_models()
        if any(words in str(row).casefold() for row in model._base_manager.values())
    }


def test_all_sessions_end_and_nobody_can_log_in_again(client, ana):
    client.force_login(ana)
    address = ana.email
    delete(ana)
    assert client.get(reverse("games:dashboard")).status_code == 302
    assert not User.objects.filter(email=address).exists()


def test_in_running_games_a_bot_plays_on_and_the_seat_is_offered(ana, bob):
    game = GameFactory(players=3, after=["open 4 4"])
    former = delete(ana)
    game.refresh_from_db()
    seat = game.seats.get(user=ana)
    assert not game.is_over
    assert (seat.name, seat.is_to_move) == (former.name, False)
    assert seat.absences.get().reason == Absence.Reason.LEFT
    assert not seat.plans.exists()
    dan = UserFactory(name="Dan")
    absence.take_over(game, seat.number, dan, now=timezone.now())
    assert game.seats.get(number=seat.number).user == dan


def test_games_that_are_over_stay_whole_under_the_new_name(client, ana, bob):
    game = play_to_the_end(GameFactory(players=2))
    actions = list(game.actions.values())
    ranks = list(game.seats.values_list("user", "rank"))
    former = delete(ana)
    assert list(game.actions.values()) == actions
    assert list(game.seats.values_list("user", "rank")) == ranks
    client.force_login(bob)
    for address in (game.get_absolute_url(), reverse("games:history", args=[game.pk, 3])):
        page = client.get(address).content.decode()
        assert former.name in page
        assert "Ana" not in page


def test_a_game_against_bots_alone_ends_where_it_stands(ana):
    game = GameFactory(players=3, bots=2)
    delete(ana)
    game.refresh_from_db()
    assert game.is_over
    assert game.ended_early


def test_a_game_whose_last_people_leave_ends(ana, bob):
    game = GameFactory(players=2)
    delete(ana)
    delete(bob)
    game.refresh_from_db()
    assert game.ended_early
    assert [seat.name for seat in game.seats.all()] == [f"Former player {who.pk}" for who in (ana, bob)]


def test_open_tables_go_to_who_sits_there_longest_and_close_without_anybody(ana, bob, cid):
    shared, alone, joined = TableFactory(people=[bob]), TableFactory(), TableFactory(host=bob, people=[ana])
    delete(ana)
    for table in (shared, alone, joined):
        table.refresh_from_db()
        assert not table.seats.filter(user=ana).exists()
    assert (shared.host, shared.closed_at) == (bob, None)
    assert alone.closed_at is not None
    assert joined.is_open


def test_the_words_go_and_that_something_was_said_stays(client, ana, bob):
    game = GameFactory(players=2)
    talking.say(game, ana, "the secret of my life", now=timezone.now())
    former = delete(ana)
    assert Message.objects.get().text == ""
    client.force_login(bob)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "the secret of my life" not in page
    assert "This player has left, and their words are deleted." in page
    assert former.name in page


def test_reported_words_stay_until_those_who_run_the_site_have_looked_at_them(client, ana, bob, cid):
    game = GameFactory(players=3)
    talking.say(game, ana, "you fool", now=timezone.now())
    conversations.report(Message.objects.get(), bob, reason="insult", remark="look")
    delete(ana)
    assert Message.objects.get().text == "you fool"
    client.force_login(bob)
    assert "you fool" not in client.get(game.get_absolute_url()).content.decode()
    conversations.settle(Report.objects.get(), cid, remove=False, now=timezone.now())
    assert Message.objects.get().text == ""


def test_what_somebody_had_reported_is_still_looked_at_and_their_remark_goes_then(ana, bob, cid):
    talking.say(GameFactory(players=3), bob, "you fool", now=timezone.now())
    conversations.report(Message.objects.get(), ana, reason="insult", remark="look")
    delete(ana)
    report = Report.objects.get()
    assert (report.reporter, report.remark, report.settled_at) == (None, "look", None)
    conversations.settle(report, cid, remove=False, now=timezone.now())
    assert Report.objects.get().remark == ""
    assert Message.objects.get().text == "you fool"


def test_nothing_tells_somebody_who_has_left(ana, bob):
    game = GameFactory(players=2)
    former = delete(ana)
    outbox.tell([former, bob], "game_over", game.pk, 99, now=timezone.now())
    assert not Destination.objects.filter(user=ana).exists()
    assert not Alert.objects.filter(recipient=ana).exists()


def test_they_have_no_profile_any_more(client, ana, bob):
    game = GameFactory(players=2)
    assert client.get(reverse("games:profile", args=["Ana"])).status_code == 200
    former = delete(ana)
    assert client.get(reverse("games:profile", args=["Ana"])).status_code == 404
    profile = reverse("games:profile", args=[former.name])
    assert client.get(profile).status_code == 404
    assert profile not in client.get(game.get_absolute_url()).content.decode()


def test_nobody_else_can_have_the_name_for_a_year(ana):
    now = timezone.now()
    deletion.delete(ana, now=now - names.RETIRED_FOR + timedelta(hours=1))
    assert not names.is_free("Ana")
    assert not names.is_free("ANA")
    assert names.is_free("Anna")


def test_after_a_year_the_name_is_free(ana):
    deletion.delete(ana, now=timezone.now() - names.RETIRED_FOR - timedelta(hours=1))
    assert names.release(now=timezone.now()) == 1
    assert names.is_free("Ana")


def test_the_address_is_free_at_once(ana, bob):
    address = ana.email
    delete(ana)
    User.objects.create_user(address, name="Anna")


@pytest.mark.parametrize("name", ["Former player 7", "former player", "FORMER PLAYERS"])
def test_nobody_can_pass_for_somebody_who_has_left(name):
    with pytest.raises(ValidationError, match="who have left"):
        names.check(names.tidy(name))


def test_a_name_that_staff_gave_to_somebody_is_not_given_again(ana):
    UserFactory(name=f"former player {ana.pk}")
    assert delete(ana).name == f"Former player {ana.pk}.1"


def test_to_delete_twice_does_nothing(ana, bob, django_capture_on_commit_callbacks):
    GameFactory(players=2)
    with django_capture_on_commit_callbacks(execute=True):
        first = delete(ana)
        second = delete(ana)
    assert second.name == first.name
    assert second.left_at == first.left_at
    assert len([message for message in mail.outbox if "deleted" in str(message.subject)]) == 1


def test_a_guest_leaves_without_a_mail_and_the_name_is_of_no_account(django_capture_on_commit_callbacks):
    guest = GuestFactory(name="Guest 1234")
    with django_capture_on_commit_callbacks(execute=True):
        former = delete(guest)
    assert not former.is_guest
    assert names.is_free("Guest 1234")
    assert mail.outbox == []


def test_the_last_who_runs_the_site_stays(ana):
    User.objects.filter(pk=ana.pk).update(is_superuser=True, is_staff=True)
    game = GameFactory(players=2)
    with pytest.raises(deletion.DeletionRefused, match="only one who runs this site"):
        delete(ana)
    ana.refresh_from_db()
    assert ana.name == "Ana"
    assert game.seats.get(user=ana).absent_since is None
    assert game.seats.get(user=ana).name == "Ana"


def test_one_of_two_who_run_the_site_can_leave(ana, bob):
    User.objects.update(is_superuser=True, is_staff=True)
    former = delete(ana)
    assert not former.is_superuser
    with pytest.raises(deletion.DeletionRefused):
        delete(bob)


def test_one_who_is_shut_out_does_not_count_as_running_the_site(ana, bob):
    User.objects.update(is_superuser=True)
    User.objects.filter(pk=bob.pk).update(is_active=False)
    with pytest.raises(deletion.DeletionRefused):
        delete(ana)


def test_the_last_mail_goes_to_the_address_when_all_is_stored(ana, monkeypatch):
    monkeypatch.setattr(mails, "_posts", [outbox.post])
    delete(ana)
    assert mail.outbox == []
    send_out()
    message = mail.outbox[0]
    assert message.to == ["ana@example.org"]
    assert message.subject == "Your account is deleted"
    assert "Hello Ana," in message.body
    assert "Former player" in message.body
    assert message.alternatives
    assert not OutgoingMail.objects.exists()


def test_an_address_that_nobody_has_confirmed_gets_no_mail(ana, django_capture_on_commit_callbacks):
    ana.emailaddress_set.update(verified=False)
    with django_capture_on_commit_callbacks(execute=True):
        delete(ana)
    assert mail.outbox == []


def test_a_page_that_was_open_meanwhile_begins_nothing_more(ana, bob, cid):
    game, table = GameFactory(players=3), TableFactory(host=bob)
    absence.leave(game, ana, now=timezone.now())
    delete(ana)
    stale = ana  # as a request has them that was under way
    with pytest.raises(absence.AbsenceRefused, match="deleted"):
        absence.come_back(game, stale, now=timezone.now())
    absence.leave(game, bob, now=timezone.now())
    with pytest.raises(TableRefused, match="deleted"):
        tables.join(table, stale)
    with pytest.raises(TableRefused, match="deleted"):
        tables.create(Table(host=stale, map="germany", players=3, name="Late"), bots=0, now=timezone.now())
    assert game.seats.get(user=ana).absent_since
    assert not table.seats.filter(user=ana).exists()


def test_all_goes_or_nothing_does(ana, bob, cid, monkeypatch):
    game = give_everything(ana, bob)

    def fail(*args, **kwargs):
        raise RuntimeError

    monkeypatch.setattr(names, "retire", fail)
    with pytest.raises(RuntimeError):
        delete(ana)
    assert Message.objects.filter(author=ana, text="my own words").exists()
    assert Game.objects.get(pk=game.pk).seats.get(user=ana).absent_since is None


def test_the_command_deletes_as_the_page_does(ana):
    out = StringIO()
    call_command("delete_account", " Ana@Example.org ", "--yes", stdout=out)
    assert "now show a former player" in out.getvalue()
    ana.refresh_from_db()
    assert ana.left_at


@pytest.mark.parametrize("address", ["nobody@example.org", "", " "])
def test_the_command_says_whom_it_does_not_know_and_deletes_no_guest_instead(ana, address):
    GuestFactory()
    with pytest.raises(CommandError, match="No account has the address"):
        call_command("delete_account", address, "--yes")
    assert not User.objects.exclude(left_at=None).exists()


def test_the_command_asks_whether_it_is_meant(ana, monkeypatch):
    monkeypatch.setattr("builtins.input", lambda question: "no")
    with pytest.raises(CommandError, match="Nothing was deleted"):
        call_command("delete_account", ana.email)
    ana.refresh_from_db()
    assert ana.left_at is None


def test_the_command_keeps_the_last_who_runs_the_site(ana):
    User.objects.filter(pk=ana.pk).update(is_superuser=True)
    with pytest.raises(CommandError, match="only one"):
        call_command("delete_account", ana.email, "--yes")
