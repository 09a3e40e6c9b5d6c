"""Settings of accounts and log-in: those that are the same on every site."""

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["accounts.hashing.Argon2", "accounts.hashing.PBKDF2"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}Validator"}
    for name in ("UserAttributeSimilarity", "MinimumLength", "CommonPassword", "NumericPassword")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:dashboard"
LOGOUT_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.forms.NewcomerForm"
ACCOUNT_FORMS = {
    "signup": "accounts.allauth_forms.SignupForm",
    "login": "accounts.allauth_forms.LoginForm",
    "add_email": "accounts.allauth_forms.ChangeAddressForm",
    "change_password": "accounts.allauth_forms.ChangePasswordForm",
    "set_password": "accounts.allauth_forms.SetPasswordForm",
    "reset_password": "accounts.allauth_forms.AskForResetForm",
    "reset_password_from_key": "accounts.allauth_forms.ResetPasswordForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_CHANGE_EMAIL = True
# A new address gives away the account: the change needs the password, and the old address hears of it.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
# A turn may come after weeks, and nobody should have to ask to be remembered.
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_USER_DISPLAY = "accounts.models.display_name"
SOCIALACCOUNT_ADAPTER = "accounts.social.Adapter"
SOCIALACCOUNT_FORMS = {"signup": "accounts.allauth_forms.SocialSignupForm"}
SOCIALACCOUNT_AUTO_SIGNUP = False  # people choose the name that others see
SOCIALACCOUNT_REQUESTS_TIMEOUT = 5  # seconds that a request waits for another site
ALLAUTH_RATE_LIMIT_IPV6_PREFIX = 64
# Two steps, or a passkey alone. A new address that is not confirmed yet need not hinder this: nobody is logged in
# without a confirmed one.
MFA_ADAPTER = "accounts.two_steps.Adapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_FORMS = {
    "authenticate": "accounts.allauth_forms.CodeForm",
    "reauthenticate": "accounts.allauth_forms.CodeAgainForm",
    "add_webauthn": "accounts.allauth_forms.AddPasskeyForm",
    "edit_webauthn": "accounts.allauth_forms.RenamePasskeyForm",
    "login_webauthn": "accounts.allauth_forms.PasskeyLoginForm",
    "authenticate_webauthn": "accounts.allauth_forms.SecondStepForm",
    "reauthenticate_webauthn": "accounts.allauth_forms.ReauthenticationForm",
}
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 180 * 24 * 60 * 60  # a guest's games hang on the session, and a turn may come after weeks
