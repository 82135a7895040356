"""A page with every component, for work on the styles (DEBUG only)."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from web.access.forms import Register


def page(request: HttpRequest) -> HttpResponse:
    messages.success(request, "A message after something went well.")
    form = Register({"username": "", "password1": "a", "password2": "b"})
    return render(request, "styleguide.html", {"form": form, "bracket": BRACKET})


def _match(a: str, b: str, games_a: int, games_b: int, state: str) -> dict[str, object]:
    sides = {"css_a": _css(a, games_a), "css_b": _css(b, games_b)}
    return {"a": a, "b": b, "games_a": games_a, "games_b": games_b, "state": state, **sides}


def _css(name: str, games: int) -> str:
    if not name:
        return "tie__side--open"
    return "tie__side--won" if games == 3 else ""


BRACKET = [
    {
        "title": "Quarter-finals",
        "matches": [
            _match("Getaria", "Zarautz", 3, 1, "finished"),
            _match("Hondarribia", "Pasaia", 2, 3, "finished"),
            _match("Tolosa", "Ordizia", 1, 1, "playing"),
            _match("Azpeitia", "", 0, 0, "bye"),
        ],
    },
    {
        "title": "Semi-finals",
        "matches": [
            _match("Getaria", "Pasaia", 0, 0, "ready"),
            _match("", "Azpeitia", 0, 0, "waiting"),
        ],
    },
    {"title": "Final", "matches": [_match("", "", 0, 0, "waiting")]},
]
