"""What a change does to later matches: shown before the change, and used to carry it out.

The format says which matches no longer fit (`resolve`); this file finds their rows. Services carry
out exactly the answer that people were shown.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple, cast

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from mus.sides import BySide, Side
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.errors import Refusal
from tournament.formats.bouts import Bout, Place, Status
from tournament.formats.protocol import Format, Resolution
from tournament.formats.registry import format_of
from tournament.formats.settling import BY_LEAVING, PLACE_EMPTY
from tournament.matches.models import Match
from tournament.matches.queries import guards
from tournament.matches.queries.matches import with_all
from tournament.notify import version_made_of

# A tournament's matches in the light form that formats need, and full rows only where needed.
#
# A result is worked out over all matches and changes a few. Making a full row of each match, with
# its pairs and its table, took most of the time of a result in a round robin.


class BareMatch(NamedTuple):
    """The columns of a match that formats and waiting lists need."""

    pk: int
    kind: str
    round: int
    slot: int
    pair_a_id: int | None
    pair_b_id: int | None
    status: str
    winner: str
    ended_by: str
    games_a: int
    games_b: int
    started_at: datetime | None
    finished_at: datetime | None

    @property
    def is_championship(self) -> bool:
        return self.kind == Match.Kind.CHAMPIONSHIP

    def to_rules(self) -> Bout:
        """As `Match.to_rules`."""
        return Bout(
            Place(self.round, self.slot),
            BySide(self.pair_a_id, self.pair_b_id),
            cast(Status, self.status),
            Side(self.winner) if self.winner else None,
            self.ended_by,
            self.started_at is not None,
            BySide(self.games_a, self.games_b),
        )


def bare_matches(*, tournament_id: int, kind: str = "") -> list[BareMatch]:
    """The matches of a tournament, of one kind or all, in order of creation. One query."""
    matches = Match.objects.filter(tournament_id=tournament_id)
    if kind:
        matches = matches.filter(kind=kind)
    return [BareMatch(*row) for row in matches.order_by("pk").values_list(*BareMatch._fields)]


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
    """The bracket as it follows from the stored (`stood`) or supposed facts. `keys`: the primary
    keys of the stored matches; `changed`: those that change, without the matches of a round that is
    only now drawn; `matches`: their rows; `undone`: matches played or decided that must be set
    aside; `called_off`: consolation matches of pairs that are no longer beaten; `sets_aside`: the
    primary keys of both, which the person who makes the change must confirm; `gone`: pair → how it
    left."""

    format: Format
    keys: dict[Place, int]
    matches: dict[Place, Match]
    stood: dict[Place, Bout]
    pairs: dict[int, Pair]
    gone: Mapping[int, str]
    resolution: Resolution
    changed: tuple[Bout, ...]
    undone: tuple[Match, ...]
    sets_aside: tuple[int, ...]
    called_off: tuple[Match, ...] = ()

    @property
    def beaten(self) -> frozenset[int]:
        """The pairs that can no longer win the championship, those that came after the draw and
        have no place in it included."""
        placed = {pair for bout in self.resolution.bouts for pair in bout.pairs}
        return self.format.out(self.resolution.bouts) | (self.pairs.keys() - placed)


@dataclass(frozen=True, slots=True)
class LaterMatch:
    """A match after the changed one. `becomes`: "again" (set aside; two pairs are ready to play it
    again), "waiting" (set aside; a pair is not known yet), "ended" (set aside; decided without
    play), "moved_out" (set aside; the match that had its slot before has it again), "called_off",
    "reopened" (goes on where it stood), "bye" (only one pair can come: it advances without
    playing), "ends" (not set aside: a pair of it is in no more), or "moved" (not played yet; its
    pairs change). `before` and `after`: the names of its pairs."""

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


NOTHING = CascadeView((), (), "")


def follow(
    *,
    tournament: Tournament,
    facts: Mapping[int, Bout] | None = None,
    back: Collection[int] = (),
    reopens_beaten: bool = True,
) -> Following:
    """The bracket worked out again, with `facts` (by match) in place of the stored ones; what
    changes is found against the stored ones.

    `back`: pairs that return with the change; `reopens_beaten`: whether beaten pairs may be
    called back from the consolation. Four queries at most.
    """
    bare = bare_matches(tournament_id=tournament.pk, kind=Match.Kind.CHAMPIONSHIP)
    of_match = {match.pk: match.to_rules() for match in bare}
    stood = {bout.place: bout for bout in of_match.values()}
    keys = {bout.place: pk for pk, bout in of_match.items()}
    pairs = {pair.pk: pair for pair in Pair.objects.filter(tournament=tournament)}
    gone = {pk: why for pk, why in gone_of(pairs.values()).items() if pk not in back}
    supposed = facts or {}
    bouts = [supposed.get(pk, bout) for pk, bout in of_match.items()]
    format_ = format_of(tournament)
    found = format_.resolve(bouts, gone, back)
    differ = tuple(bout for bout in found.bouts if stood.get(bout.place) != bout)
    resolution = replace(found, changed=differ)
    changed = tuple(bout for bout in differ if bout.place in keys)
    moved = [keys[bout.place] for bout in (*changed, *resolution.undone)]
    rows = with_all(Match.objects.all()).in_bulk(moved)
    matches = {Place(match.round, match.slot): match for match in rows.values()}
    undone = tuple(matches[bout.place] for bout in resolution.undone)
    following = Following(
        format=format_,
        keys=keys,
        matches=matches,
        stood=stood,
        pairs=pairs,
        gone=gone,
        resolution=resolution,
        changed=changed,
        undone=undone,
        sets_aside=tuple(match.pk for match in undone),
    )
    if not reopens_beaten or not bare:
        return following
    called_off = _called_off(tournament, following.beaten)
    sets_aside = (*following.sets_aside, *(match.pk for match in called_off))
    return replace(following, called_off=called_off, sets_aside=sets_aside)


def opened(match: Match) -> Bout:
    """The match as it stands once its result is taken away."""
    bare = replace(match.to_rules(), winner=None, ended_by="")
    return replace(bare, status="playing" if match.started_at is not None else "ready")


def view_of(
    following: Following, *, but: int | None = None, moved_out: Sequence[Match] = ()
) -> CascadeView:
    """The consequences for the reader. `but`: primary key of the changed match, which is
    left out; `moved_out`: matches played in slots that return to the matches before them."""
    fallen = {match.pk for match in following.undone}
    later = [later_match(match, "moved_out") for match in moved_out]
    for bout in following.changed:
        match = following.matches[bout.place]
        if match.pk == but:
            continue
        if match.pk in fallen:
            becomes = AGAIN.get(bout.status, "waiting")
        elif bout.status == "finished" and bout.ended_by in BY_LEAVING:
            becomes = "bye" if bout.is_bye else "ends"
        else:
            becomes = "reopened" if bout.status == "playing" else "moved"
        a, b = ("" if pk is None else following.pairs[pk].name for pk in bout.pairs)
        later.append(later_match(match, becomes, (a, b)))
    later += [later_match(match, "called_off") for match in following.called_off]
    falls = (*(match.pk for match in moved_out), *following.sets_aside)
    gone = gone_of(following.pairs.values())
    _over, stood = following.format.champion([*following.stood.values()], gone)
    _over, stands = following.format.champion(following.resolution.bouts, following.gone)
    crown = following.pairs[stood].name if stood is not None and stood != stands else ""
    return CascadeView(tuple(later), falls, crown)


AGAIN = {"ready": "again", "finished": "ended"}
"""Status of a slot whose match was set aside → what becomes of it; others wait for their pairs."""


def later_match(match: Match, becomes: str, after: tuple[str, str] = ("", "")) -> LaterMatch:
    """A match as it was, with what becomes of it."""
    return LaterMatch(
        id=match.pk,
        label=match.label,
        kind=match.kind,
        status=match.status,
        games=(match.games_a, match.games_b),
        before=names_of(match),
        after=after,
        becomes=becomes,
    )


def names_of(match: Match) -> tuple[str, str]:
    """The names of a match's pairs; "" where none is known."""
    a, b = (pair.name if pair is not None else "" for pair in (match.pair_a, match.pair_b))
    return a, b


