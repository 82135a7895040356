"""A pause of the day is announced."""

from datetime import datetime, time, timedelta

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.championship.queries.tournaments import TournamentView
from tournament.pauses import services
from tournament.pauses.rules import LEAST_MINUTES, MOST_MINUTES
from web.forms import Number
from web.organizer.acting import ask, page_of
from web.organizer.guard import for_organizers

USUAL_MINUTES = 30
A_DAY, JUST_PASSED = timedelta(days=1), timedelta(hours=6)


class Announcement(forms.Form):
    starts_at = forms.TimeField(
        label=gettext_lazy("From"),
        required=False,
        help_text=gettext_lazy("Empty: from now on."),
        widget=forms.TimeInput(attrs={"type": "time"}),
    )
    minutes = Number(
        label=gettext_lazy("Minutes"),
        min_value=LEAST_MINUTES,
        max_value=MOST_MINUTES,
    )
    reason = forms.CharField(
        label=gettext_lazy("What for"),
        max_length=60,
        help_text=gettext_lazy("A word for everybody to read, such as lunch."),
    )
    stops_clock = forms.BooleanField(
        label=gettext_lazy("Stop the clock of the day"),
        required=False,
        help_text=gettext_lazy(
            "Otherwise the day ends when it would have ended without the pause."
        ),
    )


@for_organizers("GET", "POST")
def announce(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Announces a pause, which everybody sees."""
    return ask(
        request,
        title=_("Announce a pause"),
        button=_("Announce the pause"),
        says=[
            _("Everybody sees it, also on the big screens, and the forecast counts it."),
            _("Matches that are being played go on: tell the room."),
        ],
        danger=False,
        tab="clock",
        form=Announcement,
        initial={"minutes": USUAL_MINUTES, "reason": _("lunch")},
        do=lambda **data: services.announce(
            **data | {"starts_at": _today_at(data["starts_at"])}, tournament_id=tournament.id
        ),
        done=_("The pause is announced."),
        to=page_of(tournament, "day_clock"),
    )


def _today_at(hour: time | None) -> datetime | None:
    """The moment of this time of day in the tournament's time zone: today or, for a day that goes
    on after midnight, tomorrow, whichever is nearer. A time that has just passed, even before
    midnight, is refused and never announced for the next day. None means now."""
    if hour is None:
        return None
    now = timezone.localtime()
    moment = datetime.combine(now.date(), hour, now.tzinfo)
    if moment - A_DAY > now - JUST_PASSED:
        return moment - A_DAY
    if moment <= now - A_DAY / 2:
        return moment + A_DAY
    # In the night in which an hour comes twice, the one that is still to come.
    second = moment.replace(fold=1)
    has_passed = moment.timestamp() < now.timestamp() - 60
    return second if has_passed and second.timestamp() > moment.timestamp() else moment
