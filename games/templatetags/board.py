"""Pictures of a game in templates: ``{% draw_map picture %}``, ``{% icon "coal" %}``, ``{% house seat %}``."""

from django import template

from games.board.glyphs import house, icon
from games.board.key import map_key
from games.board.map import draw_detail, draw_ground, draw_map, draw_pieces
from games.feed_drawing import draw_feed_entry, draw_feed_link
from games.listing_drawing import draw_game_row, draw_profile_row
from games.panels.drawing import draw_chips, draw_city_rows, draw_pips, draw_plant, draw_plant_card, draw_spaces
from games.panels.markets_drawing import draw_market_plants, draw_tracks
from games.panels.rows_drawing import draw_company, draw_fuel, draw_row

register = template.Library()
register.simple_tag(draw_map)
register.simple_tag(draw_detail)
register.simple_tag(draw_ground)
register.simple_tag(draw_pieces)
register.simple_tag(draw_chips)
register.simple_tag(draw_city_rows)
register.simple_tag(draw_pips)
register.simple_tag(draw_plant)
register.simple_tag(draw_plant_card)
register.simple_tag(draw_spaces)
register.simple_tag(draw_market_plants)
register.simple_tag(draw_tracks)
register.simple_tag(draw_company)
register.simple_tag(draw_fuel)
register.simple_tag(draw_feed_entry)
register.simple_tag(draw_feed_link)
register.simple_tag(draw_game_row)
register.simple_tag(draw_profile_row)
register.simple_tag(draw_row)
register.simple_tag(house)
register.simple_tag(icon)
register.simple_tag(map_key)
