"""How organizers' pages are shown, and how they ask for confirmation of acts that are hard to
undo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.errors import Conflict, StrOrPromise, Unseen
from web.acting import Do, Done, submit
from web.once import new_once


@dataclass(frozen=True, slots=True)
class Question:
    """The text of a confirmation page, before an act that is hard to undo.

    `says`: sentences on what will happen. `back`: the address for "no".
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
    """Renders an organizer's page, with a new `once` for its forms."""
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
    """GET: says what will happen. POST: calls `do(cleaned data)` and redirects to `to`; a refusal
    is shown on this page, with the later matches that would fall: the form names them from then
    on."""
    filled = form(request.POST if request.method == "POST" else None, initial=initial)

    def do_or_show(data: dict[str, Any]) -> Any:
        try:
            return do(data)
        except (Unseen, Conflict) as refused:
            if "cascade" in refused.current:
                question.more["cascade"] = refused.current["cascade"]
            raise

    return submit(
        request,
        filled,
        do=do_or_show,
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
