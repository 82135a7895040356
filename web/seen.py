"""What a page had shown when its form was sent: the later matches to be set aside, and the version.
And numbers as requests have them."""

from typing import Any

from django.http import HttpRequest

MOST = 1_000


def seen(request: HttpRequest) -> tuple[int, ...]:
    """The ids in `sets_aside`; values that are no numbers are ignored."""
    numbers = map(whole, request.POST.getlist("sets_aside")[:MOST])
    return tuple(number for number in numbers if number is not None)


def version_seen(request: HttpRequest) -> int | None:
    """The version that the page had shown; None when the form has none."""
    return whole(request.POST.get("version", ""))


def agreed(request: HttpRequest, version: int) -> dict[str, Any]:
    """What an act names of its page, as arguments of its service: the version (`version`, when the
    form has none), and the later matches to be set aside."""
    return {"expected_version": version_seen(request) or version, "sets_aside": seen(request)}


def whole(text: str, digits: int = 10) -> int | None:
    """The number that a text of at most so many digits is; None for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None
