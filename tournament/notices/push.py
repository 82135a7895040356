"""Web push: encrypted for one browser (RFC 8291), signed by this site (RFC 8292), sent through
the push service of that browser. Only the known services are ever called.

The libraries that encrypt and sign are imported inside functions: they cost memory that no other
page needs.
"""

from __future__ import annotations

import base64
import json
import os
import re
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from tournament.errors import Refusal

if TYPE_CHECKING:
    from py_vapid import Vapid02

SERVICES = (
    "fcm.googleapis.com",
    ".push.services.mozilla.com",
    ".push.apple.com",
    ".notify.windows.com",
)
SECONDS = 10
KEPT_SECONDS = 900
"""How long a push service keeps a message it cannot deliver: after that the match has begun."""
LONGEST = 500
PLAIN = re.compile(r"[!-~]+", re.ASCII)


class Gone(Exception):
    """The browser no longer takes messages."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """The address and keys for messages to one browser, as the browser sent them."""

    endpoint: str
    p256dh: str
    auth: str


def checked(subscription: object) -> Subscription:
    """What a browser sent as its subscription. Raises Refusal (bad_subscription)."""
    if isinstance(subscription, Mapping):
        endpoint, keys = subscription.get("endpoint"), subscription.get("keys")
        if isinstance(endpoint, str) and isinstance(keys, Mapping) and is_known(endpoint):
            p256dh, auth = keys.get("p256dh"), keys.get("auth")
            if _is_key(p256dh, 65) and _is_key(auth, 16) and _is_point(str(p256dh)):
                return Subscription(endpoint, str(p256dh), str(auth))
    raise Refusal.one(
        "subscription",
        "bad_subscription",
        _("This browser's push service is not known here. Keep the page open instead."),
    )


def is_known(endpoint: str) -> bool:
    """Whether an address belongs to a known push service, uses https alone, and has only visible
    ASCII characters."""
    if len(endpoint) > LONGEST or not PLAIN.fullmatch(endpoint):
        return False
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        return False
    host = parts.hostname or ""
    is_known_host = any(
        host == name or (name[0] == "." and host.endswith(name)) for name in SERVICES
    )
    whole = parts.scheme == "https" and port in (None, 443) and parts.username is None
    return whole and is_known_host


def name_of(endpoint: str, watch_id: int) -> str:
    """A browser as records name it: the host of its push service, and its number."""
    return f"{(urlsplit(endpoint).hostname or '')[-40:]} {watch_id}"


def public_key() -> str:
    """The site's public key, encoded as browsers expect it: they accept only messages signed with
    it."""
    from cryptography.hazmat.primitives import serialization

    raw = _vapid().public_key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def send(endpoint: str, p256dh: str, auth: str, message: Mapping[str, str]) -> None:
    """Sends one message. Raises Gone, or the error of the service or the network."""
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    if not is_known(endpoint):
        raise Gone
    body = http_ece.encrypt(
        json.dumps(message, ensure_ascii=False).encode(),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_bytes(p256dh),
        auth_secret=_bytes(auth),
        salt=os.urandom(16),
        version="aes128gcm",
    )
    parts = urlsplit(endpoint)
    claims = {"aud": f"https://{parts.netloc}", "sub": settings.PUSH_CONTACT}
    request = urllib.request.Request(  # noqa: S310  (https alone: is_known)
        endpoint,
        data=body,
        headers={
            **_vapid().sign(claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_SECONDS),
            "Urgency": "high",
        },
    )
    try:
        _no_redirects().open(request, timeout=SECONDS).close()
    except urllib.error.HTTPError as error:
        error.close()
        if error.code in (404, 410):
            raise Gone from error
        raise


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args: object, **_named: object) -> None:
        """Follows no redirect: a push service sends none."""


def _no_redirects() -> urllib.request.OpenerDirector:
    return urllib.request.build_opener(_Stay)


def _vapid() -> Vapid02:
    """The site's signing key, derived from SECRET_KEY: every process has the same, and none stores
    it."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from py_vapid import Vapid02

    secret = salted_hmac("tournament.notices.push", "vapid", algorithm="sha512").digest()
    seed = int.from_bytes(secret, "big")
    order = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
    return Vapid02(ec.derive_private_key(seed % (order - 1) + 1, ec.SECP256R1()))


def _is_key(value: object, size: int) -> bool:
    if not isinstance(value, str) or len(value) > 120:
        return False
    try:
        return len(_bytes(value)) == size
    except ValueError:
        return False


def _is_point(p256dh: str) -> bool:
    """Whether the key is a point of the curve. With any other key, encrypting fails at each
    call."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(p256dh))
    except ValueError:
        return False
    return True


def _bytes(text: str) -> bytes:
    """Raises ValueError where the text has any other character: base64 alone would pass it over,
    and the text be kept with it."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
