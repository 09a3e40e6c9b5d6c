"""The pages that links lead to: a preview, what came of it, and refusals; logged in or not."""

import re
from zoneinfo import ZoneInfo

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.alerts.action_links.tickets import Kind, Ticket, write
from games.models import Game
from games.plans.language import BuildPlan, BuyPlan, CityWish, FuelWish, Plan, ProxyBid
from games.turns import edit_plans
from tests.factories import GameFactory, UserFactory, person_called, play_on, play_to_the_end
from tests.games.alerts.action_links.linked import address, tickets
from tests.games.planned import plan
from tests.games.scripts import AUCTIONS, BUILDINGS, PURCHASES, ROUND
from tests.games.taking import act, asked, everything, rows, seat_of
from tests.games.undoing import take_back

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(db: None) -> Game:
    return GameFactory.create(name="Friday round", after=["open 4 4"])


@pytest.fixture
def link(game: Game) -> str:
    """By which Bob passes."""
    return address(tickets(game, "Bob")[Kind.DECLINE])


def read(client: Client, path: str, status: int = 200) -> str:
    """A page without its tags."""
    answer = client.get(path)
    assert answer.status_code == status
    return plain(answer.content.decode())


def plain(page: str) -> str:
    main = page[page.index("<main") : page.index("</main>")]
    return " ".join(re.sub(r"<[^>]+>", " ", main).split())


def logged_in(name: str) -> Client:
    client = Client()
    client.force_login(person_called(name))
    return client


# Preview ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", "Bob"])
def test_preview_says_what_is_asked_what_it_does_and_what_it_costs(game: Game, link: str, name: str):
    page = read(logged_in(name) if name else Client(), link)
    assert "Pass on plant 04 Friday round" in page
    assert "Ana has bid 4 Elektro for plant 04. Bid 5 or more, or pass." in page
    assert "You drop out of this auction. You can still take part in the others of the round." in page
    assert "It costs nothing." in page
    assert "Ana put plant 04 up for auction at 4 Elektro." in page
    assert 'class="board pieces' in Client().get(link).content.decode()


@pytest.mark.parametrize("method", ["get", "head"])
def test_looking_changes_nothing_and_logs_nobody_in(game: Game, link: str, method: str):
    client = Client()
    before = everything(game)
    for _ in range(3):
        assert getattr(client, method)(link).status_code == 200
    assert everything(game) == before
    assert "sessionid" not in client.cookies


def test_powering_says_what_it_burns_and_brings():
    game = GameFactory(after=BUILDINGS)
    page = read(Client(), address(tickets(game, "Cid")[Kind.POWER]))
    assert "Power 1 city, earn 22 Elektro" in page
    assert "You run plant 05. That burns 1 coal and 1 oil. It earns you 22 Elektro. You then have 53." in page


def test_plan_is_read_back_before_it_goes_on():
    game = act(plan(GameFactory(), "Bob", ProxyBid(4, 30)), "Ana", "open 4 4")
    edit_plans.stop(game, seat_of(game, "Bob"), now=timezone.now())
    page = read(Client(), address(tickets(game, "Bob")[Kind.CONFIRM]))
    assert "Let my plan go on: bid 5 Elektro" in page
    assert "I bid up to 30 Elektro for plant 04. If the others bid more, I pass." in page
    assert "If nobody bids more, plant 04 is yours for 5 of your 50 Elektro." in page
    assert "Your plan then answers within two minutes." in page


@pytest.mark.parametrize(
    ("after", "wanted", "words", "money"),
    [
        (AUCTIONS, BuyPlan((FuelWish("oil", 2, 9),)), "buy 2 oil", "It costs 6 Elektro, and leaves you 41."),
        (AUCTIONS, BuyPlan(), "buy nothing", "It costs nothing."),
        (PURCHASES, BuildPlan((CityWish("koln", 10),)), "build in Köln", "It costs 10 Elektro, and leaves you"),
    ],
)
def test_page_of_a_plan_says_what_it_costs(after: tuple[str, ...], wanted: Plan, words: str, money: str):
    game = GameFactory.create(after=after)
    (name,) = asked(game)
    edit_plans.give(game, seat_of(game, name), wanted, now=timezone.now())
    edit_plans.stop(game, seat_of(game, name), now=timezone.now())
    page = read(Client(), address(tickets(game, name)[Kind.CONFIRM]))
    assert f"Let my plan go on: {words}" in page
    assert money in page


