"""What a pair of a league is told of its matches, by mail or by the organizers."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext, override

from scoring.course.queries.statements import statements_in
from scoring.matchdays.queries.calendar import Meeting, Want, WeekLine, week
from scoring.statements.queries import links_of
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.signup.models import SignUp

Word = Literal["proposed", "agreed", "called_off", "soon", "due", "late", "said"]
WORDS_OF: Mapping[Want, Word] = {"overdue": "late", "unanswered": "said", "no_date": "due"}
ADDRESS = re.compile(r"[\w.+-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+")
PHONE = re.compile(r"\+?\d(?:[ .\-/()]{0,2}\d){6,14}")


@dataclass(frozen=True, slots=True)
class PairMessage:
    """What a pair has to see to this week. `link`: the secret of its page, "" where there is none;
    `by_mail`: whether a mail reaches it; `phone`: the first telephone number in its contact, ""
    without one; `lines`: what to tell it, in its own language where it has said which."""

    pair_id: int
    number: int
    name: str
    link: str
    by_mail: bool
    phone: str
    lines: tuple[str, ...]


def messages_of(*, tournament_id: int) -> tuple[PairMessage, ...]:
    """What the pairs of a league have to see to this week, by number; for organizers only."""
    by_pair: dict[int, list[tuple[WeekLine, str]]] = {}
    for line in week(tournament_id=tournament_id):
        match = line.meeting.match
        for side, pair in (("A", match.pair_a), ("B", match.pair_b)):
            if pair is not None and line.is_of_pairs and line.silent in ("", side):
                by_pair.setdefault(pair.id, []).append((line, side))
    links = {one.pair_id: one.link for one in links_of(tournament_id=tournament_id)}
    rows = Pair.objects.filter(pk__in=by_pair).select_related("tournament", "sign_up")
    return tuple(
        _message(pair, by_pair[pair.pk], links.get(pair.pk, "")) for pair in rows.order_by("number")
    )


def _message(pair: Pair, lines: list[tuple[WeekLine, str]], link: str) -> PairMessage:
    sign_up: SignUp | None = getattr(pair, "sign_up", None)
    phone = PHONE.search(pair.contact)
    words = []
    with override((sign_up and sign_up.language) or get_language()), by_clock(pair.tournament):
        for line, side in lines:
            match = line.meeting.match
            other = match.pair_b if side == "A" else match.pair_a
            said = line_of(line.meeting, WORDS_OF[line.want], side, other.name if other else "")
            about = gettext("Match %(match)s, against %(other)s.") % {
                "match": match.label, "other": other.name if other else "",
            }  # fmt: skip
            words.append(f"{about} {said}".strip())
    return PairMessage(
        pair.pk, pair.number, pair.name, link, bool(addresses_of(pair)),
        phone[0] if phone else "", tuple(words),
    )  # fmt: skip


def addresses_of(pair: Pair) -> list[str]:
    """Where a pair gets mail: the address of its sign-up where it asked for mail; of a pair that
    the organizers entered, the addresses in its contact."""
    sign_up = SignUp.objects.filter(pair_id=pair.pk).first()
    if sign_up is not None:
        return [sign_up.email] if sign_up.wants_mail and sign_up.email else []
    return list(dict.fromkeys(ADDRESS.findall(pair.contact)))


def line_of(meeting: Meeting, word: Word, side: str, other: str) -> str:
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


def by_clock(tournament: Tournament) -> timezone.override:
    """Shows times in the time zone of the tournament's place."""
    zone = tournament.time_zone
    return timezone.override(ZoneInfo(zone) if zone else timezone.get_default_timezone())
