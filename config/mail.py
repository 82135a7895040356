"""E-mail settings from EMAIL_URL; without it no mail is sent. Pure, like `env`."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from config.env import ESCAPED, EnvError

SECONDS = 15
PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}


def settings_of(env: Mapping[str, str]) -> dict[str, Any]:
    """Django's settings for e-mail. Without EMAIL_URL no mail is sent, and no page offers it.

    smtp+tls://user:password@host:587 · smtps://… · smtp://localhost:25; `?from=` or EMAIL_FROM is
    the sender. Raises EnvError.
    """
    url = env.get("EMAIL_URL", "").strip()
    if not url:
        return {"EMAIL_HOST": "", "EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"}
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:  # its words would show part of a password
        raise EnvError(f"EMAIL_URL cannot be read. {ESCAPED}") from None
    sender = _sender(env)
    if parts.scheme not in PORTS or not parts.hostname:
        raise EnvError("EMAIL_URL: write smtp+tls://user:password@host:587, smtps:// or smtp://.")
    if "@" not in sender:
        raise EnvError("EMAIL_FROM: write the address that e-mail is sent from.")
    if not env.get("PUBLIC_URL", "").strip():
        # A link in a mail must not begin with whatever host a request named.
        raise EnvError("PUBLIC_URL: write the address of this site; links in mails begin with it.")
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port or PORTS[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_TIMEOUT": SECONDS,
        "DEFAULT_FROM_EMAIL": sender,
        "SERVER_EMAIL": sender,
    }


def push_contact(env: Mapping[str, str]) -> str:
    """Whom push services may ask about this site: PUSH_CONTACT, or the sender of its e-mail."""
    return env.get("PUSH_CONTACT", "").strip() or f"mailto:{_sender(env) or 'nobody@example.org'}"


def _sender(env: Mapping[str, str]) -> str:
    """EMAIL_FROM, or what EMAIL_URL says with `?from=`; "" when neither does."""
    query = env.get("EMAIL_URL", "").partition("?")[2]
    return env.get("EMAIL_FROM", "").strip() or parse_qs(query).get("from", [""])[0]
