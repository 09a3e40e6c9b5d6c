"""Pages of records: to download one, and to bring some to study."""

from typing import Any

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.ratelimit import consume, respond_429
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_safe

from accounts.requests import PlayerRequest, VisitorRequest, length_of
from games.pages.access import get_game_or_404, log_in_to_see
from games.records import export, reading, studies

LARGEST_REQUEST = reading.LARGEST + 50_000
"""A record, and what a form puts around it."""


class RecordForm(forms.Form):
    """A record as a file or as text, and its name."""

    use_required_attribute = False

    file = forms.FileField(
        label=gettext_lazy("A file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    text = forms.CharField(
        label=gettext_lazy("Or the record as text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "autocomplete": "off", "dir": "ltr"}),
    )
    name = forms.CharField(
        label=gettext_lazy("Name"),
        required=False,
        max_length=studies.LONGEST_NAME,
        help_text=gettext_lazy("If you leave this empty, the study is named after its players."),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if bool(cleaned.get("file")) == bool((cleaned.get("text") or "").strip()):
            raise forms.ValidationError(
                _("There is a file and a text. Bring one record at a time.")
                if cleaned.get("file")
                else _("Choose a file, or paste a record.")
            )
        return cleaned

    def content(self) -> bytes:
        """The record itself.

        :raises TooLarge: it is larger than can be read.
        """
        file = self.cleaned_data["file"]
        if file is None:
            return str(self.cleaned_data["text"]).encode(errors="replace")
        if file.size > reading.LARGEST:
            raise reading.TooLarge
        content: bytes = file.read()
        return content


@require_safe
@log_in_to_see
def record(request: VisitorRequest, pk: int) -> HttpResponse:
    """The record of a game as a file, as far as the viewer may know it."""
    game, _mine = get_game_or_404(request.user, pk)
    try:
        file = export.export(game, request.user)
    except export.Withheld as reason:
        return render(request, "games/no_record.html", {"game": game, "reason": str(reason)}, status=403)
    disposition = f'attachment; filename="{file.name}"'
    return HttpResponse(file.text, content_type="application/json", headers={"Content-Disposition": disposition})


@require_http_methods(["GET", "HEAD", "POST"])
@csrf_exempt  # to check the token, the request has to be read: that is done below, once it is known to be small
@login_required
def all_studies(request: PlayerRequest) -> HttpResponse:
    """Show a person's studies, and take another record."""
    if request.method != "POST":
        return _show(request, RecordForm(label_suffix=""))
    if length_of(request) > LARGEST_REQUEST:
        return _show(request, RecordForm(label_suffix=""), problem=str(reading.TooLarge()), status=413)
    return _bring(request)


@csrf_protect
def _bring(request: PlayerRequest) -> HttpResponse:
    form = RecordForm(request.POST, request.FILES, label_suffix="")
    if not form.is_valid():
        return _show(request, form, status=400)
    if not consume(request, action="bring_record", user=request.user):  # to play a record takes up to a second
        raise ImmediateHttpResponse(respond_429(request))
    try:
        played = reading.read(form.content())
        # A click makes a guest: a limit for each would not keep one visitor from storing much.
        if request.user.is_guest and not consume(request, action="guest_brings_record"):
            raise ImmediateHttpResponse(respond_429(request))
        study = studies.bring(request.user, played, name=form.cleaned_data["name"], now=timezone.now())
    except reading.TooLarge as refusal:
        return _show(request, form, problem=str(refusal), status=413)
    except (reading.AgainstTheRules, studies.TooMany) as refusal:
        return _show(request, form, problem=str(refusal), status=422)
    except reading.Unusable as refusal:
        return _show(request, form, problem=str(refusal), status=400)
    messages.success(request, _("“{study}” is now one of your studies. Only you can see it.").format(study=study))
    return redirect(study)


def _show(request: PlayerRequest, form: RecordForm, *, problem: str = "", status: int = 200) -> HttpResponse:
    context = {
        "studies": studies.of(request.user).defer("setup").prefetch_related("seats"),
        "most": studies.most(request.user),
        "form": form,
        "problem": problem,
        "largest": reading.LARGEST // 1000,
        "most_actions": reading.MOST_ACTIONS,
    }
    return render(request, "games/studies.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def delete_study(request: PlayerRequest, pk: int) -> HttpResponse:
    """Ask whether to delete a study, and delete it."""
    study = get_object_or_404(studies.of(request.user), pk=pk)
    if request.method != "POST":
        return render(request, "games/delete_study.html", {"study": study})
    name = study.name
    study.delete()
    messages.success(request, _("“{study}” is deleted.").format(study=name))
    return redirect("games:studies")
