"""How organizers' pages are shown, and how they ask for confirmation of acts that are hard to
undo."""

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.errors import Conflict, StrOrPromise, Unseen
from web.acting import Do, Done, submit
from web.once import new_once
from web.organizer.forms.reasons import Reason


def show(request: HttpRequest, template: str, *, status: int = 200, **context: Any) -> HttpResponse:
    """Renders an organizer's page, with a new `once` for its forms."""
    return render(request, f"organizer/{template}", {"once": new_once(), **context}, status=status)


def ask(
    request: HttpRequest,
    tournament: Any,
    *,
    title: StrOrPromise,
    says: Sequence[StrOrPromise],
    do: Do,
    done: Done,
    to: str,
    button: StrOrPromise = "",
    back: str = "",
    danger: bool = True,
    form: Callable[..., forms.Form] = Reason,
    initial: dict[str, Any] | None = None,
    template: str = "confirm.html",
    tab: str = "desk",
    **more: Any,
) -> HttpResponse:
    """GET: says what will happen. POST: calls `do` with the fields of the form and redirects to
    `to`; a refusal is shown on this page, with the later matches that would fall: the form names
    them from then on. `says`: sentences on what will happen. `back`: the address for "no"."""
    filled = form(request.POST if request.method == "POST" else None, initial=initial)
    question = {
        "title": title, "says": says, "button": button or title, "back": back or to,
        "danger": danger,
    }  # fmt: skip
    context = {"tournament": tournament, "question": question, "form": filled, "tab": tab, **more}

    def do_or_show(**data: Any) -> Any:
        try:
            return do(**data)
        except (Unseen, Conflict) as refused:
            if "cascade" in refused.current:
                context["cascade"] = refused.current["cascade"]
            raise

    return submit(
        request,
        filled,
        do=do_or_show,
        done=done,
        to=to,
        again=lambda status: show(request, template, status=status, **context),
    )
