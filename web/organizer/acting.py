"""How organizers' pages are shown, and how they ask for confirmation of acts that are hard to
undo."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournament.championship.queries.tournaments import TournamentView
from tournament.errors import Conflict, StrOrPromise, Unseen
from web import acting
from web.acting import Do, Done, submit
from web.once import new_once
from web.organizer.forms.reasons import Reason
from web.organizer.guard import actor_of
from web.seen import version_seen


def show(request: HttpRequest, template: str, *, status: int = 200, **context: Any) -> HttpResponse:
    """Renders an organizer's page, of the tournament that the address names if it names one, with
    a new `once` for its forms."""
    whole = {"once": new_once(), "tournament": getattr(request, "tournament", None), **context}
    return render(request, f"organizer/{template}", whole, status=status)


def page_of(tournament: TournamentView, name: str, *args: object) -> str:
    """The address of an organizers' page of the tournament."""
    return reverse(f"organizer:{name}", args=[tournament.slug, *args])


def press(request: HttpRequest, *, do: Do, done: Done, to: str) -> HttpResponse:
    """As `web.acting.press`; `do` gets the actor."""
    act = partial(do, actor=actor_of(request))
    return acting.press(request, do=act, done=done, to=to)


def ask(
    request: HttpRequest,
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
    version: int | None = None,
    looks: bool = False,
    **more: Any,
) -> HttpResponse:
    """GET: says what will happen. POST: calls `do` with the actor and the fields of the form, and
    redirects to `to`; a refusal is shown on this page, with the later matches that would fall: the
    form names them from then on. `says`: sentences on what will happen. `back`: the address for
    "no". `version`: of what changes; `do` then gets the one that was seen, `expected_version`.
    `looks`: the POST only asks what would follow; the page shows it with what was typed."""
    if looks:
        filled = form(None, initial=request.POST.dict())
    else:
        filled = form(request.POST if request.method == "POST" else None, initial=initial)
    question = {
        "title": title, "says": says, "button": button or title, "back": back or to,
        "danger": danger,
    }  # fmt: skip
    context = {"question": question, "form": filled, "tab": tab, "version": version, **more}
    if looks:
        return show(request, template, **context)
    act: dict[str, Any] = {"actor": actor_of(request)}
    if version is not None:
        act["expected_version"] = version_seen(request) or version

    def do_or_show(**data: Any) -> Any:
        try:
            return do(**act, **data)
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
