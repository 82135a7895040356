"""What a form says its page has shown: the later matches that fall, and the version."""

from __future__ import annotations

from django.http import HttpRequest

MOST = 1_000


def seen(request: HttpRequest) -> tuple[int, ...]:
    """The ids in `sets_aside`; anything that is no number is passed over."""
    given = request.POST.getlist("sets_aside")[:MOST]
    return tuple(int(one) for one in given if one.isascii() and one.isdecimal() and len(one) < 11)


def version_seen(request: HttpRequest) -> int | None:
    """The version that the page was filled in for; None when the form names none."""
    shown = request.POST.get("version", "")
    return int(shown) if shown.isascii() and shown.isdecimal() and len(shown) < 8 else None
