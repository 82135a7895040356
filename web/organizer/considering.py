"""Two steps for acts that change hands already played: first the consequences are shown, then the
act is confirmed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse

from tournament.errors import NotFound, Refusal, StrOrPromise
from tournament.matches.services.results import REASON
from web.acting import Do, put_refusal, submit
from web.organizer.acting import show

DO = "do"


@dataclass(frozen=True, slots=True)
class Matter:
    """`look`: the consequences (None: nothing in the match changes); `do`: calls the service;
    `asks_why`: the form asks for nothing but the reason, so the consequences are known at once."""

    template: str
    context: dict[str, Any]
    form: forms.Form
    look: Callable[[dict[str, Any]], Any]
    do: Do
    done: StrOrPromise
    to: str
    asks_why: bool = False


def consider(request: HttpRequest, matter: Matter) -> HttpResponse:
    """GET: the form, with the consequences where they are known. POST "look": shows the
    consequences. POST "do": carries it out, or shows the refusal."""
    if not matter.form.is_bound and matter.asks_why:
        return _look_first(request, matter)
    if matter.form.is_bound and request.POST.get("step") != DO:
        return _look(request, matter)
    return submit(
        request,
        matter.form,
        do=matter.do,
        done=matter.done,
        to=matter.to,
        again=lambda status: _page(request, matter, status=status),
    )


def _look_first(request: HttpRequest, matter: Matter) -> HttpResponse:
    found: dict[str, Any] = {}
    with suppress(Refusal):  # it is shown when the act is tried
        found = {"looked": True, "consequences": matter.look({"reason": REASON})}
    return _page(request, matter, **found)


def _look(request: HttpRequest, matter: Matter) -> HttpResponse:
    found: dict[str, Any] = {}
    if matter.form.is_valid():
        try:
            found = {"looked": True, "consequences": matter.look(matter.form.cleaned_data)}
        except NotFound:
            raise
        except Refusal as refusal:
            put_refusal(matter.form, refusal)
    return _page(request, matter, status=200 if found else 400, **found)


def _page(request: HttpRequest, matter: Matter, *, status: int = 200, **found: Any) -> HttpResponse:
    told = {"form": matter.form, "asks_why": matter.asks_why, **found}
    return show(request, matter.template, {**matter.context, **told}, status=status)
