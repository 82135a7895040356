"""Mails to the pairs of a league: when and where they meet, and what waits for them."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext, override

from jobs.services import ask
from scoring.matchdays.queries.calendar import Meeting, meetings_of, open_meetings, week
from scoring.matchdays.queries.messages import WORDS_OF, Word, addresses_of, by_clock, line_of
from scoring.statements.queries import link_of
from tournament.addresses import public_url
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.errors import no_such_tournament
from tournament.log.queries import rights
from tournament.log.rules.events import stamp
from tournament.log.rules.roles import Actor
from tournament.mailing import send
from tournament.matches.models import Match
from tournament.matches.queries.matches import MatchCard

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
            if pair is not None and line.is_of_pairs and line.silent in ("", side):
                is_sent = ask_mail(match, side, WORDS_OF[line.want], today)
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
    addresses = addresses_of(pair)
    if not addresses or not link:
        return "Nobody wants this mail any more."
    if not settings.EMAIL_HOST:
        return "E-mail is not set up (EMAIL_URL): nothing was sent."
    language = sign_up.language if sign_up else ""
    with override(language or settings.LANGUAGE_CODE), by_clock(match.tournament):
        line = line_of(meeting, word, side, other.name)
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


def _ask_both(meeting: Meeting, word: Word, moment: datetime) -> int:
    return sum(ask_mail(meeting.match, side, word, moment) for side in ("A", "B"))


def ask_mail(match: Match | MatchCard, side: str, word: Word, moment: datetime) -> bool:
    """Queues a mail to the pair of a side when it has an address for it; whether it does."""
    pair = match.pair_a if side == "A" else match.pair_b
    if pair is None:
        return False
    if not addresses_of(Pair.objects.get(pk=pair.id)):
        return False
    what = {"match_id": match.id, "side": side, "word": word}
    key = f"{match.id}.{side}.{word}.{stamp(moment)}"
    ask("matchdays.mail", what, key=key, tournament_id=match.tournament_id)
    return True
