"""What this site does differently from django-allauth."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.stagekit import clear_login
from allauth.account.internal.userkit import filter_users_by_email
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from django import forms
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import guessing, guests, mail_budget, mails, sessions
from accounts.bans import Banned
from accounts.guests import WAY_BACK_KEY
from accounts.models import User, spellings_of
from announcements import maintenance
from announcements.views import closed

WEAK_PASSWORDS = {
    "password_too_short": _("This password is too short. Add a few letters, or use several words."),
    "password_too_similar": _("This password is too much like your name or address. Choose another one."),
    "password_too_common": _("Many people use this password, so it is easy to guess. Choose another one."),
    "password_entirely_numeric": _("Digits alone are easy to guess. Add a few letters."),
}
"""What to say of a weak password, by the code of Django's objection; the first that fits is enough."""


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("This account is closed."),
        "duplicate_email": _("This is already your address, or the one you are changing to."),
        "email_password_mismatch": _("This address and this password do not match. Try again."),
        "enter_current_password": _("This is not your password. Try again."),
        "incorrect_password": _("This is not your password. Try again."),
        "too_many_login_attempts": _("Too many attempts with a wrong password. Wait five minutes, then try again."),
    }

    def is_safe_url(self, url: str) -> bool:
        """Whether to lead a person there: paths of this site alone. A bare word would pass for the name of a view."""
        return url.startswith("/") and super().is_safe_url(url)

    def save_user(self, request: HttpRequest, user: User, form: forms.Form, commit: bool = True) -> User:
        """Store the new user with name and zone; two with the same name or address at once: one is stored."""
        user.name, user.time_zone = form.cleaned_data["name"], form.cleaned_data["time_zone"]
        try:
            with transaction.atomic():
                super().save_user(request, user, form, commit=commit)
        except IntegrityError as error:
            words = _(
                "This name or address was taken a moment ago. If you pressed the button twice, check your mailbox."
                " If not, choose another name."
            )
            messages.warning(request, words)
            raise ImmediateHttpResponse(redirect("account_signup")) from error
        return user

    def clean_password(self, password: str, user: AbstractBaseUser | None = None) -> str:
        try:
            clean: str = super().clean_password(password, user)
        except ValidationError as refusal:
            objections = {objection.code for objection in refusal.error_list}
            objection = next((said for code, said in WEAK_PASSWORDS.items() if code in objections), None)
            if objection is None:
                raise
            raise ValidationError(objection) from refusal
        return clean

    def set_password(self, user: User, password: str) -> None:
        """Store a new password; it also ends the session that a person had as a guest."""
        user.sessions_ended += 1
        super().set_password(user, password)

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """Let nobody guess passwords, nor lock an account for its owner by guessing some from elsewhere."""
        account = self._get_login_attempts_cache_key(request, **credentials)
        guessing.count(request, account)
        user: AbstractBaseUser | None = super().authenticate(request, **credentials)
        if user:
            guessing.forgive(request, account)
        return user

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Take as long where nobody has the address: of an account, each spelling of the password is tried."""
        super().authentication_failed(request, **credentials)
        if not filter_users_by_email(credentials.get("email", ""), prefer_verified=True, for_login=True):
            for spelling in spellings_of(credentials.get("password", ""))[1:]:
                make_password(spelling)

    def reauthenticate(self, user: User, password: str) -> bool:
        is_theirs: bool = super().reauthenticate(user, password)
        if is_theirs:
            sessions.go_on(context.request, user)
        return is_theirs

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """Let whoever has a new password log in with it at once, whatever was tried before."""
        super()._delete_login_attempts_cached_email(request, **credentials)
        guessing.forgive(request, self._get_login_attempts_cache_key(request, **credentials))

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Refuse banned people, and tell them why; while nothing can be changed, all but those who run the site."""
        refusal: HttpResponse | None = super().pre_login(request, user, **kwargs)
        if refusal is not None:
            return refusal
        if user.is_banned(timezone.now()):
            clear_login(request)
            raise Banned(user)
        current = maintenance.current()
        if current and not user.is_staff:
            clear_login(request)
            return closed(request, current)
        return None

    def login(self, request: HttpRequest, user: User) -> None:
        guests.bring_along(request, user)
        super().login(request, user)

    def logout(self, request: HttpRequest) -> None:
        """Log out. A guest who is logged out by a link to an account did not ask for that: their games wait."""
        guest = request.user
        super().logout(request)
        assert isinstance(guest, User)  # noqa: S101  (for the type checker: only users are logged out)
        if guest.is_guest and request.path != reverse("account_logout"):
            guests.leave_behind(request, guest)

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: EmailConfirmationHMAC, signup: bool
    ) -> None:
        """Tell an address that it has an account already; the page looks the same, so it tells nobody who is here."""
        address = emailconfirmation.email_address
        if User.objects.filter(email=address.email).exclude(pk=address.user_id).exists():
            self.send_account_already_exists_mail(address.email)
        else:
            super().send_confirmation_mail(request, emailconfirmation, signup)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm, unless the address has meanwhile become another person's."""
        try:
            with transaction.atomic():
                confirmed: bool = super().confirm_email(request, email_address)
                return confirmed
        except IntegrityError:
            context: dict[str, Any] = {"email": email_address.email}
            self.add_message(request, messages.ERROR, "account/messages/email_confirmation_failed.txt", context)
            return False

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        message_context: dict[str, Any] | None = None,
        extra_tags: str = "",
        message: str | None = None,
    ) -> None:
        """Say something on top of the next page, in our words. After signing up a page of its own says it."""
        context = mails.readable(message_context or {})
        if message_template in mails.MESSAGES and not message:
            is_sent = message_template == "account/messages/email_confirmation_sent.txt"
            if context.get("signup") or (is_sent and mail_budget.was_lacking(request)):
                return
            message = str(mails.MESSAGES[message_template]).format_map(context)
        super().add_message(request, level, message_template, message_context, extra_tags, message)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Have a worker send a mail: the page is the same, and as soon there, whatever becomes of it."""
        kind = template_prefix.removesuffix("_signup")  # a new account gets the same mail
        is_in_budget = kind not in mails.TO_ANYBODY or mail_budget.take(self.request, email)
        is_reset = kind == mails.RESET
        if not is_in_budget:
            words = mail_budget.USED_UP_FOR_RESETS if is_reset else mail_budget.USED_UP
            messages.warning(self.request, words)
        if is_in_budget or is_reset:  # which goes to people with an account in any case: a worker knows who has one
            facts = mails.facts_of(kind, context, self.request.user)
            mails.post(kind, email, facts, is_in_budget=is_in_budget)

    def respond_email_verification_sent(self, request: HttpRequest, user: User | None) -> HttpResponse:
        """Lead to where one logs in if no mail was sent, as that is what sends the next one."""
        if mail_budget.was_lacking(request):
            return redirect("account_login")
        response: HttpResponse = super().respond_email_verification_sent(request, user)
        return response

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("accounts:settings")

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        way_back: str | None = self.request.session.pop(WAY_BACK_KEY, None)
        if way_back and self.request.user.is_authenticated:
            return way_back
        if not self.request.user.is_authenticated:
            words = _(
                "Your address is confirmed. Go on in the browser in which you signed up, or log in here: what you"
                " have begun is waiting for you."
            )
            messages.info(self.request, words)
        fallback: str = super().get_email_verification_redirect_url(email_address)
        return fallback
