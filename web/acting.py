"""How pages of organizers and referees carry out a form: do the work, show a message, redirect.

A refusal never loses what was typed: the form is shown again, with each problem at its field and
the refusal's HTTP status.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from tournament.errors import Refusal, StrOrPromise
from web.once import once

Do = Callable[[dict[str, Any]], Any]
Done = StrOrPromise | Callable[[Any], StrOrPromise]
"""The message after success, or a function that makes it from the result."""


def put_refusal(form: forms.BaseForm, refusal: Refusal) -> None:
    """Shows each problem at its field; problems without a field go above the form."""
    for problem in refusal.problems:
        name = problem.field.split("[")[0].split(".")[-1]
        error = ValidationError(problem.message, code=problem.code)
        form.add_error(name if name in form.fields else None, error)


def submit(
    request: HttpRequest,
    form: forms.BaseForm,
    *,
    do: Do,
    done: Done,
    to: str | Callable[[Any], str],
    again: Callable[[int], HttpResponse],
) -> HttpResponse:
    """Carries out a posted form once and redirects, or shows the form again.

    `done` and `to` may depend on what `do` returned. `again(status)` renders the page.
    """
    if request.method != "POST":
        return again(200)

    def work() -> tuple[HttpResponse, bool]:
        if not form.is_valid():
            return again(400), False
        try:
            result = do(form.cleaned_data)
        except Refusal as refusal:
            put_refusal(form, refusal)
            return again(refusal.status), False
        messages.success(request, str(done(result) if callable(done) else done))
        return HttpResponseRedirect(to(result) if callable(to) else to), True

    return once(request, work, otherwise=to if isinstance(to, str) else request.path)


def press(
    request: HttpRequest,
    *,
    do: Callable[[], Any],
    done: Done,
    to: str,
) -> HttpResponse:
    """Carries out a button without fields. Redirects to `to` with a message of success or
    refusal."""

    def work() -> tuple[HttpResponse, bool]:
        try:
            result = do()
        except Refusal as refusal:
            for problem in refusal.problems:
                messages.error(request, str(problem.message))
            return HttpResponseRedirect(to), False
        messages.success(request, str(done(result) if callable(done) else done))
        return HttpResponseRedirect(to), True

    return once(request, work, otherwise=to)