def test_plan_of_the_last_round_is_read_back_before_it_is_given_again():
    game = plan(GameFactory(after=AUCTIONS), "Cid", BuyPlan((FuelWish("coal", 1, 3),)), for_round=1)
    game = play_on(game, *ROUND[len(AUCTIONS) :], "decline", "decline", "decline")
    path = address(tickets(game, "Cid")[Kind.RENEW])
    page = read(Client(), path)
    assert "Plan the same for round 2" in page
    assert "I buy 1 coal, for at most 3 Elektro." in page
    answer = Client().post(path, follow=True)
    assert "Your plan is saved. You are asked only if it cannot answer." in plain(answer.content.decode())
    assert seat_of(game, "Cid").plans.get().round == 2


def test_page_is_kept_by_nobody_and_tells_no_other_site_its_address(link: str):
    for answer in (Client().get(link), Client().post(link), Client().get(f"{link[:-2]}/")):
        assert "no-store" in answer["Cache-Control"]
        assert answer["Referrer-Policy"] == "no-referrer"


def test_time_left_is_by_the_clock_of_whom_the_link_is_for():
    bob = person_called("Bob")
    bob.time_zone = "Asia/Tokyo"
    bob.save()
    game = GameFactory(pace={"move_time": 3600}, after=["open 4 4"])
    due_at = timezone.localtime(seat_of(game, "Bob").due_at, ZoneInfo("Asia/Tokyo"))
    assert f"{due_at:%H:%M}" in read(Client(), address(tickets(game, "Bob")[Kind.DECLINE]))


# Acting -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", "Bob"])
def test_button_acts_and_shows_what_came_of_it(game: Game, link: str, name: str):
    client = logged_in(name) if name else Client(enforce_csrf_checks=True)
    answer = client.post(link)
    assert (answer.status_code, answer["Location"]) == (302, link)
    assert rows(Game.objects.get())[-1] == (1, "pass")
    page = read(client, link)
    assert "Your answer counts." in page
    assert "This is decided" in page
    assert "Bob passed on plant 04." in page
    assert "The game waits for: Cid" in page
    assert game.get_absolute_url() in client.get(link).content.decode()
    assert "Your answer counts." not in read(client, link)


def test_second_press_does_nothing_and_says_so(game: Game, link: str):
    Client().post(link)
    before = everything(game)
    answer = Client().post(link)
    assert answer.status_code == 409
    assert "This is decided" in plain(answer.content.decode())
    assert everything(game) == before


def test_nobody_is_logged_in_by_a_press(link: str):
    client = Client()
    client.post(link)
    assert "sessionid" not in client.cookies
    assert client.get(reverse("games:dashboard")).status_code == 302


def test_confirmed_plan_answers_soon():
    game = act(plan(GameFactory(), "Bob", ProxyBid(4, 30)), "Ana", "open 4 4")
    edit_plans.stop(game, seat_of(game, "Bob"), now=timezone.now())
    path = address(tickets(game, "Bob")[Kind.CONFIRM])
    page = plain(Client().post(path, follow=True).content.decode())
    assert "Your plan goes on, and answers within two minutes." in page
    assert "30" not in page
    assert "This is settled" in read(Client(), path)


# Too late -----------------------------------------------------------------------------------------------------------


def test_outdated_link_tells_what_happened_and_what_is_asked_now(game: Game, link: str):
    game = play_on(game, "bid 5", "pass", "bid 6")
    page = read(Client(), link)
    assert "This is decided" in page
    assert "Cid passed on plant 04. Ana bid 6 Elektro for plant 04." in page
    assert "It is your turn." in page
    assert "Take your turn" in page
    assert Client().post(link).status_code == 409


def test_link_to_what_was_taken_back_says_so(game: Game, link: str):
    take_back(game, "Ana")
    page = read(Client(), link)
    assert "You are no longer asked this" in page
    assert "Ana took back: “Ana put plant 04 up for auction at 4 Elektro.”" in page


def test_link_of_somebody_who_was_replaced_says_so(game: Game, link: str):
    game.is_public = True
    game.save()
    game.seats.filter(name="Bob").update(user=UserFactory(name="Dora"), name="Dora")
    page = read(Client(), link)
    assert "This seat is no longer yours" in page
    assert "Dora has taken over your seat and plays on for you." in page
    assert Client().post(link).status_code == 409


