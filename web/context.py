"""What every page knows about how it should look."""

from django.http import HttpRequest

from web.languages import languages_of

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


def languages(request: HttpRequest) -> dict[str, tuple[str, ...]]:
    """`languages`: codes of those the page can be read in."""
    return {"languages": languages_of(request)}
