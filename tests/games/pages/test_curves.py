"""The curves of a game: as pictures, as tables, and as far as they are anybody's business."""

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

import rules
from games.models import Game
from games.pages.charts import Chart, Mark, of_company, of_fuel
from games.pages.panels.pieces import Company
from games.pages.result.curves import Curves, curves_of
from games.replay import history
from tests.factories import GameFactory, person_called, play_to_the_end, play_until
from tests.games.scripts import ROUND
from tests.pages import html_of, words_of

ANA, BOB = Company(0, "Ana", False, False), Company(1, "Bob", False, False)


def address(game: Game) -> str:
    return reverse("games:curves", args=[game.pk])


def chart(*series, first: int = 0) -> Chart:
    return Chart("curve-test", "Test", "", first, series, (Mark(1, "Step 2"),))


def seen_by(name: str, game: Game) -> Curves:
    return curves_of(game, game.seat_of(person_called(name)), history.in_force(history.positions(game)))


def draw(drawn: Chart) -> str:
    return render_to_string("games/_chart.html", {"chart": drawn})


def test_picture_has_no_inline_styles_or_scripts():
    drawn = draw(chart(of_company(ANA, [1, 2, 3]), of_company(BOB, [3, None, 1])))
    assert not re.search(r"<style|<script|\sstyle=|\son\w+=", drawn)


def test_curve_is_told_by_colour_shape_dash_and_name():
    drawn = draw(chart(of_company(ANA, [1, 2]), of_company(BOB, [2, 1])))
    assert 'class="curve seat-0"' in drawn
    assert 'class="curve seat-1"' in drawn
    assert drawn.count("stroke-dasharray") == 1
    assert {">Ana<", ">Bob<"} <= set(re.findall(r">\w+<", drawn))
    shapes = set(re.findall(r'<defs><path id="[^"]+" d="([^"]+)"', drawn))
    assert len(shapes) == 2


def test_hostile_name_stays_words():
    drawn = draw(chart(of_company(Company(0, '"><script>1</script>', False, False), [1, 2])))
    assert "<script" not in drawn


def test_names_of_curves_that_end_at_one_point_do_not_cover_one_another():
    series = [of_company(Company(seat, f"P{seat}", False, False), [0, 0]) for seat in range(6)]
    places = [float(y) for y in re.findall(r"translate\(\S+ ([\d.]+)\)", draw(chart(*series)))]
    assert len(places) == 6
    assert all(later - earlier >= 14.9 for earlier, later in zip(sorted(places), sorted(places)[1:], strict=False))
    assert max(places) <= 212


def test_gap_in_a_curve_is_no_line():
    drawn = draw(chart(of_fuel("uranium", [14, None, 12, 10]), first=1))
    line = re.search(r'curve-line" d="([^"]+)"', drawn)
    assert line
    assert line[1].count("M") == 2


def test_curve_of_nothing_but_zeros_is_drawn():
    assert "NaN" not in draw(chart(of_company(ANA, [0])))


@pytest.mark.django_db
def test_every_value_of_a_picture_stands_in_the_table_below_it(client, ana):
    game = play_to_the_end(GameFactory.create(players=2, options=rules.Options(first_game=True)))
    client.force_login(ana)
    page = html_of(client.get(address(game)))
    for figure in re.findall(r"<figure.*?</figure>", page, re.DOTALL):
        drawn = {
            int(value) for value in re.findall(r"<title>[^<]+, (?:round \d+|at the start): (\d+)</title>", figure)
        }
        table = {int(value) for value in re.findall(r'<td class="number">(\d+)</td>', figure)}
        assert drawn
        assert drawn == table


@pytest.mark.django_db
def test_hidden_money_of_a_running_game_is_shown_to_its_owner_alone():
    game = play_until(GameFactory.create(), lambda state: state.round == 4)
    for name, seats in (("Ana", [0]), ("Bob", [1]), ("Stranger", [])):
        seen = seen_by(name, game)
        money = [each for each in seen.charts if each.key == "curve-money"]
        assert [series.company.seat for each in money for series in each.series] == seats
        assert [company.seat for company, _amounts in seen.spending] == seats
        assert seen.hides_money


@pytest.mark.django_db
@pytest.mark.rule("MAP-AUS-7")
@pytest.mark.parametrize(("map", "is_sold"), [("germany", True), ("australia", False)])
def test_money_for_uranium_is_told_where_it_is_sold(map, is_sold):
    game = play_until(GameFactory.create(options=rules.Options(map=map)), lambda state: state.round == 2)
    seen = seen_by("Ana", game)
    assert ("uranium" in seen.columns) == is_sold
    assert all(len(amounts) == len(seen.columns) for _company, amounts in seen.spending)


@pytest.mark.django_db
def test_page_of_a_running_game_says_that_money_is_hidden(client):
    game = GameFactory.create(after=ROUND)
    assert "Money is hidden in this game" in words_of(client.get(address(game)))


@pytest.mark.django_db
@pytest.mark.parametrize("is_over", [True, False])
def test_open_money_is_shown_to_all(is_over, client):
    options = rules.Options(first_game=True, money_visible=not is_over)
    game = GameFactory.create(players=2, options=options)
    game = play_to_the_end(game) if is_over else play_until(game, lambda state: state.round == 3)
    seen = seen_by("Stranger", game)
    assert not seen.hides_money
    assert len(seen.spending) == 2
    assert "Money is hidden" not in words_of(client.get(address(game)))


@pytest.mark.django_db
def test_game_that_has_just_begun_has_a_page(client):
    words = words_of(client.get(address(GameFactory.create(options=rules.Options(areas="draft")))))
    assert "No charts yet. They begin with the first action." in words
    assert "Cities" not in words


@pytest.mark.django_db
def test_curves_of_a_private_game_are_for_its_players_alone(client):
    game = GameFactory.create(is_public=False)
    assert client.get(address(game)).status_code == 302
    client.force_login(person_called("Stranger"))
    assert client.get(address(game)).status_code == 404
    client.force_login(person_called("Ana"))
    assert client.get(address(game)).status_code == 200


@pytest.mark.django_db
def test_curves_cannot_be_posted(client: Client):
    assert client.post(address(GameFactory.create())).status_code == 405
