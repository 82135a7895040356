"""How every page acts, of organizers and of referees: do what a form asks, say so, and go on.

A refusal never loses what was typed: it is shown at its field, with the status it carries.
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
"""What is said afterwards; may look at the result."""


def put_refusal(form: forms.BaseForm, refusal: Refusal) -> None:
    """Shows each problem at its field; what has no field of its own goes above the form."""
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
    """Does a posted form's work once and redirects, or shows the form again.

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
    """A button without fields: done and said, or refused and said; `to` either way."""

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
