"""What pairs said of their results, read from the log; their links, and the page behind one."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from mus.sides import Side
from scoring.course.queries.statements import (
    MatchStatements,
    Statement,
    counted_alone,
    statements_in,
)
from scoring.matchdays.models import Appointment, MatchDay
from scoring.rulings.queries.deciding import recorded_of
from scoring.statements.models import PairLink, ResultTerms
from tournament.entries.models import Pair
from tournament.errors import NotFound, Refusal
from tournament.log.models import Event
from tournament.log.rules.kinds import doing
from tournament.matches.models import Match
from tournament.matches.queries.matches import MatchCard, card_of, with_all
from tournament.tables.queries import table_of_token

# Who enters results.


A_DAY = 24 * 60
"""The minutes of a day."""


@dataclass(frozen=True, slots=True)
class Terms:
    """Who enters the results of a tournament: "referees", "pairs" or "both"; the minutes a pair has
    to answer; whether a result counts after them without an answer."""

    entered_by: str = "referees"
    minutes: int = 10
    closes_alone: bool = False

    @property
    def by_pairs(self) -> bool:
        """Whether pairs may enter results."""
        return self.entered_by != "referees"

    @property
    def in_days(self) -> bool:
        """Whether a pair has days to answer, as in a league over weeks."""
        return self.minutes >= A_DAY


def terms_of(*, tournament_id: int) -> Terms:
    """Who enters the results of a tournament. One query."""
    return _terms(ResultTerms.objects.filter(tournament_id=tournament_id).first())


def must_take_tablets(*, token: str) -> None:
    """Raises Refusal (by_pairs) for the link of a table where the pairs alone enter results, and
    NotFound (bad_link) for one that opens no table."""
    tournament_id = table_of_token(token=token).tournament_id
    if terms_of(tournament_id=tournament_id).entered_by == "pairs":
        raise Refusal.one(
            "token",
            "by_pairs",
            _("In this tournament the pairs enter the results: no tablet joins a table."),
        )


def _terms(row: ResultTerms | None) -> Terms:
    return Terms(row.entered_by, row.minutes, row.closes_alone) if row else Terms()


# The links of the pairs.


SALT = "scoring.statements.link"
MOST_LINK_LENGTH = 80


@dataclass(frozen=True, slots=True)
class LinkOfPair:
    """A pair with the secret of its link; "" while the link is revoked. For organizers only."""

    pair_id: int
    number: int
    name: str
    club: str
    link: str


def links_of(*, tournament_id: int) -> tuple[LinkOfPair, ...]:
    """The links of the pairs that are in, by number; none before the organizer has said who enters
    results. Two queries."""
    terms = ResultTerms.objects.filter(tournament_id=tournament_id).first()
    if terms is None:
        return ()
    pairs = Pair.objects.filter(tournament_id=tournament_id, status=Pair.Status.ENTERED)
    return tuple(
        _row(pair, terms) for pair in pairs.select_related("result_link").order_by("number")
    )


def link_row(*, pair_id: int) -> LinkOfPair:
    """A pair with its link, also when it has left. Two queries."""
    pair = Pair.objects.select_related("result_link").get(pk=pair_id)
    terms = ResultTerms.objects.filter(tournament_id=pair.tournament_id).first()
    return _row(pair, terms)


def link_of(*, pair_id: int) -> str:
    """The secret of a pair's link; "" while it is revoked or nobody needs it. Two queries."""
    return link_row(pair_id=pair_id).link


def _row(pair: Pair, terms: ResultTerms | None) -> LinkOfPair:
    link = _link(pair, terms) if terms is not None else ""
    return LinkOfPair(pair.pk, pair.number, pair.name, pair.club, link)


def is_link_of_pair(token: str) -> bool:
    """Whether this is written like the link of a pair, and not like that of a table."""
    return "-" in token


def pair_of_link(*, link: str, field: str = "link") -> tuple[Pair, Terms]:
    """The pair that a link opens, with its tournament, and who enters results there. Raises
    NotFound (no_such_link), naming `field`."""
    pair = _pair_named(link)
    if pair is not None:
        terms = ResultTerms.objects.filter(tournament_id=pair.tournament_id).first()
        if terms is not None and constant_time_compare(_link(pair, terms), link):
            return pair, _terms(terms)
    raise NotFound.one(
        field,
        "no_such_link",
        _("This link no longer works. Ask the organizers."),
    )


def _pair_named(link: object) -> Pair | None:
    if not isinstance(link, str) or len(link) > MOST_LINK_LENGTH or not link.isascii():
        return None
    name = link.partition("-")[0]
    if not name.isdigit() or len(name) > 18:
        return None
    return Pair.objects.select_related("tournament", "result_link").filter(pk=int(name)).first()


def _link(pair: Pair, terms: ResultTerms) -> str:
    own: PairLink = getattr(pair, "result_link", None) or PairLink()
    if own.is_revoked:
        return ""
    value = f"{pair.pk}:{own.version}:{terms.nonce}"
    return f"{pair.pk}-{salted_hmac(SALT, value, algorithm='sha256').hexdigest()[:40]}"


