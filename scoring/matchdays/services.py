"""Match days are set, matches postponed, and pairs agree when and where they meet.

| a meeting is | propose | accept | decline |
|---|---|---|---|
| open | proposed | refused | refused |
| proposed by this pair | proposed anew | refused | open, or as agreed before |
| proposed by the other pair | counter-proposal | agreed | open, or as agreed before |
| agreed | proposed; what was agreed stands until the answer | refused | refused |

What was agreed is called off by either pair (`call_off`), and changed or called off by an organizer
(`appoint`); an open proposal stands, but for an organizer's new appointment, which closes it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, Unpack
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from jobs.services import ask
from mus.sides import Side
from scoring.course.queries.statements import statements_in, statements_of
from scoring.matchdays.models import Appointment, MatchDay, Postponement
from scoring.matchdays.queries import (
    Meeting,
    Want,
    dates_of,
    last_day_of,
    meetings_of,
    open_meetings,
    unplayed_rule,
    week,
)
from scoring.matchdays.rules import are_in_order
from scoring.statements.queries import link_of, side_of
from scoring.statements.services import lock_link, match_of_pair
from tournament import limits, wording
from tournament.acts import Act
from tournament.addresses import public_url
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.errors import Refusal, no_such_tournament
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules import text as texts
from tournament.log.rules.events import stamp
from tournament.log.rules.roles import Actor
from tournament.log.services import lock, lock_match
from tournament.mailing import send
from tournament.matches.models import Match
from tournament.matches.queries import guards
from tournament.matches.queries.matches import MatchCard
from tournament.matches.services import results
from tournament.signup.models import SignUp
from tournament.signup.services.sign_ups import THE_PAIR

MOST_DAYS = 60
LONGEST = timedelta(days=3 * 366)
"""No date lies further from today."""
BY_ONE_PAIR = limits.Limit("appointment", most=40, seconds=3600)
"""Each proposal and each answer is an event in the log. Spent by the pages and the API, for a
link."""


@transaction.atomic
def set_days(*, tournament_id: int, days: Sequence[datetime], actor: Actor) -> dict[int, datetime]:
    """Sets until when the rounds are to be played, the first one first, in place of what was set;
    returns round → last day. None: no match days. The same again changes nothing. Postponed matches
    keep their own date.

    Raises NotFound, NotAllowed, Refusal (too_many_days, not_in_order, too_far).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    if len(days) > MOST_DAYS:
        raise Refusal.one("days", "too_many_days", _("A league has 60 match days at most."))
    if not are_in_order(days):
        raise Refusal.one(
            "days", "not_in_order", _("Each match day ends later than the one before it.")
        )
    for day in days:
        _must_be_near(day, "days")
    was, wanted = dates_of(tournament_id=tournament.pk), dict(enumerate(days, start=1))
    if was == wanted:
        return wanted
    MatchDay.objects.filter(tournament=tournament).delete()
    MatchDay.objects.bulk_create(
        MatchDay(tournament=tournament, round=number, until=until)
        for number, until in wanted.items()
    )
    events.append(
        tournament=tournament,
        kind="matchdays.set",
        actor=actor,
        data={"days": [stamp(day) for day in days]},
    )
    return wanted


@transaction.atomic
def postpone(*, match_id: int, until: datetime | None, actor: Actor, reason: str = "") -> Match:
    """Lets a match be played until another date than its match day's, for a reason; None: until its
    match day again.

    Raises NotFound, NotAllowed, Refusal (match_finished, not_of_a_match_day, in_the_past, too_far,
    reason_required, not_postponed).
    """
    tournament, match = lock_match(match_id=match_id, official=actor)
    _must_be_open(match)
    postponements = Postponement.objects.filter(match=match)
    why = ""
    if until is None:
        if not postponements.exists():
            raise Refusal.one(
                "match", "not_postponed", _("This match is played by its match day already.")
            )
        postponements.delete()
    else:
        why = rights.given_reason(reason)
        if last_day_of(match) is None:
            raise Refusal.one(
                "match",
                "not_of_a_match_day",
                _("Its round has no match day yet. Set the match days first."),
            )
        _must_be_ahead(until, "until")
        values = {"until": until, "reason": why}
        Postponement.objects.update_or_create(match=match, defaults=values)
    events.append(
        tournament=tournament,
        kind="match.postponed",
        actor=actor,
        data={
            "match": events.match_ref(match),
            "until": stamp(until) if until else None,
            "reason": why,
        },
    )
    return match


