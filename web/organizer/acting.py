"""How every page of the organizer acts: show, ask, do, say so, and go on.

A refusal never loses what was typed: it is shown at its field, with the status it carries.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from tournament.errors import Refusal, StrOrPromise
from web.organizer.once import new_once, once

Do = Callable[[dict[str, Any]], Any]


@dataclass(frozen=True, slots=True)
class Question:
    """What a confirm page says before something that cannot simply be taken back.

    `says`: what will happen, a sentence each. `back`: where "no" leads.
    """

    title: StrOrPromise
    says: Sequence[StrOrPromise]
    button: StrOrPromise
    back: str
    danger: bool = True
    tab: str = "desk"
    more: dict[str, Any] = field(default_factory=dict)


def show(
    request: HttpRequest,
    template: str,
    context: dict[str, Any],
    *,
    status: int = 200,
) -> HttpResponse:
    """A page of the organizer, with a fresh `once` for its forms."""
    whole = {"once": new_once(), **context}
    return render(request, f"organizer/{template}", whole, status=status)


def put_refusal(form: forms.BaseForm, refusal: Refusal) -> None:
    """Shows each problem at its field; what has no field of its own goes above the form."""
    for problem in refusal.problems:
        name = problem.field.split("[")[0].split(".")[-1]
        error = ValidationError(problem.message, code=problem.code)
        form.add_error(name if name in form.fields else None, error)


def ask(
    request: HttpRequest,
    tournament: Any,
    question: Question,
    *,
    form: type[forms.Form],
    do: Do,
    done: StrOrPromise,
    to: str,
    template: str = "confirm.html",
    initial: dict[str, Any] | None = None,
) -> HttpResponse:
    """GET: what will happen. POST: `do(cleaned data)`, then `to`; a refusal is shown here."""
    filled = form(request.POST if request.method == "POST" else None, initial=initial)
    return submit(
        request,
        filled,
        do=do,
        done=done,
        to=to,
        again=lambda status: show(
            request,
            template,
            {
                "tournament": tournament,
                "question": question,
                "form": filled,
                "tab": question.tab,
                **question.more,
            },
            status=status,
        ),
    )


def submit(
    request: HttpRequest,
    form: forms.BaseForm,
    *,
    do: Do,
    done: StrOrPromise | Callable[[Any], StrOrPromise],
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
    done: StrOrPromise | Callable[[Any], StrOrPromise],
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
