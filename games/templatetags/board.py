"""Pictures of a game in templates: ``{% draw_map picture %}``, ``{% icon "coal" %}``, ``{% house seat %}``."""

from django import template

from games.board.glyphs import house, icon
from games.board.key import map_key
from games.board.map import draw_detail, draw_ground, draw_map, draw_pieces
from games.panels.drawing import draw_city_rows, draw_plant, draw_plant_card, draw_spaces

register = template.Library()
register.simple_tag(draw_map)
register.simple_tag(draw_detail)
register.simple_tag(draw_ground)
register.simple_tag(draw_pieces)
register.simple_tag(draw_city_rows)
register.simple_tag(draw_plant)
register.simple_tag(draw_plant_card)
register.simple_tag(draw_spaces)
register.simple_tag(house)
register.simple_tag(icon)
register.simple_tag(map_key)
