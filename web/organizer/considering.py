"""Two steps for acts that change hands already played: first the consequences are shown, then the
act is confirmed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse

from tournament.errors import NotFound, Refusal, StrOrPromise
from web.acting import Do, put_refusal, submit
from web.organizer.acting import show

DO = "do"


@dataclass(frozen=True, slots=True)
class Matter:
    """`look`: the consequences (None: nothing in the match changes); `do`: calls the service."""

    template: str
    context: dict[str, Any]
    form: forms.Form
    look: Callable[[dict[str, Any]], Any]
    do: Do
    done: StrOrPromise
    to: str


def consider(request: HttpRequest, matter: Matter) -> HttpResponse:
    """GET: the form, with the consequences where it is filled in. POST "look": shows the
    consequences. POST "do": carries it out, or shows the refusal."""
    if matter.form.is_bound and request.POST.get("step") != DO:
        return _look(request, matter)
    return submit(
        request,
        matter.form,
        do=matter.do,
        done=matter.done,
        to=matter.to,
        again=lambda status: show(
            request, matter.template, {**matter.context, "form": matter.form}, status=status
        ),
    )


def _look(request: HttpRequest, matter: Matter) -> HttpResponse:
    found: dict[str, Any] = {}
    if matter.form.is_valid():
        try:
            found = {"looked": True, "consequences": matter.look(matter.form.cleaned_data)}
        except NotFound:
            raise
        except Refusal as refusal:
            put_refusal(matter.form, refusal)
    return show(
        request,
        matter.template,
        {**matter.context, "form": matter.form, **found},
        status=200 if found else 400,
    )
