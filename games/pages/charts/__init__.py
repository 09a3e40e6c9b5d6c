"""Curves as pictures that the site draws itself: themed by style sheets, readable as tables, without scripts."""

from games.pages.charts.chart import Chart, Mark, Series, of_company, of_fuel
from games.pages.charts.picture import picture_of

__all__ = ["Chart", "Mark", "Series", "of_company", "of_fuel", "picture_of"]
