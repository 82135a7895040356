"""When and where a pair plays its match: proposed and answered on its page."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scoring.matchdays import services
from tournament import limits
from web.acting import press, submit
from web.pair.results import MeetingForm, page_of, show


@never_cache
@require_POST
def propose(request: HttpRequest, link: str, match_id: int) -> HttpResponse:
    """Proposes when and where to play."""
    page_of(link, match_id)
    form = MeetingForm(request.POST)

    def do(**data: Any) -> Any:
        limits.spend(services.BY_ONE_PAIR, link)
        return services.propose(link=link, match_id=match_id, **data)

    return submit(
        request,
        form,
        do=do,
        done=_("Proposed. The other pair answers on its page."),
        to=_page(link, match_id),
        again=lambda status: show(request, link, match_id, meeting=form, status=status),
    )


@never_cache
@require_POST
def answer(request: HttpRequest, link: str, match_id: int) -> HttpResponse:
    """Accepts what was proposed (`yes`: 1), or declines it or takes it back (0)."""
    page_of(link, match_id)
    is_yes = request.POST.get("yes") == "1"
    at, venue = _moment(request.POST.get("at", "")), request.POST.get("venue", "")

    def do() -> Any:
        limits.spend(services.BY_ONE_PAIR, link)
        if not is_yes:
            return services.decline(link=link, match_id=match_id)
        return services.accept(link=link, match_id=match_id, at=at, venue=venue)

    done = _("Agreed. It stands in your calendar.") if is_yes else _("The proposal is withdrawn.")
    return press(request, do=do, done=done, to=_page(link, match_id))


@never_cache
@require_POST
def call_off(request: HttpRequest, link: str, match_id: int) -> HttpResponse:
    """Calls off what both pairs agreed on."""
    page_of(link, match_id)

    def do() -> Any:
        limits.spend(services.BY_ONE_PAIR, link)
        return services.call_off(link=link, match_id=match_id)

    done = _("The appointment is called off. Propose when and where to play.")
    return press(request, do=do, done=done, to=_page(link, match_id))


def _page(link: str, match_id: int) -> str:
    return reverse("pair:result_of", args=[link, match_id])


def _moment(text: str) -> Any:
    """The moment that a form sends back; None for anything else."""
    try:
        return parse_datetime(text)
    except ValueError:
        return None
