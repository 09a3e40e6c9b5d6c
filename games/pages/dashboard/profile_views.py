"""The page of a player."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from accounts import names
from accounts.requests import VisitorRequest
from games.models.people import is_address
from games.pages.dashboard.profile import Profile


@require_safe
def profile(request: VisitorRequest, name: str) -> HttpResponse:
    """Show a player; a name in other letters of the same kind leads to the one they have."""
    if not is_address(name):
        raise Http404
    known = {"is_guest": False, "left_at": None}
    person = names.called(name).filter(**known).first() or get_object_or_404(names.called(names.tidy(name)), **known)
    if person.name != name:
        return redirect("games:profile", person.name)
    page = Profile.of(person, request.user, page=request.GET.get("page", ""))
    return render(request, "games/profile.html", {"profile": page})
