"""A browser that wants messages pushed to it: it can read them, and nobody else."""

import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid.utils import b64urldecode, b64urlencode

from notifications.browsers import Subscription
from tests.notifications.receiver import Posted


@dataclass
class Browser:
    endpoint: str = field(default_factory=lambda: f"https://push.example/{secrets.token_urlsafe(16)}")
    private_key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: str = field(default_factory=lambda: b64urlencode(secrets.token_bytes(16)))

    @property
    def p256dh(self) -> str:
        point = self.private_key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return str(b64urlencode(point))

    @property
    def subscription(self) -> Subscription:
        return Subscription(self.endpoint, self.p256dh, self.auth)

    @property
    def form(self) -> dict[str, str]:
        """What its page sends."""
        return {"endpoint": self.endpoint, "p256dh": self.p256dh, "auth": self.auth}

    @property
    def as_scripts_know_it(self) -> dict[str, Any]:
        return {"endpoint": self.endpoint, "keys": self.subscription.keys}

    def read(self, posted: Posted) -> dict[str, Any]:
        """What a message says."""
        secret = b64urldecode(self.auth.encode())
        text = http_ece.decrypt(posted.body, private_key=self.private_key, auth_secret=secret, version="aes128gcm")
        message: dict[str, Any] = json.loads(text)
        return message
