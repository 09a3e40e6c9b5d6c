"""How far a reader has come, kept in the session: so it needs no account, and stays when they sign up or log in."""

from typing import TypedDict

from django.contrib.sessions.backends.base import SessionBase

from games.pages.lessons.course import Chapter, Course, follow

KEY = "lessons"
"""Where the session has what is :class:`Kept`, by chapter."""


class Kept(TypedDict):
    """The reader's presses, and whether they have been through the chapter, now or before they began it anew."""

    presses: list[str]
    is_done: bool


def read(session: SessionBase, chapter: Chapter) -> Course:
    return follow(chapter, _kept(session, chapter)["presses"])


def is_begun(session: SessionBase, chapter: Chapter) -> bool:
    return bool(_kept(session, chapter)["presses"])


def is_done(session: SessionBase, chapter: Chapter) -> bool:
    return _kept(session, chapter)["is_done"]


def keep(session: SessionBase, course: Course) -> None:
    kept: Kept = {"presses": _written(course), "is_done": course.step is None or is_done(session, course.chapter)}
    session[KEY] = {**session.get(KEY, {}), course.chapter.slug: kept}


def back(course: Course) -> Course:
    """The course without its last press."""
    return follow(course.chapter, _written(course)[:-1])


def _written(course: Course) -> list[str]:
    return [str(press) for press in course.presses]


def _kept(session: SessionBase, chapter: Chapter) -> Kept:
    kept: Kept = session.get(KEY, {}).get(chapter.slug, {"presses": [], "is_done": False})
    return kept