@transaction.atomic
def not_played(*, match_id: int, loses: str, **act: Unpack[Act]) -> Match:
    """An organizer says who loses a match that was not played by its last day: the pair "A" or "B",
    or "both". Where the tournament's rule takes a point off, whoever loses has one off. Its way
    back: the match is reopened.

    Raises what `tournament.matches.services.results.unplayed` raises, and Refusal (not_overdue,
    result_waits, bad_choice, both_lose).
    """
    tournament, match = lock_match(match_id=match_id)
    rights.official(tournament=tournament, actor=act["actor"])
    until = last_day_of(match)
    if until is None or until > timezone.now():
        raise Refusal.one(
            "match",
            "not_overdue",
            _("Its last day is not over. Wait for it, or give a walkover."),
        )
    if (statements := statements_of(match)) is not None:
        pair = match.pair_a if statements.first.side == "A" else match.pair_b
        a, b = statements.first.games
        raise Refusal.one(
            "match",
            "result_waits",
            _("%(pair)s reported %(a)s–%(b)s. Enter that result, or have it taken back first."),
            pair=pair.name if pair else "",
            a=a,
            b=b,
        )
    rule = unplayed_rule(tournament)
    if loses not in ("A", "B", "both"):
        raise Refusal.one("loses", "bad_choice", _("Say who loses the match: A, B or both."))
    if rule == "both" and loses != "both":
        raise Refusal.one(
            "loses",
            "both_lose",
            _(
                "By the rule of this tournament both pairs lose this match. Choose that, or give a "
                "walkover."
            ),
        )
    return results.unplayed(
        match_id=match_id,
        winner=None if loses == "both" else Side(loses).other.value,
        costs_point=rule == "point",
        **act,
    )


@transaction.atomic
def propose(*, link: str, match_id: int, at: datetime, venue: str) -> Appointment:
    """The pair of a link proposes when and where to play its match, in place of what either pair
    has proposed before; returns what stands. The same again changes nothing.

    Raises NotFound (no_such_link, no_such_match), Refusal (no_match_days, match_finished,
    pairs_unknown, in_the_past, too_far, beyond_match_day, and the text's faults).
    """
    tournament, pair, match = _own_match(link, match_id)
    side = side_of(match, pair)
    venue = _must_suit(match, at, venue)
    meeting = Appointment.objects.filter(match=match).first() or Appointment(match=match)
    if (meeting.new_at, meeting.new_venue, meeting.new_by) == (at, venue, side):
        return meeting
    meeting.new_at, meeting.new_venue, meeting.new_by = at, venue, side
    meeting.save()
    _tell(tournament, match, pair, "appointment.proposed", meets_at=stamp(at), venue=venue)
    _ask(match, Side(side).other.value, "proposed", at)
    return meeting


@transaction.atomic
def accept(*, link: str, match_id: int, at: datetime, venue: str) -> Appointment:
    """The pair of a link accepts what the other one proposes: `at` and `venue` as it has seen them.

    Raises as `propose`, and Refusal (nothing_proposed, proposed_meanwhile).
    """
    tournament, pair, match = _own_match(link, match_id)
    meeting = _proposed(match)
    if meeting.new_by == side_of(match, pair):
        raise Refusal.one(
            "match", "nothing_proposed", _("This is your own proposal: the other pair answers it.")
        )
    if (meeting.new_at, meeting.new_venue) != (at, venue):
        raise Refusal.one(
            "match",
            "proposed_meanwhile",
            _("The other pair has changed its proposal. Look at it, then answer."),
        )
    meeting.meets_at, meeting.venue = at, venue
    meeting.new_at, meeting.new_venue, meeting.new_by = None, "", ""
    meeting.save()
    _tell(tournament, match, pair, "appointment.agreed", meets_at=stamp(at), venue=venue)
    _ask(match, Side(side_of(match, pair)).other.value, "agreed", at)
    return meeting


