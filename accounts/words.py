"""What we say where django-allauth speaks. It asks for it by the name of a template; braces stand for its values."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

MESSAGES: dict[str, str | Promise] = {
    "account/messages/email_confirmation_failed.txt": gettext_lazy(
        "{email} already belongs to another account, so it was not confirmed here."
    ),
    "account/messages/email_confirmation_sent.txt": gettext_lazy(
        "We sent a mail to {email}. Open the link in it to confirm the address."
    ),
    "account/messages/email_confirmed.txt": gettext_lazy("Thank you: {email} is confirmed."),
    "account/messages/email_deleted.txt": gettext_lazy("{email} is no longer on its way to become your address."),
    "account/messages/logged_in.txt": gettext_lazy("Good to see you, {user.name}!"),
    "account/messages/logged_out.txt": gettext_lazy("You are logged out."),
    "account/messages/password_changed.txt": gettext_lazy("Your new password is saved."),
    "account/messages/password_set.txt": gettext_lazy("Your password is saved."),
    "mfa/messages/recovery_codes_generated.txt": gettext_lazy(
        "These are your codes. Those you had before work no more."
    ),
    "mfa/messages/totp_activated.txt": gettext_lazy(
        "From now on we ask for the code of your app, too. Everywhere else you are logged out now."
    ),
    "mfa/messages/totp_deactivated.txt": gettext_lazy("We ask for no codes of an app any more."),
    "mfa/messages/webauthn_added.txt": gettext_lazy("Your passkey is added. Everywhere else you are logged out now."),
    "mfa/messages/webauthn_removed.txt": gettext_lazy("The passkey is removed."),
    "socialaccount/messages/account_connected.txt": gettext_lazy("Connected: you can log in by it from now on."),
    "socialaccount/messages/account_connected_other.txt": gettext_lazy(
        "Another player already uses that account. Nothing has changed."
    ),
    "socialaccount/messages/account_connected_updated.txt": gettext_lazy("You log in by it already."),
    "socialaccount/messages/account_disconnected.txt": gettext_lazy("Removed: nobody logs in by it any more."),
}
"""What a page says on top when something was done."""

SUBJECTS: dict[str, str | Promise] = {
    "account/email/account_already_exists": gettext_lazy("You have an account already"),
    "account/email/account_deleted": gettext_lazy("Your account is deleted"),
    "account/email/email_changed": gettext_lazy("Your account has a new address"),
    "account/email/email_confirmation": gettext_lazy("Please confirm your address"),
    "account/email/email_deleted": gettext_lazy("Your address stays as it is"),
    "account/email/password_changed": gettext_lazy("Your password is a new one"),
    "account/email/password_reset": gettext_lazy("Your password is a new one"),
    "account/email/password_reset_key": gettext_lazy("Choose a new password"),
    "account/email/password_set": gettext_lazy("Your account has a password now"),
    "account/email/unknown_account": gettext_lazy("There is no account with this address"),
    "mfa/email/recovery_codes_generated": gettext_lazy("Your account has new codes for emergencies"),
    "mfa/email/totp_activated": gettext_lazy("Your account asks for codes now"),
    "mfa/email/totp_deactivated": gettext_lazy("Your account asks for no codes any more"),
    "mfa/email/webauthn_added": gettext_lazy("Your account has a new passkey"),
    "mfa/email/webauthn_removed": gettext_lazy("A passkey is gone from your account"),
    "socialaccount/email/account_connected": gettext_lazy("Another site lets you in"),
    "socialaccount/email/account_disconnected": gettext_lazy("Another site lets you in no more"),
}
"""The subjects of mails about accounts."""

CHANGES: dict[str, str | Promise] = {
    "account/email/email_changed": gettext_lazy(
        "your account has a new address: {to_email} instead of {from_email}.\n"
        "From now on turn mails go there, and you log in with it."
    ),
    "account/email/email_deleted": gettext_lazy(
        "{deleted_email} was on its way to become your address, and is no longer.\nYour address stays as it is."
    ),
    "account/email/password_changed": gettext_lazy("the password of your account is a new one."),
    "account/email/password_reset": gettext_lazy(
        "the password of your account is a new one, chosen through a link that we sent you."
    ),
    "account/email/password_set": gettext_lazy("your account has a password now."),
    "mfa/email/recovery_codes_generated": gettext_lazy(
        "your account has new codes for emergencies. You can log in with them."
    ),
    "mfa/email/totp_activated": gettext_lazy("you now need a code from your app to log in to your account."),
    "mfa/email/totp_deactivated": gettext_lazy("you no longer need a code from an app to log in to your account."),
    "mfa/email/webauthn_added": gettext_lazy("your account has a new passkey. You can log in with it."),
    "mfa/email/webauthn_removed": gettext_lazy("a passkey was removed from your account."),
    "socialaccount/email/account_connected": gettext_lazy(
        "you can now log in here with your account at {provider.name}."
    ),
    "socialaccount/email/account_disconnected": gettext_lazy(
        "you can no longer log in here with your account at {provider.name}."
    ),
}
"""What mails say that tell of a change to an account, after the greeting. All of these have one template."""
