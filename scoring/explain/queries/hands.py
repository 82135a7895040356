"""The hands of a match as everybody sees them. Each is worked out once for each language and
cached.
"""

import json
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from mus.faults import RecordRefused
from mus.quick import QUICK
from mus.reading import read
from mus.ruleset import ruleset_from
from scoring.course.models import Hand
from scoring.course.queries import ladder
from scoring.explain.queries.lines import HandLines, hand_lines, pair_names, player_names
from scoring.rulings.models import Ruling
from scoring.wording.reasons import problems_shown, reason_words
from tournament.errors import StrOrPromise
from tournament.matches.models import Match
from tournament.recent import Recent

# Stand-ins for stored hands that cannot be read, because somebody edited them in the database.
#
# Such a hand counts by the stones of its row, and is shown as a hand without cards with these
# stones. The check of the log finds what was really entered.


UNREADABLE = (RecordRefused, LookupError, TypeError, ValueError, AttributeError)
"""The exceptions that reading such a record or settlement may raise."""

log = logging.getLogger(__name__)


def must_be_whole(record: Mapping[str, Any]) -> None:
    """Raises one of UNREADABLE when a stored record lacks what its pages need. Impossible cards or
    bets raise nothing and are shown as stored: the check of the log reports them."""
    ruleset_from(record.get("ruleset"))
    if QUICK not in record:
        read(record)
    if type(record["mano"]) is not int:
        raise TypeError("mano")


def stand_in(hand: Hand, error: Exception) -> tuple[dict[str, Any], dict[str, Any]]:
    """The record and the settlement of a hand without cards, with the stones of this hand. Writes
    the hand and the error to the program's log."""
    log.error("Hand %s cannot be read (%r): it is shown by its stones", hand.pk, error)
    (a, b), (a_after, b_after) = hand.stones, hand.score
    before = [max(0, a_after - a), max(0, b_after - b)]
    record = {"score": before, "mano": 0, QUICK: {"stones": [a, b]}}
    ledger = [
        {"pair": side, "lance": None, "kind": QUICK, "stones": stones}
        for side, stones in (("A", a), ("B", b))
        if stones
    ]
    return record, {
        "ok": True,
        "winners": {},
        "ledger": ledger,
        "stones": [a, b],
        "score": [a_after, b_after],
        "game_winner": hand.game_winner or None,
        "penalties": [],
        "needs_ruling": False,
    }


SAID = (
    "pk", "kind", "status", "proposed", "outcome", "reason", "raised_by", "raised_at",
    "decided_by", "decided_at",
)  # fmt: skip
"""The fields of a ruling that a page shows."""
MOST_KEPT = 600
"""The most hands cached, over all matches and languages: an afternoon at sixteen tables."""


@dataclass(frozen=True, slots=True)
class RulingLine:
    """A question to the organisation, and its answer when there is one. `decided_at` None: open.

    `reason`: in a person's own words, or, when the program gave it, in the reader's language.
    """

    id: int
    kind: str
    kind_name: StrOrPromise
    status: str
    status_name: StrOrPromise
    proposed: Mapping[str, Any]
    outcome: Mapping[str, Any] | None
    reason: StrOrPromise
    raised_by: str
    raised_at: datetime
    decided_by: str
    decided_at: datetime | None

    @property
    def is_open(self) -> bool:
        return self.decided_at is None

    @property
    def became(self) -> StrOrPromise:
        """What became of a table's rejected action, in words; empty for any other ruling."""
        return became_name((self.outcome or {}).get("became"))


@dataclass(frozen=True, slots=True)
class VersionLine:
    """An earlier version of a hand: what it paid, who wrote it, when and why."""

    version: int
    is_void: bool
    stones: tuple[int, int]
    score: tuple[int, int]
    reason: StrOrPromise
    by: str
    at: datetime
    record: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class HandPage:
    """A hand with its values in effect. `lines` explain what the rules pay, which differs when an
    official has `ruled`. A void hand does not count any more.

    `is_readable`: False when somebody edited the hand in the database; a hand without cards is then
    shown instead. `written`: its record as JSON text, which takes an eighth of the memory of
    objects.
    """

    id: int
    game: int
    number: int
    version: int
    is_void: bool
    verified: bool
    is_readable: bool
    written: str
    ruled: Mapping[str, Any] | None
    stones: tuple[int, int]
    score: tuple[int, int]
    game_winner: str
    lines: HandLines
    rulings: tuple[RulingLine, ...]
    earlier: tuple[VersionLine, ...]
    reason: StrOrPromise
    by: str
    at: datetime

    @property
    def record(self) -> Mapping[str, Any]:
        """What the table entered (docs/hand-format.md)."""
        record: Mapping[str, Any] = json.loads(self.written)
        return record

    @property
    def open_rulings(self) -> tuple[RulingLine, ...]:
        return tuple(ruling for ruling in self.rulings if ruling.is_open)


page_cache: Recent[tuple[object, ...], HandPage] = Recent(MOST_KEPT)