@transaction.atomic
def decline(*, link: str, match_id: int) -> Appointment:
    """The pair of a link declines what the other one proposes, or takes back its own proposal. What
    both agreed on before stands. Raises as `accept`."""
    tournament, pair, match = _own_match(link, match_id)
    meeting = _proposed(match)
    meeting.new_at, meeting.new_venue, meeting.new_by = None, "", ""
    meeting.save()
    _tell(tournament, match, pair, "appointment.declined")
    return meeting


@transaction.atomic
def call_off(*, link: str, match_id: int) -> Appointment:
    """The pair of a link calls off what both agreed on. Its way back: both agree again. Raises as
    `propose`, and Refusal (nothing_agreed)."""
    tournament, pair, match = _own_match(link, match_id)
    meeting = _agreed(match)
    meeting.meets_at, meeting.venue = None, ""
    meeting.save()
    _tell(tournament, match, pair, "appointment.changed", meets_at=None, venue="")
    _ask(match, Side(side_of(match, pair)).other.value, "called_off", timezone.now())
    return meeting


@transaction.atomic
def appoint(
    *, match_id: int, at: datetime | None, actor: Actor, reason: str, venue: str = ""
) -> Appointment:
    """An organizer says when and where a match is played, in place of what its pairs agreed on;
    None: that is called off. A new appointment closes what a pair proposes. The same again changes
    nothing.

    Raises NotFound, NotAllowed, Refusal (reason_required, nothing_agreed, no_match_days,
    match_finished, pairs_unknown, in_the_past, too_far, beyond_match_day, and the text's faults).
    """
    tournament, match = lock_match(match_id=match_id, official=actor)
    _must_be_open(match)
    why = rights.given_reason(reason)
    if at is None:
        meeting, venue = _agreed(match), ""
    else:
        venue = _must_suit(match, at, venue)
        meeting = Appointment.objects.filter(match=match).first() or Appointment(match=match)
    closes = bool(at and meeting.new_by)
    if (meeting.meets_at, meeting.venue) == (at, venue) and not closes:
        return meeting
    meeting.meets_at, meeting.venue = at, venue
    if closes:
        meeting.new_at, meeting.new_venue, meeting.new_by = None, "", ""
    meeting.save()
    events.append(
        tournament=tournament,
        kind="appointment.changed",
        actor=actor,
        data={
            "match": events.match_ref(match),
            "meets_at": stamp(at) if at else None,
            "venue": venue,
            "reason": why,
            **({"closes_proposal": True} if closes else {}),
        },
    )
    for side in Side:
        _ask(match, side.value, "agreed" if at else "called_off", at or timezone.now())
    return meeting


def _must_suit(match: Match, at: datetime, venue: str) -> str:
    """The cleaned name of the place. Raises Refusal unless a match can be played then and there."""
    venue, fault = texts.clean(venue, field="venue", longest=120, required=True)
    wording.refuse([fault] if fault else [])
    _must_be_ahead(at, "at")
    until = last_day_of(match)
    if until is None:
        raise Refusal.one(
            "match", "no_match_days", _("No date is set for this match. Ask the organizers.")
        )
    if at > until:
        raise Refusal.one(
            "at",
            "beyond_match_day",
            _("That is after its last day. Choose an earlier date, or ask to postpone the match."),
        )
    return venue


def _agreed(match: Match) -> Appointment:
    meeting = Appointment.objects.filter(match=match, meets_at__isnull=False).first()
    if meeting is None:
        raise Refusal.one(
            "match", "nothing_agreed", _("There is no appointment any more. Reload this page.")
        )
    return meeting


def _proposed(match: Match) -> Appointment:
    meeting = Appointment.objects.filter(match=match, new_at__isnull=False).first()
    if meeting is None:
        raise Refusal.one(
            "match", "nothing_proposed", _("There is no proposal any more. Reload this page.")
        )
    return meeting


def _own_match(link: str, match_id: int) -> tuple[Tournament, Pair, Match]:
    """The locked tournament, the pair of a link and its open match, read under the lock."""
    tournament, pair, _terms = lock_link(link=link)
    match = match_of_pair(tournament, pair, match_id)
    _must_be_open(match)
    return tournament, pair, match