def test_link_into_a_private_game_that_is_not_theirs_any_more_leads_nowhere(game: Game, link: str):
    Game.objects.update(is_public=False)
    assert Client().get(link).status_code == 200
    game.seats.filter(name="Bob").update(user=UserFactory(name="Dora"), name="Dora")
    for answer in (Client().get(link), Client().post(link)):
        assert answer.status_code in {404, 409}
        assert "Friday round" not in answer.content.decode()


def test_link_of_somebody_for_whom_a_bot_plays_says_so(game: Game, link: str):
    game.seats.filter(name="Bob").update(absent_since=timezone.now())
    assert "A bot stands in for you" in read(Client(), link)
    assert Client().post(link).status_code == 409


def test_link_into_a_game_that_is_over_says_who_won(game: Game, link: str):
    play_to_the_end(game)
    page = read(Client(), link)
    assert "The game is over" in page
    assert "won" in page


def test_old_link_shows_no_more_than_all_at_the_table_see():
    game = act(plan(GameFactory(), "Bob", ProxyBid(4, 7919)), "Ana", "open 4 4")
    path = address(tickets(game, "Bob")[Kind.DECLINE])
    assert "7919" not in Client().get(path).content.decode()
    act(game, "Bob", "bid 5")
    page = read(Client(), path)
    assert "7919" not in page
    assert "You have" not in page
    assert "plan" not in page.lower().replace("plant", "")


# Enemies ------------------------------------------------------------------------------------------------------------


def test_forged_link_is_refused_in_plain_words(game: Game, link: str):
    token = link.split("/")[-2]
    payload, signature = token.split(".")
    other = write(Ticket(Kind.DECLINE, game.pk, 0, 1, 0)).split(".")
    forged = [
        "x",
        payload,
        f"{payload}.",
        f"{payload}.{signature[::-1]}",
        f"{other[0]}.{signature}",
        f"{payload}.{other[1]}",
        f".{token}",
        signing.dumps(["decline", game.pk, 1, 2, 1, 0], salt="games.action_links"),
        signing.Signer(salt="notifications.stop", sep=".").sign_object(["decline", game.pk, 1, 2, 1, 0]),
        "W" * 3000,
        "%00",
        "‮evil",
        "<script>alert(1)</script>",
    ]
    before = everything(game)
    for text in forged:
        path = f"/act/{text}/" if "<" not in text and "‮" not in text else "/act/" + text.replace("/", "") + "/"
        assert "This link does not work" in read(Client(), path, status=404)
        assert Client().post(path).status_code == 404
    assert everything(game) == before


def test_link_of_somebody_else_is_refused_to_who_is_logged_in(game: Game, link: str):
    before = everything(game)
    cid = logged_in("Cid")
    page = read(cid, link, status=403)
    assert "This link is not for you" in page
    assert "Elektro" not in page
    assert cid.post(link).status_code == 403
    assert everything(game) == before


def test_link_of_a_closed_account_is_refused(game: Game, link: str):
    bob = person_called("Bob")
    bob.is_active = False
    bob.save()
    assert "This account is closed" in read(Client(), link, status=403)
    assert Client().post(link).status_code == 403


def test_link_into_a_game_that_is_gone_leads_nowhere():
    bob = person_called("Bob")
    path = address(Ticket(Kind.DECLINE, 404, 1, bob.pk, 1))
    assert Client().get(path).status_code == 404
    assert Client().post(path).status_code == 404


@pytest.mark.parametrize("method", ["put", "delete", "patch", "options"])
def test_other_methods_are_refused(game: Game, link: str, method: str):
    assert getattr(Client(), method)(link).status_code == 405


def test_names_are_text_on_the_pages():
    game = GameFactory(name="<b>A</b> ‮ & W", after=["open 4 4"])
    path = address(tickets(game, "Bob")[Kind.DECLINE])
    for page in (Client().get(path), Client().post(path, follow=True)):
        assert "<b>A</b>" not in page.content.decode()
        assert "<bdi>&lt;b&gt;A&lt;/b&gt; ‮ &amp; W</bdi>" in page.content.decode()


def test_page_takes_few_queries(game: Game, link: str, django_assert_max_num_queries):
    with django_assert_max_num_queries(9):
        Client().get(link)
