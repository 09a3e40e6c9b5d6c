"""What browsers send of themselves."""

from cryptography.hazmat.primitives.asymmetric import ec
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from py_vapid.utils import b64urldecode

from notifications import outside
from notifications.browsers import Subscription

UNREADABLE = gettext_lazy("Your browser did not say how it can be reached. Load the page again, then try once more.")


class EndpointForm(forms.Form):
    """Where a browser can be reached, as its scripts know it."""

    endpoint = forms.CharField(max_length=1000)

    def clean_endpoint(self) -> str:
        endpoint: str = self.cleaned_data["endpoint"]
        try:
            outside.Target.of(endpoint)
        except outside.Forbidden as refusal:
            raise forms.ValidationError(str(refusal)) from refusal
        return endpoint


class SubscriptionForm(EndpointForm):
    """The same, and how to write so that only it can read."""

    p256dh = forms.RegexField(r"^[A-Za-z0-9_-]{87}$")
    auth = forms.RegexField(r"^[A-Za-z0-9_-]{22}$")

    def clean_p256dh(self) -> str:
        key: str = self.cleaned_data["p256dh"]
        try:
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), b64urldecode(key.encode()))
        except ValueError as fault:
            raise forms.ValidationError(_("This is no key.")) from fault
        return key

    @property
    def subscription(self) -> Subscription:
        return Subscription(**self.cleaned_data)