def _must_be_open(match: Match) -> None:
    guards.must_hold_its_slot(match)
    if match.status == Match.Status.FINISHED:
        raise Refusal.one("match", "match_finished", _("This match has ended."))
    if None in match.pairs:
        raise Refusal.one(
            "match", "pairs_unknown", _("It is not known yet which pairs play this match.")
        )


def _must_be_ahead(moment: datetime, field: str) -> None:
    if moment < timezone.now():
        raise Refusal.one(field, "in_the_past", _("That time has passed. Choose a later one."))
    _must_be_near(moment, field)


def _must_be_near(moment: datetime, field: str) -> None:
    if abs(moment - timezone.now()) > LONGEST:
        raise Refusal.one(field, "too_far", _("That is years away. Check the year."))


def _tell(tournament: Tournament, match: Match, pair: Pair, kind: str, **details: object) -> None:
    events.append(
        tournament=tournament,
        kind=kind,
        actor=THE_PAIR,
        data={
            "match": events.match_ref(match),
            "pair": events.pair_ref(pair),
            "side": side_of(match, pair),
            **details,
        },
    )


# Mails to the pairs that asked for mail when they signed up.


Word = Literal["proposed", "agreed", "called_off", "soon", "due", "late", "said"]
WORDS_OF: Mapping[Want, Word] = {"overdue": "late", "unanswered": "said", "no_date": "due"}
ADDRESS = re.compile(r"[\w.+-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+")
SOON, DUE = timedelta(days=1), timedelta(days=3)
"""How long before a meeting its pairs are reminded, and before its last day a match without one."""


def remind(*, now: datetime | None = None) -> int:
    """Queues the reminders of a day: of meetings within a day, and of matches without one whose
    last day is less than three days away. Returns for how many pairs; each mail is sent once."""
    moment = now or timezone.now()
    queued = 0
    running = Tournament.objects.filter(status=Tournament.Status.RUNNING, match_days__isnull=False)
    for tournament_id in running.distinct().order_by("pk").values_list("pk", flat=True):
        for meeting in open_meetings(tournament_id=tournament_id):
            if meeting.meets_at is not None:
                if moment <= meeting.meets_at <= moment + SOON:
                    queued += _ask_both(meeting, "soon", meeting.meets_at)
            elif meeting.until is not None and moment <= meeting.until <= moment + DUE:
                queued += _ask_both(meeting, "due", meeting.until)
    return queued


@dataclass(frozen=True, slots=True)
class Reminded:
    """How many pairs get a mail, and the names of those without an address."""

    pairs: int
    nameless: tuple[str, ...]


def remind_week(*, tournament_id: int, actor: Actor) -> Reminded:
    """Queues a mail to every pair that has to see to a match of this week (`queries.week`), at most
    one a day for each match. Raises NotFound, NotAllowed."""
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise no_such_tournament()
    rights.official(tournament=tournament, actor=actor)
    today = timezone.localtime(timezone.now(), tournament.zone)
    today = today.replace(hour=0, minute=0, second=0, microsecond=0)
    reached, missed = set[str](), set[str]()
    for line in week(tournament_id=tournament_id):
        match = line.meeting.match
        for side, pair in (("A", match.pair_a), ("B", match.pair_b)):
            if pair is not None and line.silent in ("", side):
                is_sent = _ask(match, side, WORDS_OF[line.want], today)
                (reached if is_sent else missed).add(pair.name)
    return Reminded(len(reached), tuple(sorted(missed)))


