"""Studies: records that somebody brings along, which are theirs alone and which nobody plays."""

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import rules
from accounts import belongings
from games.clock import due
from games.models import Action, Game, Seat
from games.pages.dashboard.page import Dashboard
from games.pages.dashboard.page import now as moment
from games.pages.dashboard.profile import Profile
from games.records import export, reading, studies
from games.replay import snapshots, verify
from games.turns import run_due
from matchmaking import practice, substitutes
from notifications.models import Alert
from powergrid.settings import ACCOUNT_RATE_LIMITS
from powergrid.showcase import Showcase
from rules.selfplay import play_game
from tests.factories import GameFactory, GuestFactory, person_called, play_to_the_end
from tests.games.scripts import AUCTIONS
from tests.pages import html_of, words_of
from tests.rules.recorded_games import FOLDER

pytestmark = pytest.mark.django_db

RECORDS = sorted(FOLDER.glob("*.json"))


def content(**options) -> bytes:
    """The record of a short game between bots."""
    record, _state = play_game(rules.Options(first_game=True, **options), 3, "5eed")
    return rules.write_record(record).encode()


def without_seed() -> bytes:
    """The same, with all its cards stated."""
    record = json.loads(content())
    del record["setup"]["seed"]
    return json.dumps(record).encode()


def unfinished() -> bytes:
    record, _state = play_game(rules.Options(), 3, "5eed")
    return rules.write_record(rules.Record(record.players, record.setup, record.moves[:40])).encode()


def study_of(name: str, what: bytes | None = None) -> Game:
    return studies.bring(person_called(name), reading.read(what or content()), now=timezone.now())


@pytest.fixture
def bring(client):
    """Send a record as Ana."""

    def send(what: bytes | str, **fields):
        client.force_login(person_called("Ana"))
        sent = {"text": what} if isinstance(what, str) else {"file": SimpleUploadedFile("game.json", what)}
        return client.post(reverse("games:studies"), {**sent, **fields})

    return send


# Bringing a record --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("as_text", [True, False])
def test_record_becomes_a_study(bring, as_text):
    what = content()
    response = bring(what.decode() if as_text else what)
    study = Game.objects.get(studied_by=person_called("Ana"))
    assert response["Location"] == study.get_absolute_url()
    assert (study.name, study.is_public, study.ended_early) == ("P0, P1 and P2", False, False)
    assert [seat.name for seat in study.seats.all()] == ["P0", "P1", "P2"]
    assert all(seat.is_bot for seat in study.seats.all())


def test_study_can_have_a_name(bring):
    bring(content(), name="The final of 1997")
    assert Game.objects.get().name == "The final of 1997"


@pytest.mark.parametrize("record", [content, without_seed, unfinished])
def test_study_holds_against_the_rules(record):
    assert verify.audit([study_of("Ana", record()).pk]).faults == ()


def test_study_stores_what_a_game_stores():
    study = study_of("Ana")
    record = rules.read_record(content())
    last = list(rules.recorded_positions(record))[-1]
    assert rules.digest(snapshots.load(study)) == rules.digest(last)
    assert [seat.rank for seat in study.seats.all()] == [
        entry.rank for entry in sorted(last.standing, key=lambda entry: entry.seat)
    ]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_recorded_game_taken_out_brought_and_taken_out_again_is_the_same(path):
    first = study_of("Ana", path.read_bytes())
    out = export.export(first, person_called("Ana")).text
    again = export.export(study_of("Ana", out.encode()), person_called("Ana")).text
    assert again == out


def test_game_of_the_site_taken_out_and_brought_is_the_same():
    game = play_to_the_end(GameFactory())
    out = export.export(game, person_called("Ana")).text
    assert export.export(study_of("Ana", out.encode()), person_called("Ana")).text == out


@pytest.mark.postgresql
def test_running_game_taken_out_and_brought_is_the_same():
    game = GameFactory(options=rules.Options(money_visible=True), after=AUCTIONS)
    out = export.export(game, person_called("Bob")).text
    study = study_of("Bob", out.encode())
    assert export.export(study, person_called("Bob")).text == out
    assert (study.ended_early, study.sequence) == (True, len(AUCTIONS))


def test_no_page_of_a_study_offers_to_try_what_nobody_could_go_on_with(client):
    study = study_of("Ana", unfinished())
    client.force_login(person_called("Ana"))
    pages = [
        study.get_absolute_url(),
        *(reverse(f"games:{name}", args=[study.pk]) for name in ("curves", "result", "proof")),
        reverse("games:history", args=[study.pk, 40]),
    ]
    for page in pages:
        assert reverse("games:what_if", args=[study.pk]) not in html_of(client.get(page))


def test_guests_may_have_fewer_studies():
    guest = GuestFactory()
    played = reading.read(content())
    for _time in range(studies.MOST_OF_A_GUEST):
        studies.bring(guest, played, now=timezone.now())
    with pytest.raises(studies.TooMany, match="You have 5 studies"):
        studies.bring(guest, played, now=timezone.now())
    assert studies.of(guest).count() == studies.MOST_OF_A_GUEST


