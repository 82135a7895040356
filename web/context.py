"""What every page knows about how it should look."""

from django.conf import settings
from django.http import HttpRequest

THEMES = ("auto", "light", "dark")
SIZES = ("normal", "large")
THEME_COOKIE = "theme"
SIZE_COOKIE = "size"


def appearance(request: HttpRequest) -> dict[str, str]:
    """`theme` and `size` from their cookies; anything unknown counts as the default."""
    theme = request.COOKIES.get(THEME_COOKIE, "")
    size = request.COOKIES.get(SIZE_COOKIE, "")
    return {
        "theme": theme if theme in THEMES else THEMES[0],
        "size": size if size in SIZES else SIZES[0],
    }


def languages(request: HttpRequest) -> dict[str, list[tuple[str, str]]]:
    """`languages`: code and own name of each in which the pages can be read."""
    return {"languages": list(settings.LANGUAGES)}