def _called_off(tournament: Tournament, beaten: Collection[int]) -> tuple[Match, ...]:
    live = Match.objects.filter(
        tournament=tournament, kind="consolation", status__in=["ready", "playing"]
    ).select_related("pair_a", "pair_b", "table")
    return tuple(
        match
        for match in live.order_by("round", "slot")
        if not {pk for pk in match.pairs if pk is not None} <= set(beaten)
    )


# What a pair has before it, as a number: for acts on a pair that somebody decides on a page.


def versions_of(*, pairs: Iterable[Pair]) -> dict[int, int]:
    """Pair → a number that is another one once its status, its players, its matches that have not
    ended or its opponents in them have changed. One query."""
    about: dict[int | None, list[Any]] = {
        pair.pk: [pair.status, pair.player_1, pair.player_2] for pair in pairs
    }
    matches = Match.objects.filter(Q(pair_a__in=about) | Q(pair_b__in=about))
    not_ended = matches.exclude(status=Match.Status.FINISHED).order_by("pk")
    for match, *both in not_ended.values_list("pk", "pair_a", "pair_b"):
        for pair_id in both:
            about.get(pair_id, []).append([match, *both])
    return {pk: version_made_of(facts) for pk, facts in about.items() if pk}


# Whether a match can be played on once its result is taken away, or a pair of it comes back.


