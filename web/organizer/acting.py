"""The organizer's pages: shown, and asked first where something cannot simply be taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.errors import StrOrPromise
from web.acting import Do, Done, submit
from web.once import new_once


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


def ask(
    request: HttpRequest,
    tournament: Any,
    question: Question,
    *,
    form: type[forms.Form],
    do: Do,
    done: Done,
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
