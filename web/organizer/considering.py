"""Two steps for acts that change hands already played: first the consequences are shown, then the
act is confirmed."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse

from scoring.course.queries.consequences import Consequences
from scoring.course.services.refolding import match_preview
from tournament.errors import NotFound, Refusal, StrOrPromise
from tournament.matches.queries.cascades import NOTHING
from tournament.matches.services.results import REASON, Act, preview
from web.acting import Do, put_refusal, submit
from web.organizer.acting import show

DO, AT_ONCE = "do", "at_once"


def foreseen(act: Act, *, tournament_id: int, but: int | None = None) -> dict[str, Any]:
    """What an act would do to other matches, and what stands in its way, for a page that asks.
    `but`: as in `preview`."""
    try:
        changes = preview(act, tournament_id=tournament_id, but=but)
    except NotFound:
        raise
    except Refusal as refused:
        stands = [problem.message for problem in refused.problems]
        return {"cascade": NOTHING, "in_the_way": stands}
    return {"cascade": changes, "in_the_way": []}


def would_change(
    act: Act, *, match_id: int, target: tuple[int, int] | None = None
) -> Consequences | None:
    """What the act would change in a match; None when nothing changes. `target`: as in
    `match_preview`. Raises what the act raises."""
    consequences = match_preview(act, match_id=match_id, target=target)
    return consequences if consequences.anything else None


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
    consequences. POST "do": carries it out, or shows the refusal. POST "at_once", from a page that
    showed the hand: carries it out where nothing but its stones changes, and looks otherwise.

    `look`: the consequences (None: nothing in the match changes); `do`: calls the service; both
    take the fields of the form. `asks_why`: the form asks for nothing but the reason, so the
    consequences are known at once.
    """
    page = partial(show, request, template, form=form, asks_why=asks_why, **context)
    step = request.POST.get("step") if form.is_bound else None
    if step == DO or (step == AT_ONCE and _stays_in_its_hand(form, look)):
        return submit(
            request, form, do=do, done=done, to=to, again=lambda status: page(status=status)
        )
    preview_context: dict[str, Any] = {}
    if not form.is_bound and asks_why:
        with suppress(Refusal):  # it is shown when the act is tried
            preview_context = {"looked": True, "consequences": look(reason=REASON)}
    elif form.is_bound and form.is_valid():
        try:
            preview_context = {"looked": True, "consequences": look(**form.cleaned_data)}
        except NotFound:
            raise
        except Refusal as refusal:
            put_refusal(form, refusal)
    return page(status=200 if preview_context or not form.is_bound else 400, **preview_context)


def _stays_in_its_hand(form: forms.Form, look: Callable[..., Any]) -> bool:
    if not form.is_valid():
        return False
    try:
        found = look(**form.cleaned_data)
    except Refusal:
        return False
    return found is None or (isinstance(found, Consequences) and found.stays_in_its_hand)
