"""The way through a game in templates: ``{% draw_stretches timeline %}``, ``{% draw_rounds page %}``."""

from django import template

from games.scrubber import draw_rounds, draw_stretches

register = template.Library()
register.simple_tag(draw_rounds)
register.simple_tag(draw_stretches)
