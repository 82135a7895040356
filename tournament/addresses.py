"""Absolute URLs of this installation's pages: for mails, feeds, codes to scan and shared links.

Everything else writes paths. `make check` lets nobody else call `build_absolute_uri`.
"""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest


def absolute_url(request: HttpRequest, path: str = "") -> str:
    """The URL of a path, or of the requested page itself: PUBLIC_URL and the path.

    Only where no PUBLIC_URL is set, such as on a laptop, is the host the one that the request names
    (ALLOWED_HOSTS bounds it). No mail leaves there: EMAIL_URL requires PUBLIC_URL.
    """
    path = path or request.get_full_path()
    return settings.PUBLIC_URL + path if settings.PUBLIC_URL else request.build_absolute_uri(path)


def public_url(path: str) -> str:
    """The URL of a path where there is no request, as in the mail of a job: EMAIL_URL requires the
    PUBLIC_URL that it begins with."""
    return settings.PUBLIC_URL + path


def base_url(request: HttpRequest) -> str:
    """The same without a path and without a slash at its end, for what appends paths."""
    return absolute_url(request, "/").rstrip("/")


def own_host(request: HttpRequest) -> str:
    """The name of this installation in identifiers, such as those of a calendar: no port."""
    return urlsplit(base_url(request)).hostname or ""
