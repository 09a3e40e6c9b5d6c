"""Figures of a game: what each company had in each round, and what it paid. From positions and events alone."""

from games.story.statistics.course import Card, Course, Holding, Round, Spending, course

__all__ = ["Card", "Course", "Holding", "Round", "Spending", "course"]
