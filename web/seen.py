"""What a page had shown when its form was sent: the later matches to be set aside, and the
version."""

from __future__ import annotations

from django.http import HttpRequest

MOST = 1_000


def seen(request: HttpRequest) -> tuple[int, ...]:
    """The ids in `sets_aside`; values that are no numbers are ignored."""
    given = request.POST.getlist("sets_aside")[:MOST]
    return tuple(int(one) for one in given if one.isascii() and one.isdecimal() and len(one) < 11)


def version_seen(request: HttpRequest) -> int | None:
    """The version that the page had shown; None when the form has none."""
    shown = request.POST.get("version", "")
    return int(shown) if shown.isascii() and shown.isdecimal() and len(shown) < 11 else None
