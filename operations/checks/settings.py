"""Checks of settings that are safe on a laptop, but not on the internet."""

import os
import socket
from collections.abc import Iterator
from importlib import import_module
from urllib.parse import urlsplit

from django.conf import settings

from operations.checks.finding import Finding, bad, ok, warning

PLACEHOLDERS = ("change", "example", "secret", "password", "placeholder")
"""Words of a key that somebody has written; long enough that chance does not make them."""


def check() -> Iterator[Finding]:
    yield debug()
    yield hosts()
    yield secret()
    yield https()
    yield proxies()
    yield public_address()
    yield registration()
    yield static()
    yield traces()


def debug() -> Finding:
    if settings.DEBUG:
        return bad("debug", "Errors are shown with their details.", "Set DEBUG=0.")
    return ok("debug", "Off.")


def hosts() -> Finding:
    if "*" in settings.ALLOWED_HOSTS:
        return bad("hosts", "Any Host header is accepted.", "Name the hosts in ALLOWED_HOSTS.")
    return ok("hosts", ", ".join(settings.ALLOWED_HOSTS))


def secret() -> Finding:
    key = settings.SECRET_KEY
    is_written = any(word in key.lower() for word in PLACEHOLDERS)
    if len(key) < 50 or len(set(key)) < 5 or key.startswith("django-insecure-") or is_written:
        remedy = "Leave SECRET_KEY unset (one is made), or set 50 random letters or more."
        return bad("secret key", "It can be guessed.", remedy)
    if len(set(settings.HEAD_KEY)) < 5:
        remedy = "Leave HEAD_KEY unset (one is made), or set 64 random hexadecimal digits."
        return bad("secret key", "The one that signs the logs can be guessed.", remedy)
    return ok("secret key", "Long enough.")


def https() -> Finding:
    if not settings.PUBLIC or settings.HTTPS:
        return ok("https", "On." if settings.HTTPS else "Off: this machine alone is served.")
    if settings.SECURE_COOKIES:
        return ok("https", "Spoken by the server itself.")
    remedy = "Put a proxy in front (deploy/) and set HTTPS=1; in a room: manage.py lan."
    return bad("https", "Passwords go through the network in clear.", remedy)


def proxies() -> Finding:
    believed = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1")
    if "*" in believed:
        remedy = "Set FORWARDED_ALLOW_IPS to the addresses of your proxies."
        return bad("proxies", "Anybody may say which address they come from.", remedy)
    wrong = [
        origin for origin in settings.CSRF_TRUSTED_ORIGINS if not origin.startswith("https://")
    ]
    if settings.HTTPS and wrong:
        remedy = "Write https:// in CSRF_TRUSTED_ORIGINS."
        return bad("proxies", f"{wrong[0]} is trusted without https.", remedy)
    return ok("proxies", f"Addresses forwarded by {believed} are trusted.")


def public_address() -> Finding:
    """Checks that pages which are shared name this site, and not the host of some request."""
    if settings.PUBLIC and not settings.PUBLIC_URL:
        remedy = "Set PUBLIC_URL to the address of this site, with https://."
        text = "Shared links, pictures and feeds begin with the host that a request names."
        return warning("public address", text, remedy)
    return ok("public address", settings.PUBLIC_URL or "This machine alone is served.")


def registration() -> Finding:
    if settings.PUBLIC and settings.REGISTRATION_OPEN:
        remedy = "Set REGISTRATION_OPEN=0 and make accounts, or invite people."
        return warning("registration", "Anybody may make an account.", remedy)
    return ok("registration", "Open." if settings.REGISTRATION_OPEN else "Closed.")


def static() -> Finding:
    if settings.PUBLIC and settings.WHITENOISE_USE_FINDERS:
        remedy = "manage.py collectstatic --no-input, then STATIC_COLLECTED=1."
        return warning("static files", "They are served as they lie, uncompressed.", remedy)
    return ok("static files", "Served.")


def traces() -> Finding:
    """Checks traces: whether they are switched on, installed, and a collector answers."""
    if not settings.TRACES_TO:
        return ok("traces", "Not asked for.")
    try:
        import_module("opentelemetry.instrumentation.django")
        import_module("opentelemetry.exporter.otlp.proto.http")
    except ImportError as error:
        remedy = "pip install --require-hashes -r requirements-otel.txt"
        return bad("traces", f"None are made. The packages are not installed: {error}.", remedy)
    at = urlsplit(settings.TRACES_TO)
    if at.scheme not in ("http", "https"):
        remedy = "Write OTEL_EXPORTER_OTLP_ENDPOINT=http://host:4318 (OTLP over HTTP)."
        return bad("traces", f"{settings.TRACES_TO} is no address of http.", remedy)
    port = at.port or (443 if at.scheme == "https" else 80)
    try:
        socket.create_connection((at.hostname or "", port), timeout=2).close()
    except OSError as error:
        remedy = "Start the collector, or unset OTEL_EXPORTER_OTLP_ENDPOINT: spans are thrown away."
        return warning("traces", f"{at.hostname}:{port} does not answer: {error}.", remedy)
    return ok("traces", f"{at.hostname}:{port} takes them.")
