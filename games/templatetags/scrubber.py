"""The way through a game in templates: ``{% draw_stretches timeline %}``, ``{% draw_rounds page %}`` and steps."""

from django import template

from games.scrubber import draw_pairs, draw_rounds, draw_step, draw_stretches

register = template.Library()
register.simple_tag(draw_pairs)
register.simple_tag(draw_rounds)
register.simple_tag(draw_step)
register.simple_tag(draw_stretches)
