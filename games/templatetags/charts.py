"""Curves in templates: ``{% draw_chart chart %}``."""

from django import template

from games.charts import draw

register = template.Library()
register.simple_tag(draw, name="draw_chart")
