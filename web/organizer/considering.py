"""Two steps for acts that change hands already played: first the consequences are shown, then the
act is confirmed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse

from tournament.errors import NotFound, Refusal, StrOrPromise
from tournament.matches.services.results import REASON
from web.acting import Do, put_refusal, submit
from web.organizer.acting import show

DO = "do"


def consider(
    request: HttpRequest,
    template: str,
    form: forms.Form,
    *,
    look: Callable[..., Any],
    do: Do,
    done: StrOrPromise,
    to: str,
    asks_why: bool = False,
    **context: Any,
) -> HttpResponse:
    """GET: the form, with the consequences where they are known. POST "look": shows the
    consequences. POST "do": carries it out, or shows the refusal.

    `look`: the consequences (None: nothing in the match changes); `do`: calls the service; both
    take the fields of the form. `asks_why`: the form asks for nothing but the reason, so the
    consequences are known at once.
    """
    page = partial(show, request, template, form=form, asks_why=asks_why, **context)
    if form.is_bound and request.POST.get("step") == DO:
        return submit(
            request, form, do=do, done=done, to=to, again=lambda status: page(status=status)
        )
    found: dict[str, Any] = {}
    if not form.is_bound and asks_why:
        with suppress(Refusal):  # it is shown when the act is tried
            found = {"looked": True, "consequences": look(reason=REASON)}
    elif form.is_bound and form.is_valid():
        try:
            found = {"looked": True, "consequences": look(**form.cleaned_data)}
        except NotFound:
            raise
        except Refusal as refusal:
            put_refusal(form, refusal)
    return page(status=200 if found or not form.is_bound else 400, **found)
