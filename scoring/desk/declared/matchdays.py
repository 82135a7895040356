"""When the matches of a league are played, and what becomes of those that were not."""

from collections.abc import Mapping
from functools import partial

from django.utils.translation import gettext_lazy as _

from scoring.desk.declared.act import REASON, DeskAct, Field
from scoring.desk.declared.matches import SIDES, sides_of
from scoring.matchdays.models import Appointment
from scoring.matchdays.queries.calendar import Meeting, meetings_of
from scoring.matchdays.services import appointments, schedule
from tournament.championship.queries.tournaments import TournamentView
from tournament.errors import StrOrPromise
from tournament.formats.registry import made_for
from tournament.matches.queries.matches import MatchCard

UNPLAYED: Mapping[str, StrOrPromise] = {
    "": _("the organizers decide each time"),
    "fault": _("the pair at fault loses"),
    "both": _("both pairs lose"),
    "point": _("the pair at fault loses, and a point off"),
}
"""Option of a league → what becomes of a match that was not played."""


def _meeting(match: MatchCard, **_more: object) -> Meeting:
    return meetings_of(match_ids=[match.id])[match.id]


POSTPONE = DeskAct(
    on="match", name="postpone", tag="match_days", address="postpone/", page="postpone",
    do=schedule.postpone,
    title=_("Postpone match %(match)s"),
    button={"pairs": _("Postpone")},
    done=_("The match is postponed."),
    to="match_days", answers="meeting",
    summary="Let a match be played until another date than its match day's, with a reason; or\n"
    "take that back.",
    body=("PostponeRequest", ""),
    fields=(
        Field(
            "until", "moment", _("New last day"), nullable=True,
            program="Null: until its match day again.",
            initial=lambda match, **_more: _meeting(match).until,
        ),
        Field("reason", "reason", omissible=True),
    ),
    danger=False,
)  # fmt: skip

KEEP_DAY = DeskAct(
    on="match", name="keep_day", tag="match_days", address="keep-day/", page="keep_day",
    do=partial(schedule.postpone, until=None),
    done=_("The match is to be played by its match day again."),
    to="match_days", answers="meeting",
    summary="Let a postponed match be played by its match day again.",
    asks=False,
)  # fmt: skip


def _appointed(appointment: Appointment, **_more: object) -> StrOrPromise:
    return _("Saved.") if appointment.meets_at else _("The appointment is called off.")


APPOINT = DeskAct(
    on="match", name="appoint", tag="match_days", address="appointment/", page="appoint",
    page_address="appoint/",
    do=appointments.appoint,
    title=_("When and where match %(match)s is played"),
    button={"pairs": _("Save")},
    done=_appointed,
    to="match_days", answers="meeting",
    summary="Say when and where a match is played, in place of what its pairs agreed on, with a\n"
    "reason; or call that off.",
    body=("AppointRequest", ""),
    fields=(
        Field(
            "at", "moment", _("When"), _("Empty: the appointment is called off."),
            "Null: the appointment is called off.", required=False, nullable=True,
            initial=lambda match, **_more: _meeting(match).meets_at,
        ),
        Field(
            "venue", "text", _("Where"), program="Where they meet.", most=120, required=False,
            initial=lambda match, **_more: _meeting(match).venue,
        ),
        REASON,
    ),
    danger=False,
)  # fmt: skip


def _who_may_lose(
    tournament: TournamentView, match: MatchCard, **_more: object
) -> list[tuple[str, StrOrPromise]]:
    both: list[tuple[str, StrOrPromise]] = [("both", _("Both pairs"))]
    if not made_for(tournament.format, {}).is_league:
        both = []
    return both if _rule(tournament) == "both" else [*sides_of(match), *both]


def _rule(tournament: TournamentView) -> str:
    return str(tournament.format_options.get("unplayed", ""))


NOT_PLAYED = DeskAct(
    on="match", name="not_played", tag="match_days", address="not-played/", page="not_played",
    do=schedule.not_played,
    title=_("Match %(match)s was not played"),
    button={"pairs": _("Enter it as lost")},
    done=_("Entered. The table has changed; reopening the match takes it back."),
    to="match_days", answers="meeting",
    summary="Say who loses a match that was not played by its last day; the tournament's rule\n"
    "(`unplayed` of its format's options) says whether a point comes off.",
    body=("NotPlayedRequest", ""),
    fields=(
        Field(
            "loses", "choice", _("Who loses it"), program="Who loses the match.",
            among=(*SIDES, "both"), choices=_who_may_lose,
            initial=lambda tournament, **_more: "both" if _rule(tournament) == "both" else None,
        ),
        REASON,
    ),
    says=lambda tournament, **_more: [
        str(_("The rule: %(rule)s.")) % {"rule": UNPLAYED[_rule(tournament)]}
    ],
    versioned=True,
    reaches=True,
    danger=False,
)  # fmt: skip