def hand_pages(
    *, match: Match, games: Mapping[int, int], rulings: Iterable[Ruling]
) -> dict[int, list[HandPage]]:
    """The hands of a match by game, in order. `match` was read with its pairs; `games`: the
    numbers of its games by id.

    Two statements: one for the versions there are, one for the content of those not cached.
    """
    hands = _hands_by_key(match, list(rulings))
    pages = {key: page_cache.get(key) for key in hands}
    missing = [key for key, page in pages.items() if page is None]
    if missing:
        wanted = [version for key in missing for version in hands[key].versions]
        rows = Hand.objects.in_bulk(wanted)
        for key in missing:
            one = hands[key]
            versions = [rows[version] for version in one.versions]
            pages[key] = new_page = _hand(games[one.game], match, versions, one.rulings)
            page_cache.put(key, new_page)
    by_game: dict[int, list[HandPage]] = {}
    for key, page in pages.items():
        if page is not None:
            by_game.setdefault(hands[key].game, []).append(page)
    return by_game


@dataclass(slots=True)
class _HandRows:
    """A hand to be shown: the id of its game, the ids of its versions in order, and its rulings."""

    game: int
    versions: list[int]
    rulings: list[Ruling]


def _hands_by_key(match: Match, rulings: list[Ruling]) -> dict[tuple[object, ...], _HandRows]:
    """Key → hand of a match. The key contains everything that the hand's page depends on.

    The key includes the time of each version: after a restore the same id may be another hand's.
    The key also includes the reason of each version, the only part of a version that can be erased.
    """
    names = pair_names(match), player_names(match), get_language()
    versions: dict[tuple[int, int], list[tuple[Any, ...]]] = {}
    rows = Hand.objects.filter(game__match=match).order_by("number", "version")
    for row in rows.values_list("game_id", "number", "pk", "at", "stones_a", "stones_b", "reason"):
        versions.setdefault((row[0], row[1]), []).append(row)
    hands: dict[tuple[object, ...], _HandRows] = {}
    for (game, _number), of_one in versions.items():
        of_hand = [ruling for ruling in rulings if ruling.hand_id == of_one[-1][2]]
        ruling_texts = tuple(str([getattr(r, name) for name in SAID]) for r in of_hand)
        key = (*names, tuple(of_one), ruling_texts)
        hands[key] = _HandRows(game, [row[2] for row in of_one], of_hand)
    return hands


def became_name(became: object) -> StrOrPromise:
    """What became of a table's rejected action, in words; empty while it is open."""
    known: dict[object, StrOrPromise] = dict(Ruling.Became.choices)
    return known.get(became, "") if isinstance(became, str) else ""


def _kind_name(ruling: Ruling) -> StrOrPromise:
    if ladder.is_word(ruling):
        return _("a false declaration that counts")
    # A club appeals as well as a pair.
    return _("an appeal") if ruling.kind == "appeal" else Ruling.Kind(ruling.kind).label


def ruling_line(ruling: Ruling) -> RulingLine:
    """A ruling with its kind and status in the reader's language."""
    return RulingLine(
        id=ruling.pk,
        kind=ruling.kind,
        kind_name=_kind_name(ruling),
        status=ruling.status,
        status_name=Ruling.Status(ruling.status).label,
        proposed=_proposed(ruling),
        outcome=ruling.outcome,
        reason=became_name((ruling.outcome or {}).get("became")) or reason_words(ruling.reason),
        raised_by=ruling.raised_by,
        raised_at=ruling.raised_at,
        decided_by=ruling.decided_by,
        decided_at=ruling.decided_at,
    )


def _proposed(ruling: Ruling) -> Mapping[str, Any]:
    """What a ruling proposes. For a table's rejected action, with its errors in words."""
    proposed: Mapping[str, Any] = ruling.proposed
    if ruling.kind != Ruling.Kind.ATTENTION:
        return proposed
    return {**proposed, "errors": problems_shown(proposed.get("errors", ()))}


def _hand(game: int, match: Match, versions: list[Hand], rulings: Iterable[Ruling]) -> HandPage:
    """The page of a hand. `game`: its number; `versions`: in order, the last one in effect."""
    hand = versions[-1]
    record, lines, is_readable = _readable(hand, match)
    return HandPage(
        id=hand.pk,
        game=game,
        number=hand.number,
        version=hand.version,
        is_void=hand.is_void,
        verified=hand.verified,
        is_readable=is_readable,
        written=json.dumps(record, ensure_ascii=False, separators=(",", ":")),
        ruled=hand.ruled,
        stones=hand.stones,
        score=hand.score,
        game_winner=hand.game_winner,
        lines=lines,
        rulings=tuple(ruling_line(r) for r in rulings),
        earlier=tuple(map(_version, versions[:-1])),
        reason=reason_words(hand.reason),
        by=hand.actor_label,
        at=hand.at,
    )


def _readable(hand: Hand, match: Match) -> tuple[Mapping[str, Any], HandLines, bool]:
    """The record, its lines, and whether they are the stored ones; False for a stand-in."""
    is_first = hand.number == 1
    try:
        must_be_whole(hand.record)
        lines = hand_lines(
            record=hand.record, settlement=hand.settlement, match=match, first_of_game=is_first
        )
    except UNREADABLE as error:
        record, paid = stand_in(hand, error)
        return record, hand_lines(record=record, settlement=paid, match=match), False
    return hand.record, lines, True


def _version(hand: Hand) -> VersionLine:
    return VersionLine(
        version=hand.version,
        is_void=hand.is_void,
        stones=hand.stones,
        score=hand.score,
        reason=reason_words(hand.reason),
        by=hand.actor_label,
        at=hand.at,
        record=hand.record,
    )
