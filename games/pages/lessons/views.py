"""The list of chapters, and each chapter to play. Nobody needs an account for them."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import replace_url

import rules
from accounts.requests import VisitorRequest
from games.pages import forms
from games.pages.game import parts
from games.pages.lessons import progress
from games.pages.lessons.chapters import CHAPTERS
from games.pages.lessons.course import Chapter, Course, NotHere, begin
from games.pages.lessons.page import LessonPage, address, look
from games.pages.problem import Problem

TEMPLATE = "games/lesson.html"

PARTS = ("action-panel", "line", "news", *parts.ON_DESKS)
"""What changes with a press."""


@dataclass(frozen=True, slots=True)
class ChapterRow:
    """A chapter in the list."""

    chapter: Chapter
    address: str
    is_done: bool
    is_begun: bool


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """List the chapters, and say how far the reader is."""
    rows = [
        ChapterRow(
            chapter,
            address(chapter),
            is_done=progress.is_done(request.session, chapter),
            is_begun=progress.is_begun(request.session, chapter),
        )
        for chapter in CHAPTERS
    ]
    following = next((row for row in rows if not row.is_done), None)
    return render(request, "games/learn.html", {"rows": rows, "following": following})


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request", "HX-Target")
def lesson(request: VisitorRequest, slug: str) -> HttpResponse:
    """Show a chapter where its reader is, or take what they send."""
    chapter = next((chapter for chapter in CHAPTERS if chapter.slug == slug), None)
    if chapter is None:
        raise Http404
    course = progress.read(request.session, chapter)
    if request.method != "POST":
        return _compose(request, course)
    match request.POST.get("way"):
        case "back":
            return _go_on(request, progress.back(course))
        case "again":
            return _go_on(request, begin(chapter))
    return _answer(request, course)


def _compose(request: VisitorRequest, course: Course) -> HttpResponse:
    """Show a chapter. The address may carry an action that is being composed."""
    if "action" not in request.GET:
        return _show(request, look(course))
    try:
        draft, trail = forms.read_action(request.GET), forms.read_trail(request.GET)
    except rules.ActionSyntaxError as error:
        return _show(request, look(course, problem=Problem(str(error))), status=400)
    page = look(course, draft=draft, trail=trail)
    target, panel = request.htmx.target, page.turn.panel if page.turn else None
    if panel and (target == "action-panel" or (target == "composed" and panel.is_recalculated)):
        answer = parts.send(request, page, (target, *panel.shown_in, "news"), template=TEMPLATE)
        return replace_url(answer, request.get_full_path())
    return _show(request, page)


def _answer(request: VisitorRequest, course: Course) -> HttpResponse:
    """Take the reader's next decision."""
    draft = None
    try:
        draft = forms.read_answer(request.POST)
        if forms.read_count(request.POST, "expected") != course.number:
            return _show(request, look(course, problem=Problem(_overtaken())), status=409)
        return _go_on(request, course.after(draft))
    except rules.ActionSyntaxError as error:
        return _show(request, look(course, draft=draft, problem=Problem(str(error))), status=400)
    except rules.RuleError as refusal:
        problem = Problem.refused(refusal, course.state.options)
        return _show(request, look(course, draft=draft, problem=problem), status=422)
    except NotHere as other:
        return _show(request, look(course, draft=draft, wish=other.wish))


def _go_on(request: VisitorRequest, course: Course) -> HttpResponse:
    progress.keep(request.session, course)
    if not request.htmx:
        return redirect(address(course.chapter))
    return replace_url(_show(request, look(course)), address(course.chapter))


def _overtaken() -> str:
    return _("You have gone on meanwhile, maybe on another page of yours. You see the chapter as it is now.")


def _show(request: VisitorRequest, page: LessonPage, *, status: int = 200) -> HttpResponse:
    """The page, for htmx all parts of it that can change."""
    if request.htmx:
        return parts.send(request, page, PARTS, template=TEMPLATE, status=status)
    return render(request, TEMPLATE, {"page": page}, status=status)