def test_one_study_too_many_is_refused_on_the_page(bring, monkeypatch):
    monkeypatch.setattr(studies, "MOST", 1)
    bring(content())
    response = bring(content())
    assert response.status_code == 422
    assert "You have 1 studies" in words_of(response)
    assert Game.objects.count() == 1


def test_studies_follow_their_owner_to_another_account():
    guest, ana = GuestFactory(), person_called("Ana")
    study = studies.bring(guest, reading.read(content()), now=timezone.now())
    belongings.pass_on(guest, ana)
    assert list(studies.of(ana)) == [study]


# What cannot be used ------------------------------------------------------------------------------------------------


def test_visitors_are_asked_to_log_in(client):
    for method in (client.get, client.post):
        assert method(reverse("games:studies"))["Location"].startswith(reverse("account_login"))


def test_nothing_at_all_is_no_record(bring):
    response = bring("  ")
    assert response.status_code == 400
    assert "Choose a file, or paste a record." in words_of(response)


def test_a_file_and_a_text_are_one_too_many(bring):
    response = bring(content(), text="{}")
    assert response.status_code == 400
    assert "Bring one record at a time" in words_of(response)


def test_what_is_no_record_is_refused_with_a_sentence_and_stays_in_the_field(bring):
    response = bring("<hello>")
    assert response.status_code == 400
    assert "This is not a record of a game: it cannot be read from line 1, character 1." in words_of(response)
    assert "&lt;hello&gt;" in html_of(response)


def test_illegal_action_is_named_by_its_number_and_rule(bring):
    record = json.loads(content())
    record["actions"][3] = {"seat": 0, "kind": "run_plants", "plants": []}
    response = bring(json.dumps(record))
    assert response.status_code == 422
    assert "Action 4, “run” by P0, is against rule" in words_of(response)
    assert not Game.objects.exists()


def test_other_result_is_refused(bring):
    record = json.loads(content())
    record["result"]["money"][0] += 1
    response = bring(json.dumps(record))
    assert response.status_code == 422
    assert "The record states a result that its actions do not lead to." in words_of(response)


def test_large_file_is_refused_before_it_is_read(bring, monkeypatch):
    def must_not_be_read(self):
        raise AssertionError("The request was read.")

    monkeypatch.setattr("django.core.handlers.wsgi.WSGIRequest._load_post_and_files", must_not_be_read)
    response = bring(b" " * 4_000_000)
    assert response.status_code == 413
    assert "A record can have at most 1000 kilobytes" in words_of(response)


def test_text_beyond_the_limit_is_refused(bring):
    response = bring(b" " * (reading.LARGEST + 1))
    assert response.status_code == 413
    assert "A record can have at most 1000 kilobytes" in words_of(response)


def test_nobody_can_keep_the_site_busy_with_records(bring, settings):
    settings.ACCOUNT_RATE_LIMITS = {"bring_record": "2/h/user"}
    assert [bring("{}").status_code for _time in range(3)] == [400, 400, 429]


def test_many_guests_of_one_visitor_can_store_no_more_than_a_few_records(bring, settings):
    settings.ACCOUNT_RATE_LIMITS = {"guest_brings_record": ACCOUNT_RATE_LIMITS["guest_brings_record"]}
    answers = []
    for _number in range(11):
        client = Client(REMOTE_ADDR="203.0.113.1")
        client.force_login(GuestFactory())
        answers.append(client.post(reverse("games:studies"), {"text": content().decode()}).status_code)
    assert answers == [302] * 10 + [429]
    assert Game.objects.count() == 10
    assert bring(content()).status_code == 302  # who has an account goes by other limits


def test_record_comes_with_a_token_of_the_page():
    client = Client(enforce_csrf_checks=True)
    client.force_login(person_called("Ana"))
    assert client.post(reverse("games:studies"), {"text": content().decode()}).status_code == 403
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', html_of(client.get(reverse("games:studies"))))
    assert token
    sent = {"text": content().decode(), "csrfmiddlewaretoken": token[1]}
    assert client.post(reverse("games:studies"), sent).status_code == 302


# The owner's alone --------------------------------------------------------------------------------------------------


ADDRESSES = ("games:detail", "games:updates", "games:record", "games:delete_study")


@pytest.mark.parametrize("name", ["Bob", ""])
def test_nobody_else_sees_a_study(client, name):
    study = study_of("Ana")
    if name:
        client.force_login(person_called(name))
    addresses = [reverse(address, args=[study.pk]) for address in ADDRESSES]
    for address in (*addresses, reverse("games:history", args=[study.pk, 1])):
        response = client.get(address)
        assert response.status_code == (404 if name else 302), address


