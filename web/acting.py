"""How pages of organizers and referees carry out a form: do the work, show a message, redirect.

A refusal never loses what was typed: the form is shown again, with each problem at its field and
the refusal's HTTP status.
"""

from collections.abc import Callable, Iterator, Sized
from contextlib import contextmanager
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from scoring.undoing.queries import is_offered
from tournament.errors import Refusal, StrOrPromise
from tournament.memory.services import desk_act
from web.once import once

Do = Callable[..., Any]
"""What a form does. Its arguments are the form's fields by name."""
Done = StrOrPromise | Callable[[Any], StrOrPromise]
"""The message after success, or a function that makes it from the result."""


def next_url(request: HttpRequest, *, default: str) -> str:
    """`next` from the form or the address if it is a path of this site; otherwise `default`."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    is_path = wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if is_path else default


def put_refusal(form: forms.BaseForm, refusal: Refusal) -> None:
    """Shows each problem at its field; problems without a field go above the form."""
    for problem in refusal.problems:
        name = problem.field.split("[")[0].split(".")[-1]
        error = ValidationError(problem.message, code=problem.code)
        form.add_error(name if name in form.fields else None, error)


def say_refusal(request: HttpRequest, refusal: Refusal) -> None:
    """Shows each problem as a message on the next page."""
    for problem in refusal.problems:
        messages.error(request, str(problem.message))


def counted(words: Any) -> Callable[[Sized], str]:
    """The message after an act on several things: `words`, a lazy text for singular and plural
    with the number `n` of what the act returned."""
    return lambda things: str(words % {"n": len(things)})


@contextmanager
def recorded(request: HttpRequest) -> Iterator[None]:
    """Records what an organizer's form does in a tournament, so that it can be undone."""
    if getattr(request, "tournament", None) is None:
        yield
        return
    with desk_act() as recorder:
        yield
    request.act_memory = recorder.memory


def say_done(request: HttpRequest, text: str) -> None:
    """Shows a message of success on the next page, with the undo of the act if it has one."""
    memory = getattr(request, "act_memory", None)
    if memory is not None and is_offered(memory):
        address = reverse("organizer:undo_act", args=[request.tournament.slug, memory.last])
        label = _("Redo") if memory.undoes else _("Undo")
        text = format_html('{} <a href="{}">{}</a>', text, address, label)
    messages.success(request, text)


def attempt(request: HttpRequest, form: forms.BaseForm, *, do: Do) -> tuple[Any, int]:
    """What `do` returned for a posted form and 200; None and the status to show the form with when
    it was refused. A form that was not posted yet: None and 200."""
    if request.method != "POST":
        return None, 200
    if not form.is_valid():
        return None, 400
    try:
        with recorded(request):
            return do(**form.cleaned_data), 200
    except Refusal as refusal:
        put_refusal(form, refusal)
        return None, refusal.status


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
        result, status = attempt(request, form, do=do)
        if status != 200:
            return again(status), False
        say_done(request, str(done(result) if callable(done) else done))
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
            with recorded(request):
                result = do()
        except Refusal as refusal:
            say_refusal(request, refusal)
            return HttpResponseRedirect(to), False
        say_done(request, str(done(result) if callable(done) else done))
        return HttpResponseRedirect(to), True

    return once(request, work, otherwise=to)
