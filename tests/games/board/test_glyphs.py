import pytest
from django.template import engines

import rules
from games.board.glyphs import HOUSES, ICONS, SIGNS, house, icon


def test_every_seat_and_the_trust_have_a_shape_of_their_own():
    assert set(HOUSES) == {*range(rules.MAX_PLAYERS), None}
    assert (
        len({path for _, path in HOUSES.values()}) == len({str(name) for name, _ in HOUSES.values()}) == len(HOUSES)
    )


def test_every_kind_of_plant_has_an_icon_of_its_own():
    kinds = {plant.kind for plant in rules.PLANTS.values()}
    assert len({icon(kind) for kind in kinds}) == len(kinds)


@pytest.mark.parametrize("picture", [*map(icon, (*ICONS, *SIGNS)), icon("start-city"), *map(house, HOUSES)])
def test_small_pictures_are_left_out_when_read_aloud(picture):
    assert 'aria-hidden="true"' in picture
    assert "style" not in picture


def test_templates_can_draw():
    text = engines["jinja2"].from_string('{{ icon("coal") }}{{ house(2) }}').render()
    assert text == icon("coal") + house(2)