# From when a match of a league can be spoken of.


def opens_at(matches: Iterable[Match]) -> dict[int, datetime]:
    """Match → from when its pairs may enter its result, for those that cannot have been played at
    any time: from the day on which they have agreed to meet, or else once the match day before
    theirs is over. Two queries, one where there are no match days."""
    rows = [match for match in matches if match.kind == Match.Kind.CHAMPIONSHIP]
    of = {match.tournament_id for match in rows}
    ends: dict[tuple[int, int], datetime] = {}
    for pk, number, until in MatchDay.objects.filter(tournament__in=of).values_list(
        "tournament_id", "round", "until"
    ):
        ends[pk, number] = until
    if not ends:
        return {}
    agreed = Appointment.objects.filter(match__in=rows, meets_at__isnull=False)
    meets = {pk: at for pk, at in agreed.values_list("match_id", "meets_at") if at is not None}
    found = {}
    for match in rows:
        if match.pk in meets:
            local = meets[match.pk].astimezone(match.tournament.zone)
            found[match.pk] = local.replace(hour=0, minute=0, second=0, microsecond=0)
        elif (match.tournament_id, match.round - 1) in ends:
            found[match.pk] = ends[match.tournament_id, match.round - 1]
    return found


MANY = 3
"""So many results of one pair that nobody has answered are looked at before any of them counts."""


def spoken_by_many(by_match: Mapping[int, MatchStatements]) -> frozenset[int]:
    """The unanswered matches of pairs that entered `MANY` results or more to which nobody has
    answered."""
    alone = {pk: one for pk, one in by_match.items() if not one.is_answered}
    rows = {match.pk: match for match in Match.objects.filter(pk__in=alone)}
    speakers = {
        pk: rows[pk].pair_a_id if one.first.side == "A" else rows[pk].pair_b_id
        for pk, one in alone.items()
        if pk in rows
    }
    often = Counter(speakers.values())
    return frozenset(pk for pk, speaker in speakers.items() if often[speaker] >= MANY)


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """A pair with the number of its results that count by its word alone."""

    number: int
    name: str
    results: int


def unconfirmed(*, tournament_id: int) -> tuple[Unconfirmed, ...]:
    """The pairs whose results counted because nobody answered, those with most of them first. Three
    queries at most."""
    sides = counted_alone(tournament_id=tournament_id)
    rows = Match.objects.filter(pk__in=sides).select_related("pair_a", "pair_b") if sides else ()
    speakers = [row.pair_a if sides[row.pk] == "A" else row.pair_b for row in rows]
    often = Counter((pair.number, pair.name) for pair in speakers if pair is not None)
    found = [Unconfirmed(number, name, count) for (number, name), count in often.items()]
    return tuple(sorted(found, key=lambda one: (-one.results, one.number)))


# What waits at the desk.


@dataclass(frozen=True, slots=True)
class WaitingResult:
    """A match whose pairs said a result that does not count yet. `due_at`: until when the other
    pair has to answer; `is_answered`: both spoke, and the desk was called; `is_one_of_many`: the
    pair that spoke has entered several to which nobody has answered: none counts by itself."""

    match: MatchCard
    statements: tuple[Statement, ...]
    due_at: datetime
    is_answered: bool
    is_one_of_many: bool

    @property
    def is_overdue(self) -> bool:
        return not self.is_answered and self.due_at <= timezone.now()

    @property
    def needs_desk(self) -> bool:
        """Whether an official should look at it."""
        return self.is_answered or self.is_overdue or self.is_one_of_many


def waiting_results(*, tournament_id: int) -> tuple[WaitingResult, ...]:
    """The results that wait for a pair's answer or for the desk, the oldest first. One query, and
    five more when something was said."""
    by_match = statements_in(tournament_id=tournament_id)
    if not by_match:
        return ()
    minutes = timedelta(minutes=terms_of(tournament_id=tournament_id).minutes)
    cards = {one.pk: card_of(one) for one in with_all(Match.objects.filter(pk__in=by_match))}
    many = spoken_by_many(by_match)
    return tuple(
        WaitingResult(
            cards[pk], one.statements, one.first.at + minutes, one.is_answered, pk in many
        )
        for pk, one in sorted(by_match.items(), key=lambda item: item[1].first.number)
    )


# The page behind a pair's link.


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A match of a pair as its page shows it. `state`: "open": nothing was said; "ours": this pair
    spoke and the other has until `due_at` to answer; "theirs": the other way round; "desk": both
    spoke, and an official decides; "recorded": hands are written down, and the result comes from
    them; "waiting": the other pair is not known yet; "early": nothing can be said before
    `opens_at`. `results`: every possible one, for A and B;
    `by_hands`: what was said comes from hands that the pair entered."""

    match: MatchCard
    side: str
    state: Literal["open", "ours", "theirs", "desk", "recorded", "waiting", "early"]
    ours: Statement | None
    theirs: Statement | None
    due_at: datetime | None
    opens_at: datetime | None
    results: tuple[tuple[int, int], ...]
    by_hands: bool

    @property
    def takes_hands(self) -> bool:
        """Whether the pair may enter the match hand by hand: it is at a table, and no pair has said
        a result of it; or change its last hand, while the other one has not answered."""
        is_theirs = self.state == "ours" and self.by_hands
        return (is_theirs or self.state in ("open", "recorded")) and self.match.table is not None

    @property
    def other(self) -> str:
        """The other pair's name."""
        pair = self.match.pair_b if self.side == "A" else self.match.pair_a
        return pair.name if pair else ""