def if_not_begun(*, match_id: int) -> CascadeView:
    """What falls if the start of a match is taken back. Nothing, unless it was opened again."""
    match = Match.objects.select_related("tournament").get(pk=match_id)
    if not match.is_championship:
        return NOTHING
    fact = replace(match.to_rules(), status="ready", begun=False)
    following = follow(tournament=match.tournament, facts={match.pk: fact}, reopens_beaten=False)
    return view_of(following, but=match.pk) if following.sets_aside else NOTHING


def must_be_able_to_go_on(match: Match) -> None:
    """Raises Refusal (is_a_bye, pair_is_out, pair_busy, in_consolation, pair_not_beaten) for a
    match that could not be played on if its result were taken away."""
    guards.must_not_be_a_bye(match)
    guards.must_have_its_pairs(match)
    if match.is_championship:
        fact = opened(match)
        following = follow(tournament=match.tournament, facts={match.pk: fact})
        for on, other in twice(following, {fact.place}):
            raise guards.pair_is_busy(on, other)
        return
    _must_not_be_in_consolation(match)
    if match.started_at is not None:
        guards.pairs_must_be_free(match)
    _must_be_beaten(match)


def twice(following: Following, reopened: Collection[Place] = ()) -> list[tuple[Match, Match]]:
    """Each match that would go on, or is among `opened`, with another match that stands and that
    one of its pairs would be playing at the same time."""
    places = {*reopened, *(bout.place for bout in following.resolution.changed)}
    bouts = [bout for bout in following.resolution.bouts if bout.status == "playing"]
    clashes = [
        (following.keys[bout.place], following.keys[other.place])
        for bout in (bout for bout in bouts if bout.place in places)
        for other in bouts
        if other is not bout and {*bout.pairs} & {*other.pairs}
    ]
    rows = with_all(Match.objects.all()).in_bulk([pk for both in clashes for pk in both])
    return [(rows[one], rows[other]) for one, other in clashes]


def _must_be_beaten(match: Match) -> None:
    """Raises Refusal (pair_not_beaten) for a consolation match of a pair that can still win the
    championship."""
    pairs = {pk for pk in match.pairs if pk is not None}
    if not pairs <= follow(tournament=match.tournament).beaten:
        raise Refusal.one(
            "match",
            "pair_not_beaten",
            _("A pair of this match is not beaten any more. Leave the match as it is."),
        )


def _must_not_be_in_consolation(match: Match) -> None:
    """Raises Refusal (in_consolation) when a pair of the match, which is to be played again, has a
    consolation match that is ready or being played."""
    pairs = [match.pair_a_id, match.pair_b_id]
    live = Match.objects.filter(
        tournament_id=match.tournament_id, kind="consolation", status__in=["ready", "playing"]
    ).exclude(pk=match.pk)
    if (live.filter(pair_a__in=pairs) | live.filter(pair_b__in=pairs)).exists():
        raise Refusal.one(
            "match",
            "in_consolation",
            _("A pair of this match has a consolation match open. Finish it or call it off first."),
        )
