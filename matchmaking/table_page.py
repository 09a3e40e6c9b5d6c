"""The page of a table as an answer, with what was just sent put in its place, and its form for inviting people."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, cast

from django import forms
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.db.models import Count, Max, Prefetch, Q, prefetch_related_objects
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext_lazy as _

from accounts import addresses, names
from accounts.models import User
from accounts.parts import draw_part
from accounts.requests import PlayerRequest, VisitorRequest
from games.board.areas import draw_areas
from games.models import Seat
from games.story import reliability
from matchmaking import substitutes, table_talk, table_terms
from matchmaking.access import go, opened_links
from matchmaking.invitations import label
from matchmaking.lobby import load_seats
from matchmaking.models import Answer, Invitation, NotTheHost, Table, TableRefused
from matchmaking.ratings.leaderboard import points_of
from matchmaking.shares import ShareForm
from talk.forms import SayForm
from talk.models import Mute

LATELY = timedelta(days=180)
"""Games that began since count first: the players of older ones may have lost touch."""

MOST_COMPANIONS = 12  # how many are suggested


def companions_of(user: User, *, besides: Collection[int], now: datetime) -> list[User]:
    """The people a player has played with most often of late, then ever; without those they have muted."""
    theirs = Seat.objects.filter(user=user, game__studied_by=None).values("game")
    muted = Mute.objects.filter(user=user).values("other")
    found = (
        User.objects.filter(seats__game__in=theirs, is_active=True, is_guest=False, takes_invitations=True)
        .exclude(pk__in=[user.pk, *besides])
        .exclude(banned_until__gt=now)
        .exclude(pk__in=muted)
        .annotate(
            lately=Count("seats", filter=Q(seats__game__created_at__gt=now - LATELY)),
            ever=Count("seats"),
            last=Max("seats__game"),
        )
    )
    return list(found.only("name", "is_guest", "left_at").order_by("-lately", "-ever", "-last")[:MOST_COMPANIONS])


class InviteForm(forms.Form):
    """Asks who to invite: players the host often plays with, and anybody else by name or address."""

    people = forms.MultipleChoiceField(
        label=_("You have played with"),
        required=False,
        widget=forms.CheckboxSelectMultiple(attrs={"class": "companions"}),
        error_messages={"invalid_choice": _("One of these players can no longer be invited. Choose again.")},
    )
    who = forms.CharField(
        label=_("Name or mail address"),
        help_text=_(
            "The name of a player here, or a mail address. We send one mail to the address, and tell nobody whether"
            " it has an account."
        ),
        required=False,
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
        error_messages={"max_length": _("That is too long for a name or address.")},
    )

    def __init__(self, *args: Any, companions: Collection[User], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._companions = {str(person.pk): person for person in companions}
        self.named: User | None = None
        self.email = ""
        """The address that was given, in its one spelling, where it was one."""
        if companions:
            people = cast(forms.MultipleChoiceField, self.fields["people"])
            people.choices = [(pk, person.name) for pk, person in self._companions.items()]
        else:
            del self.fields["people"]

    @property
    def invited(self) -> list[User]:
        chosen = [self._companions[pk] for pk in self.cleaned_data.get("people", [])]
        return [*chosen, *([self.named] if self.named else [])]

    def clean_who(self) -> str:
        who: str = self.cleaned_data["who"].strip()
        if "@" in who:
            self._read_address(who)
        elif who:
            self.named = names.called(who).filter(left_at=None, is_active=True).first()
            if self.named is None:
                words = _("No player is called %(name)s. Give the name that games show, or a mail address.")
                raise ValidationError(words, params={"name": who})
        return who

    def clean(self) -> dict[str, Any]:
        if not self.errors and not self.cleaned_data.get("people") and not self.cleaned_data["who"]:
            raise ValidationError(_("Choose a player, or give a name or a mail address."))
        return self.cleaned_data

    def _read_address(self, who: str) -> None:
        try:
            self.email = addresses.canonical(who)
        except ValidationError as refusal:
            if refusal.code != "invalid":
                raise
            raise ValidationError(_("This is not a mail address. Check it for typing errors.")) from refusal


def show_table(
    request: VisitorRequest,
    table: Table,
    *,
    refusal: str | None = None,
    say: SayForm | None = None,
    share: ShareForm | None = None,
    inviting: InviteForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of a table, for htmx its part that changes.

    Once the game has started, those who may see it go there.
    """
    load_seats([table])
    seat = table.seat_of(request.user)
    if table.game and (seat or (table.game.is_public and not refusal)):
        return go(request, table.game)
    prefetch_related_objects([table], Prefetch("invitations", Invitation.objects.select_related("user")))
    guests = _about_guests(request, table, inviting, has_seat=seat is not None)
    if refusal and inviting and guests["inviting"]:
        inviting.add_error(None, refusal)  # the form leads to itself, where nobody sees what stands above it
        refusal = None
    context = {
        "table": table,
        "points": points_of(place.user for place in table.taken_seats),
        "figures": reliability.of_all(place.user for place in table.taken_seats if place.user),
        "offered": substitutes.offered_of(table.game) if table.game else [],
        "in_brief": table_terms.in_brief(table),
        "about_map": table_terms.about_board(table.board),
        "terms": table_terms.terms(table),
        "picture": draw_areas(table.board, tuple(table.chosen_areas)),
        "seat": seat,
        "refusal": refusal,
        "talk": table_talk.talk_at(table, request.user, say=say),
        "share": share or ShareForm(initial={"share": seat.share if seat else ""}),
        **guests,
    }
    if request.htmx:
        response = HttpResponse(draw_part(request, "matchmaking/detail.html", "table-seats", context), status=status)
    else:
        response = render(request, "matchmaking/detail.html", context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def refused(request: PlayerRequest, table: Table, refusal: TableRefused, **sent: Any) -> HttpResponse:
    """Show the table as it stands by now, and why nothing came of what was asked."""
    table = Table.objects.select_related("host", "game").get(pk=table.pk)
    status = 403 if isinstance(refusal, NotTheHost) else 409
    return show_table(request, table, refusal=str(refusal), status=status, **sent)


def invite_form(table: Table, host: User, sent: QueryDict | None = None) -> InviteForm:
    here = [place.seat or place.kept for place in table.places()]
    besides = {each.user_id for each in (*here, *_standing(table)) if each and each.user_id}
    return InviteForm(sent, companions=companions_of(host, besides=besides, now=timezone.now()))


def _about_guests(
    request: VisitorRequest, table: Table, inviting: InviteForm | None, *, has_seat: bool
) -> dict[str, Any]:
    user, tokens = request.user, opened_links(request)
    own = None if has_seat else _own(table, user, tokens)
    opened = next((token for token in (table.token, own and own.token) if token in tokens), None)
    # The table may have been handed on, or closed, while the form was filled in.
    host = user if user.is_authenticated and user.pk == table.host_id else None
    may_invite = host is not None and table.is_open
    return {
        "is_host": host is not None,
        "is_invited": bool(opened or own) and table.is_open and not has_seat,
        "invitation": own,
        "kept": table.kept_for(user) if table.is_open else None,
        "may_join": own is not None or not table.invited_only,
        "invited": [(each, label(each, host)) for each in _standing(table)] if host and may_invite else [],
        "inviting": (inviting or invite_form(table, host)) if host and may_invite and not request.htmx else None,
        "share_link": request.build_absolute_uri(reverse("matchmaking:invite", args=[table.token])),
        "way_back": reverse("matchmaking:invite", args=[opened]) if opened else table.get_absolute_url(),
    }


def _own(table: Table, user: User | AnonymousUser, tokens: Collection[str]) -> Invitation | None:
    """The invitation by which a person can join: one that names them, rather than their address."""
    theirs = [each for each in _standing(table) if each.is_to(user, tokens)]
    return min(theirs, key=lambda each: bool(each.email), default=None)


def _standing(table: Table) -> list[Invitation]:
    return [invitation for invitation in table.invitations.all() if invitation.answer != Answer.WITHDRAWN]
