"""Listening to all that was said, and muting and reporting those who disturb it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.parts import draw_part
from accounts.requests import PlayerRequest, VisitorRequest, found_or_404, number_in, refuse, sent_by_player
from talk import conversations, rooms
from talk.forms import MessageForm, ReportForm
from talk.models import Conversation, Message, Mute


@require_safe
def conversation(request: VisitorRequest, pk: int) -> HttpResponse:
    held = get_object_or_404(Conversation, pk=pk)
    way_back = _way_or_404(request, held.pk)
    before = number_in(request.GET.get("before", ""))
    stretch = conversations.listen(held.pk, request.user, before=before)
    context = {"conversation": held, "stretch": stretch, "way_back": way_back, "is_latest": before is None}
    return render(request, "talk/conversation.html", context)


@require_http_methods(["GET", "POST"])
@login_required
def report(request: PlayerRequest, pk: int) -> HttpResponse:
    message = get_object_or_404(Message.objects.select_related("author"), pk=pk)
    way_back = _way_or_404(request, message.conversation_id)
    is_own = message.author_id == request.user.pk
    if is_own or message.removed_at is not None:
        removed = _("The people who run the site have already removed this message.")
        refuse(request, _("You cannot report your own message.") if is_own else removed)
        return redirect(way_back)
    form = ReportForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        conversations.report(message, request.user, **form.cleaned_data)
        words = _("Thank you. The people who run the site will look at it. It is now hidden from you.")
        messages.success(request, words)
        return redirect(way_back)
    context = {"form": form, "message": message, "way_back": way_back}
    return render(request, "talk/report.html", context, status=400 if form.errors else 200)


@sent_by_player("talk:muted")
def mute(request: PlayerRequest) -> HttpResponse:
    form = MessageForm(request.POST)
    if not form.is_valid():
        raise Http404
    message: Message = form.cleaned_data["message"]
    way_back = _way_or_404(request, message.conversation_id)
    if message.author is not None and message.author != request.user:
        conversations.mute(request.user, message.author)
        told = draw_part(request, "talk/muted.html", "told", {"name": message.author.name})
        messages.success(request, mark_safe(told))  # noqa: S308  # a template drew it
    return redirect(way_back)


@require_safe
@login_required
def muted(request: PlayerRequest) -> HttpResponse:
    mutes = Mute.objects.filter(user=request.user).select_related("other").order_by("other__name")
    return render(request, "talk/muted.html", {"mutes": mutes})


@sent_by_player("talk:muted")
def unmute(request: PlayerRequest) -> HttpResponse:
    other = number_in(request.POST.get("other", ""))
    if other is not None:
        conversations.unmute(request.user, other)
    return redirect("talk:muted")


def _way_or_404(request: VisitorRequest, conversation: int) -> str:
    """The page with a conversation; none for those who may not listen."""
    return found_or_404(rooms.way_to(request, conversation))