def test_staff_see_no_study_of_others(admin_client):
    study = study_of("Ana")
    assert admin_client.get(reverse("games:detail", args=[study.pk])).status_code == 404
    for row in ("game", "seat", "action", "snapshot"):
        assert "P0, P1 and P2" not in html_of(admin_client.get(reverse(f"admin:games_{row}_changelist")))


def test_owner_finds_studies_on_a_page_and_deletes_one(client):
    study, other = study_of("Ana"), study_of("Ana", unfinished())
    client.force_login(person_called("Ana"))
    page = html_of(client.get(reverse("games:studies")))
    assert all(one.get_absolute_url() in page for one in (study, other))
    address = reverse("games:delete_study", args=[study.pk])
    assert "Delete “P0, P1 and P2”?" in words_of(client.get(address))
    assert Game.objects.filter(pk=study.pk).exists()
    response = client.post(address, follow=True)
    assert response.redirect_chain == [(reverse("games:studies"), 302)]
    assert "“P0, P1 and P2” is deleted." in words_of(response)
    assert list(studies.of(person_called("Ana"))) == [other]
    assert not Action.objects.filter(game=study.pk).exists()


@pytest.mark.postgresql
def test_games_of_the_site_cannot_be_deleted_as_studies(client):
    game = GameFactory()
    client.force_login(person_called("Ana"))
    assert client.post(reverse("games:delete_study", args=[game.pk])).status_code == 404
    assert Game.objects.filter(pk=game.pk).exists()


@pytest.mark.parametrize("what", [content, unfinished])
def test_pages_of_a_study_say_what_it_is_and_offer_nothing_to_do(client, what):
    study = study_of("Ana", what())
    client.force_login(person_called("Ana"))
    response = client.get(study.get_absolute_url())
    assert "Your study" in words_of(response)
    assert "bot" not in words_of(response)
    assert reverse("games:record", args=[study.pk]) in html_of(response)
    assert "SHA-256" not in words_of(response)
    assert "Talk" not in words_of(response)
    for action in ("play", "vote", "say", "notes", "take_back", "leave", "give_plan", "alerts"):
        assert reverse(f"games:{action}", args=[study.pk]) not in html_of(response)
    for number in (0, 7, study.sequence):
        past = client.get(reverse("games:history", args=[study.pk, number]))
        assert "Your study" in words_of(past)
        assert reverse("games:record", args=[study.pk]) in html_of(past)
    for page in ("games:result", "games:curves"):
        assert client.get(reverse(page, args=[study.pk])).status_code == 200
    assert client.get(reverse("games:record", args=[study.pk])).content == what()


ACTIONS = (
    *("play", "wish_for_areas", "take_back", "agree_to_undo", "refuse_undo", "vote", "withdraw_vote", "give_time"),
    *("leave", "come_back", "give_plan", "bid_and_plan", "withdraw_plan", "stop_plan", "choose_powering"),
    *("say", "notes", "what_if_start_over", "alerts"),
)


@pytest.mark.postgresql
@pytest.mark.parametrize("what", [content, unfinished])
def test_nobody_can_do_anything_in_a_study(client, what):
    study = study_of("Ana", what())
    client.force_login(person_called("Ana"))
    before = [list(table.values()) for table in (Game.objects.all(), Seat.objects.all(), Action.objects.all())]
    sent = {"action": "pass", "expected": study.sequence, "motion": "end", "text": "Hello", "slot": "auction"}
    for action in ACTIONS:
        response = client.post(reverse(f"games:{action}", args=[study.pk]), sent)
        assert response.status_code in {403, 404, 422}, action
    assert client.get(reverse("games:what_if", args=[study.pk])).status_code == 403
    after = [list(table.values()) for table in (Game.objects.all(), Seat.objects.all(), Action.objects.all())]
    assert after == before


# Nowhere else -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", [content, unfinished])
def test_study_shows_in_no_list_and_rings_nothing(client, what):
    ana = person_called("Ana")
    nothing = moment(ana)
    study = study_of("Ana", what())
    now = timezone.now()

    assert moment(ana) == nothing
    games = Dashboard.of(ana)
    lists = (games.your_turn, games.to_plan, games.waiting, games.finished)
    assert [games.rows for games in lists] == [[], [], [], []]
    profile = Profile.of(ana, ana, page="1")
    assert (profile.running, profile.finished, profile.record.games) == ([], [], 0)
    assert study not in Game.objects.played()
    assert study not in practice.running(ana)
    assert Showcase.of_now().game is None
    assert not substitutes.offered_of(study)
    assert not substitutes.offered(ana, (), {})
    assert not due.games(now).exists()
    run_due.run(study.pk, now=now)
    assert not Alert.objects.exists()
    assert not Seat.objects.filter(is_to_move=True).exists()

    client.force_login(ana)
    for address in ("home", "games:dashboard", "matchmaking:lobby"):
        assert study.name not in html_of(client.get(reverse(address)))
    assert study.name not in html_of(client.get(reverse("games:profile", args=["Ana"])))
