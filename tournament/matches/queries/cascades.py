"""What a change does to later matches: shown before the change, and used to carry it out.

The format says which matches no longer fit (`resolve`); this file finds their rows. Services carry
out exactly the answer that people were shown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from mus.sides import BySide
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.formats.bouts import Bout, Place
from tournament.formats.protocol import Format, Resolution
from tournament.formats.registry import format_of
from tournament.formats.settling import BY_LEAVING, PLACE_EMPTY
from tournament.matches.models import Match
from tournament.matches.queries.rows import Rows, bare_matches

GONE = {
    Pair.Status.WITHDRAWN: Match.EndedBy.WITHDRAWAL,
    Pair.Status.DISQUALIFIED: Match.EndedBy.DISQUALIFICATION,
}


def gone_of(pairs: Iterable[Pair]) -> dict[int, str]:
    """Pair → how it left, as `protocol.Format` has it, for the pairs that have left."""
    return {
        pair.pk: PLACE_EMPTY if pair.place_stays_empty else GONE[Pair.Status(pair.status)].value
        for pair in pairs
        if not pair.is_in
    }


@dataclass(frozen=True, slots=True)
class Following:
    """The bracket as it follows from the stored (`stood`) or supposed facts. `undone`: matches
    played or decided that must be set aside; `called_off`: consolation matches of pairs that are no
    longer beaten; `gone`: pair → how it left."""

    format: Format
    matches: Rows
    stood: dict[Place, Bout]
    pairs: dict[int, Pair]
    gone: Mapping[int, str]
    resolution: Resolution
    undone: tuple[Match, ...]
    called_off: tuple[Match, ...]

    @property
    def changed(self) -> tuple[Bout, ...]:
        """The stored matches that change. Matches of a round that is only now drawn are left
        out."""
        return tuple(bout for bout in self.resolution.changed if bout.place in self.matches)

    def champion(self) -> tuple[bool, int | None]:
        """Whether the championship is over, and the pair that won it, if any."""
        return self.format.champion(self.resolution.bouts, self.gone)

    @property
    def beaten(self) -> frozenset[int]:
        """Primary keys of the pairs that can no longer win the championship."""
        return self.format.out(self.resolution.bouts)

    @property
    def sets_aside(self) -> tuple[int, ...]:
        """Primary keys of the matches that the person who makes the change must confirm."""
        return tuple(match.pk for match in (*self.undone, *self.called_off))


@dataclass(frozen=True, slots=True)
class LaterMatch:
    """A match after the changed one. `becomes`: "again" (set aside; two pairs are ready to play it
    again), "waiting" (set aside; a pair is not known yet), "ended" (set aside; decided without
    play), "moved_out" (set aside; the match that had its slot before has it again), "called_off",
    "reopened" (goes on where it stood), "ends" (not set aside: a pair of it is in no more), or
    "moved" (not played yet; its pairs change). `before` and
    `after`: the names of its pairs."""

    id: int
    label: str
    kind: str
    status: str
    games: tuple[int, int]
    before: tuple[str, str]
    after: tuple[str, str]
    becomes: str


@dataclass(frozen=True, slots=True)
class CascadeView:
    """Everything that follows in other matches. `sets_aside`: primary keys of the matches that are
    undone or called off; `crown`: name of the pair that would lose the title of champion, or empty.
    """

    matches: tuple[LaterMatch, ...]
    sets_aside: tuple[int, ...]
    crown: str

    def __bool__(self) -> bool:
        return bool(self.sets_aside)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


NOTHING = CascadeView((), (), "")


def follow(
    *,
    tournament: Tournament,
    facts: Mapping[int, Bout] | None = None,
    back: Collection[int] = (),
    leaving: Mapping[int, str] | None = None,
    recalls: bool = True,
) -> Following:
    """The bracket worked out again, with `facts` (by match) in place of the stored ones.

    `back`: pairs that return with the change; `leaving`: pair → the status with which it would
    leave again; `recalls`: whether beaten pairs may be called back from the consolation. Four
    queries at most.
    """
    bare = bare_matches(tournament_id=tournament.pk, kind=Match.Kind.CHAMPIONSHIP)
    of_match = {match.pk: match.to_rules() for match in bare}
    stood = {bout.place: bout for bout in of_match.values()}
    matches = Rows({bout.place: pk for pk, bout in of_match.items()})
    pairs = {pair.pk: pair for pair in Pair.objects.filter(tournament=tournament)}
    gone = {pk: why for pk, why in gone_of(pairs.values()).items() if pk not in back}
    for pk, status in (leaving or {}).items():
        gone[pk] = GONE[Pair.Status(status)].value
    supposed = facts or {}
    bouts = [supposed.get(pk, bout) for pk, bout in of_match.items()]
    played = format_of(tournament)
    resolution = played.resolve(bouts, gone, back)
    matches.read(bout.place for bout in (*resolution.changed, *resolution.undone))
    undone = tuple(matches[bout.place] for bout in resolution.undone)
    out = played.out(resolution.bouts)
    called_off = _called_off(tournament, out) if recalls and matches else ()
    return Following(played, matches, stood, pairs, gone, resolution, undone, called_off)


def opened(match: Match) -> Bout:
    """The match as it stands once its result is taken away."""
    bare = replace(match.to_rules(), winner=None, ended_by="")
    return replace(bare, status="playing" if match.started_at is not None else "ready")


def view_of(
    found: Following, *, but: int | None = None, moved_out: Sequence[Match] = ()
) -> CascadeView:
    """The consequences as people are shown them. `but`: primary key of the changed match, which is
    left out; `moved_out`: matches played in slots that return to the matches before them."""
    fallen = {match.pk for match in found.undone}
    later = [
        _later(found, found.matches[bout.place], bout, fallen)
        for bout in found.changed
        if found.matches[bout.place].pk != but
    ]
    out = [_gone(match, "moved_out") for match in moved_out]
    off = [_gone(match, "called_off") for match in found.called_off]
    falls = (*(match.pk for match in moved_out), *found.sets_aside)
    return CascadeView((*out, *later, *off), falls, _crown(found))


def _called_off(tournament: Tournament, beaten: Collection[int]) -> tuple[Match, ...]:
    live = Match.objects.filter(
        tournament=tournament, kind="consolation", status__in=["ready", "playing"]
    ).select_related("pair_a", "pair_b", "table")
    return tuple(
        match
        for match in live.order_by("round", "slot")
        if not {pk for pk in match.pairs if pk is not None} <= set(beaten)
    )


def _later(found: Following, match: Match, bout: Bout, fallen: Collection[int]) -> LaterMatch:
    return LaterMatch(
        id=match.pk,
        label=match.label,
        kind=match.kind,
        status=match.status,
        games=(match.games_a, match.games_b),
        before=_names(found, match.pairs),
        after=_names(found, bout.pairs),
        becomes=_becomes(bout, match.pk in fallen),
    )


def _becomes(bout: Bout, falls: bool) -> str:
    if not falls:
        if bout.status == "finished" and bout.ended_by in BY_LEAVING:
            return "ends"
        return "reopened" if bout.status == "playing" else "moved"
    return {"ready": "again", "finished": "ended"}.get(bout.status, "waiting")


def _gone(match: Match, becomes: str) -> LaterMatch:
    names = (match.pair_a.name if match.pair_a else "", match.pair_b.name if match.pair_b else "")
    return LaterMatch(
        id=match.pk,
        label=match.label,
        kind=match.kind,
        status=match.status,
        games=(match.games_a, match.games_b),
        before=names,
        after=("", ""),
        becomes=becomes,
    )


def _names(found: Following, pairs: BySide[int | None]) -> tuple[str, str]:
    a, b = ("" if pk is None else found.pairs[pk].name for pk in pairs)
    return a, b


def _crown(found: Following) -> str:
    stood = found.format.champion(found.stood.values(), gone_of(found.pairs.values()))[1]
    stands = found.champion()[1]
    return found.pairs[stood].name if stood is not None and stood != stands else ""
