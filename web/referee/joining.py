"""Binding a browser to a table by the link of its code, and releasing it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.statements.queries import must_take_tablets
from tournament.championship.queries.tournaments import tournament_detail
from tournament.errors import NotFound, Refusal
from tournament.tables.queries import table_of_token
from tournament.tables.services import devices
from web.methods import uncached
from web.referee.access import device_of, forget, remember, secret_of
from web.referee.app import ICON, current_app


@uncached("GET", "POST")
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Asks before joining, because anybody who walks by may scan or fetch a code.

    Every code that is not valid now, old or invented, gives the same page.
    """
    try:
        table = table_of_token(token=token)
    except NotFound:
        return render(request, "referee/old_code.html", status=404)
    problems: tuple[object, ...] = ()
    if request.method == "POST":
        try:
            label = request.POST.get("label", "")
            must_take_tablets(token=token)
            _device, raw = devices.join(token=token, label=label, known_as=secret_of(request))
        except NotFound:
            return render(request, "referee/old_code.html", status=404)
        except Refusal as refusal:
            problems = refusal.problems
        else:
            messages.success(request, _("This device now belongs to the table."))
            return remember(redirect("referee:table"), raw, token=token)
    context = {
        "app": current_app(),
        "icon": ICON,
        "table": table,
        "token": token,
        "tournament": tournament_detail(tournament_id=table.tournament_id),
        "joined": device_of(request),
        "problems": problems,
        "label": request.POST.get("label", ""),
    }
    return render(request, "referee/join.html", context, status=400 if problems else 200)


@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """Releases this browser from its table; the organizer still sees the device."""
    return forget(redirect("public:home"))