@dataclass(frozen=True, slots=True)
class ResultPage:
    """The page of a pair. `match`: the match to speak of now; `others`: its other open matches;
    `last`: the match that ended last, and `last_by` who entered its result, as the log names it."""

    tournament_id: int
    slug: str
    tournament: str
    event_number: int
    number: int
    pair: str
    terms: Terms
    match: OwnMatch | None
    others: tuple[MatchCard, ...]
    last: MatchCard | None
    last_by: str


def result_page(*, link: str, match_id: int | None = None) -> ResultPage:
    """The page that a link opens. `match_id`: another open match than the present one. Raises
    NotFound (no_such_link, no_such_match)."""
    pair, terms = pair_of_link(link=link)
    theirs = with_all(
        Match.objects.filter(Q(pair_a=pair) | Q(pair_b=pair), tournament_id=pair.tournament_id)
    ).exclude(kind=Match.Kind.SET_ASIDE)
    rows = {one.pk: one for one in theirs}
    by_match = statements_in(tournament_id=pair.tournament_id) if terms.by_pairs else {}
    unfinished = [row for row in rows.values() if row.status != "finished"]
    unfinished.sort(key=lambda one: _turn(one, by_match.get(one.pk), side_of(one, pair)))
    if match_id is not None and match_id not in rows:
        raise NotFound.one("match", "no_such_match", _("This is no match of yours."))
    chosen = rows[match_id] if match_id is not None else None
    if chosen not in unfinished:
        chosen = next(iter(unfinished), None)
    last = _last(rows.values())
    cup = pair.tournament
    return ResultPage(
        tournament_id=cup.pk,
        slug=cup.slug,
        tournament=cup.name,
        event_number=cup.event_number,
        number=pair.number,
        pair=pair.name,
        terms=terms,
        match=_own(chosen, by_match.get(chosen.pk), side_of(chosen, pair), terms)
        if chosen
        else None,
        others=tuple(card_of(one) for one in unfinished if one != chosen and _is_open(one)),
        last=card_of(last) if last else None,
        last_by=_entered_by(last) if last else "",
    )


def match_at_table(pair: Pair) -> Match | None:
    """The match that a pair plays at a table, or else its next one there. One query."""
    matches = Match.objects.filter(
        Q(pair_a=pair) | Q(pair_b=pair),
        tournament_id=pair.tournament_id,
        table__isnull=False,
        status__in=["playing", "ready"],
    ).exclude(kind=Match.Kind.SET_ASIDE)
    rows = matches.select_related("table").order_by("kind", "round", "slot")
    return min(rows, key=lambda row: row.status != "playing", default=None)


def side_of(match: Match, pair: Pair) -> str:
    """The side of a pair in its match."""
    return "A" if match.pair_a_id == pair.pk else "B"


def _is_open(match: Match) -> bool:
    return match.status in ("ready", "playing")


def _turn(
    match: Match, statements: MatchStatements | None, side: str
) -> tuple[bool, bool, bool, bool, int, int]:
    """Sorts the matches of a pair: first the one that the other pair spoke of, then the one being
    played, called, or next."""
    is_asked = statements is not None and not statements.is_answered and statements.by(side) is None
    return (
        not is_asked, match.status != "playing", match.status != "ready", match.table_id is None,
        match.round, match.slot,
    )  # fmt: skip


def _own(match: Match, statements: MatchStatements | None, side: str, terms: Terms) -> OwnMatch:
    ours = statements.by(side) if statements else None
    theirs = statements.by(Side(side).other.value) if statements else None
    by_hands = bool(recorded_of(match) or any(match.games))
    state: Literal["open", "ours", "theirs", "desk", "recorded", "waiting", "early"]
    opens = opens_at([match]).get(match.pk)
    if not _is_open(match):
        state = "waiting"
    elif ours and theirs:
        state = "desk"
    elif statements:
        state = "ours" if ours else "theirs"
    elif by_hands:
        state = "recorded"
    elif opens is not None and opens > timezone.now():
        state = "early"
    else:
        state = "open"
    due_at = statements.first.at + timedelta(minutes=terms.minutes) if statements else None
    return OwnMatch(
        card_of(match), side, state, ours, theirs, due_at, opens, match.results, by_hands
    )


def _last(matches: Iterable[Match]) -> Match | None:
    ended = [match for match in matches if match.finished_at is not None]
    return max(ended, key=lambda one: (one.finished_at, one.pk), default=None)


def _entered_by(match: Match) -> str:
    events = Event.standing.filter(
        tournament_id=match.tournament_id,
        kind__in=doing("finish", "replace"),
        sealed__match__id=match.pk,
    )
    return events.order_by("-number").values_list("actor_label", flat=True).first() or ""