def mail(*, match_id: int, side: str, word: Word) -> str:
    """Sends a pair a mail about its match when it still wants it and it is still true; returns a
    line for the operator. A pair that did not sign up itself gets it at the addresses in its
    contact. Raises NotSent, so that the job is tried again."""
    rows = Match.objects.select_related("tournament", "pair_a__sign_up", "pair_b__sign_up")
    match = rows.filter(pk=match_id).exclude(status=Match.Status.FINISHED).first()
    meeting = meetings_of(match_ids=[match_id]).get(match_id)
    if match is None or meeting is None or match.pair_a is None or match.pair_b is None:
        return "The match is over."
    pair, other = (match.pair_a, match.pair_b)[:: 1 if side == "A" else -1]
    sign_up, link = getattr(pair, "sign_up", None), link_of(pair_id=pair.pk)
    addresses = _addresses_of(pair)
    if not addresses or not link:
        return "Nobody wants this mail any more."
    if not settings.EMAIL_HOST:
        return "E-mail is not set up (EMAIL_URL): nothing was sent."
    language = sign_up.language if sign_up else ""
    with override(language or settings.LANGUAGE_CODE), _by_clock(match.tournament):
        line = _line(meeting, word, side, other.name)
        if not line:
            return "It is no longer so."
        named = {"pair": pair.name, "other": other.name, "match": match.label}
        lines = [
            line,
            gettext("%(pair)s against %(other)s, match %(match)s.") % named,
            gettext("Your page of this match:"),
            public_url(f"/our-result/{link}/{match.pk}/"),
            match.tournament.name,
            gettext("You get this because you asked for mail when you signed up.")
            if sign_up
            else gettext("You get this because the organizers have this address for your pair."),
        ]
    for address in addresses:
        send(subject=f"{match.tournament.name}: {line}"[:180], text="\n\n".join(lines), to=address)
    return "Sent."


def _addresses_of(pair: Pair) -> list[str]:
    """Where a pair gets mail: the address of its sign-up where it asked for mail; of a pair that
    the organizers entered, the addresses in its contact."""
    sign_up = SignUp.objects.filter(pair_id=pair.pk).first()
    if sign_up is not None:
        return [sign_up.email] if sign_up.wants_mail and sign_up.email else []
    return list(dict.fromkeys(ADDRESS.findall(pair.contact)))


def _line(meeting: Meeting, word: Word, side: str, other: str) -> str:
    """What the mail says first; "" when it is no longer true."""
    if word == "proposed" and meeting.new_at is not None and meeting.new_by != side:
        values = {"other": other, "when": _when(meeting.new_at), "venue": meeting.new_venue}
        return gettext("%(other)s propose %(when)s, %(venue)s.") % values
    if word in ("agreed", "soon") and meeting.meets_at is not None:
        values = {"when": _when(meeting.meets_at), "venue": meeting.venue}
        return gettext("You meet on %(when)s, %(venue)s.") % values
    if word == "called_off" and meeting.meets_at is None:
        return gettext("The appointment with %(other)s is called off.") % {"other": other}
    if word == "late" and meeting.is_overdue(timezone.now()):
        assert meeting.until is not None
        return gettext(
            "This match was to be played by %(when)s. Agree on a date, or tell the organizers."
        ) % {"when": _when(meeting.until)}
    if word == "said":
        said = statements_in(tournament_id=meeting.match.tournament_id).get(meeting.match.id)
        if said is not None and not said.is_answered and said.first.side != side:
            a, b = said.first.games
            return gettext("%(other)s have entered %(a)s – %(b)s. Say whether that is right.") % {
                "other": other, "a": a, "b": b,
            }  # fmt: skip
    if word == "due" and meeting.meets_at is None and meeting.until is not None:
        return gettext("To be played by %(when)s.") % {"when": _when(meeting.until)}
    return ""


def _when(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), "DATETIME_FORMAT")


def _by_clock(tournament: Tournament) -> timezone.override:
    """Shows times in the time zone of the tournament's place."""
    zone = tournament.time_zone
    return timezone.override(ZoneInfo(zone) if zone else timezone.get_default_timezone())


def _ask_both(meeting: Meeting, word: Word, moment: datetime) -> int:
    return sum(_ask(meeting.match, side, word, moment) for side in ("A", "B"))


def _ask(match: Match | MatchCard, side: str, word: Word, moment: datetime) -> bool:
    """Queues a mail to the pair of a side when it has an address for it; whether it does."""
    pair = match.pair_a if side == "A" else match.pair_b
    if pair is None:
        return False
    if not _addresses_of(Pair.objects.get(pk=pair.id)):
        return False
    what = {"match_id": match.id, "side": side, "word": word}
    key = f"{match.id}.{side}.{word}.{stamp(moment)}"
    ask("matchdays.mail", what, key=key, tournament_id=match.tournament_id)
    return True
