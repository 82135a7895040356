"""Writes what follows in the bracket from people's acts. Internal to the services."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from jobs.services import ask
from mus.sides import LEVEL, Outcome
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.errors import Conflict, NotAllowed, Problem, Unseen, lazy_text
from tournament.formats.bouts import Bout, Place
from tournament.formats.registry import is_individual
from tournament.formats.settling import BY_LEAVING
from tournament.log import services as events
from tournament.log.models import Event
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.log.services import lock_match
from tournament.matches.models import Cascade, Match
from tournament.matches.queries import guards
from tournament.matches.queries.cascades import (
    GONE,
    Following,
    follow,
    twice,
    view_of,
)
from tournament.notices.models import Watch
from tournament.seatings.services import crown
from tournament.signup.models import SignUp

# How a match is locked for a change, and written.


def lock_as_seen(
    *, match_id: int, actor: Actor, version: int | None, by_its_table: bool = False
) -> tuple[Tournament, Match]:
    """A match, locked, for an official, or `by_its_table` for the device of its table, too, in the
    version that the sender has seen. Raises NotFound, NotAllowed, Conflict."""
    tournament, match = lock_match(match_id=match_id)
    if by_its_table:
        rights.official_or_table(tournament=tournament, match=match, actor=actor)
    else:
        rights.official(tournament=tournament, actor=actor)
    guards.same_version(match=match, expected=version)
    return tournament, match


def write(match: Match, **fields: Any) -> None:
    """Sets the fields and the next version, and saves nothing else."""
    for name, value in fields.items():
        setattr(match, name, value)
    match.version += 1
    match.save(update_fields=[*fields, "version"])


# Queues the job that notifies the pairs of called matches. Internal to the services.


JOB = "notices.called"


def tell(*, tournament: Tournament, matches: Sequence[Match], event: int | None = None) -> None:
    """Queues the job once for an event, when some pair of these matches asked for notices.
    `event`: its number; None for the last one."""
    pairs = {pair for match in matches for pair in match.pairs if pair is not None}
    by_mail = SignUp.objects.filter(pair__in=pairs, wants_mail=True)
    if not (by_mail.exists() or Watch.objects.filter(pair__in=pairs).exists()):
        return
    key = f"{tournament.pk}.{event or tournament.event_number}"
    ask(
        JOB,
        {"match_ids": [match.pk for match in matches], "key": key},
        key=key,
        tournament_id=tournament.pk,
    )


# Carries out what a change of a result does to later matches, so that it can be taken back.
#
# A match that no longer fits the matches before it leaves its slot, with everything that was played
# in it. A new row takes the slot. Hands stay in the match in which they were played.


KEPT = (
    "kind", "status", "winner", "ended_by", "games_a", "games_b", "best_of", "table_id",
    "cascade_id",
)  # fmt: skip
OF_THE_START = ("seating", "first_mano", "four_kings", "names")
PAIRS = ("pair_a_id", "pair_b_id")


@dataclass(frozen=True, slots=True)
class BracketChange:
    """A change of a stored result or pair. `what`: the kind of its event; `sets_aside`: the matches
    that the actor confirmed to be set aside; `before`: the changed row as it was; `back`: pairs
    that return; `other_pairs`: pairs that change with `pair`, and their status before;
    `reopens_beaten`: whether beaten pairs may be called back from the consolation;
    `facts`: matches to start from instead of the stored ones, as in `follow`."""

    what: str
    actor: Actor
    reason: str
    sets_aside: Collection[int] = ()
    match: Match | None = None
    pair: Pair | None = None
    before: Mapping[str, Any] = field(default_factory=dict)
    back: Collection[int] = ()
    other_pairs: Mapping[int, str] = field(default_factory=dict)
    reopens_beaten: bool = True
    facts: Mapping[int, Bout] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SetAside:
    """What was set aside, for the event and the pages. `matches`: each match as it was played, and
    the match that took its slot."""

    cascade: Cascade
    matches: tuple[tuple[Match, Match], ...]
    called_off: tuple[Match, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "set_aside": [
                {**events.match_state(old), "slot": events.match_ref(new)}
                for old, new in self.matches
            ],
            "called_off": [events.match_state(match) for match in self.called_off],
        }


def match_row(match: Match) -> dict[str, Any]:
    """The fields of a match that are restored when a change is taken back."""
    row = {name: getattr(match, name) for name in (*KEPT, *OF_THE_START, *PAIRS)}
    times = {name: getattr(match, name) for name in ("started_at", "finished_at")}
    return {**row, **{name: at.isoformat() if at else None for name, at in times.items()}}


def table_still_free(match: Match) -> Any:
    """The table of a match that goes on; None when another match is being played there, when there
    are fewer tables by now, or when it is out of service."""
    table = match.table
    if table is None or table.number > match.tournament.tables_count or table.is_out:
        return None
    if match.started_at is None:
        return match.table
    others = Match.objects.filter(table=match.table, status="playing").exclude(pk=match.pk)
    return None if others.exists() else match.table


def must_be_seen(
    following: Following, change: BracketChange | None, more: Sequence[Match] = ()
) -> None:
    """Checks that the change names exactly the matches that it sets aside.

    These are the ones of `following` and `more`. Raises Unseen (later_match_begun, in_consolation)
    when it names none, Conflict (cascade_changed) when it names others, NotAllowed when a device
    names any.
    """
    falls = {*following.sets_aside, *(match.pk for match in more)}
    confirmed_ids = set(change.sets_aside) if change else set()
    if confirmed_ids and change is not None and change.actor.kind == "device":
        raise NotAllowed.one(
            "sets_aside",
            "not_an_organizer",
            _("This would undo later matches. Call the organizer to make this change."),
        )
    if confirmed_ids == falls:
        return
    changed = change.match.pk if change and change.match else None
    view = view_of(following, but=changed, moved_out=more)
    current = {"cascade": asdict(view)}
    if not confirmed_ids or change is None:
        raise Unseen([_standing_on_it((*more, *following.undone))], current=current)
    raise Conflict.over(
        "sets_aside",
        "cascade_changed",
        _("This decision now affects other matches. Look at them again, then decide."),
        current=current,
    )


def _standing_on_it(undone: Sequence[Match]) -> Problem:
    """Why a result cannot be taken back before later matches that depend on it are confirmed."""
    if undone:
        message = _(
            "Match %(match)s, which depends on this result, has already begun or been decided. "
            "Look at all that would be undone, and confirm it; or leave this result as it is."
        )
        return Problem("match", "later_match_begun", lazy_text(message, match=undone[0].label))
    return Problem(
        "match",
        "in_consolation",
        _(
            "A pair of this match has a consolation match open. Finish it or call it off first, or "
            "confirm that it is called off with this."
        ),
    )


def _keep(tournament: Tournament, following: Following, change: BracketChange) -> Cascade:
    """Stores what is needed to take the change back, before any row is changed."""
    changing = {following.matches[bout.place] for bout in following.changed}
    rows = {match.pk: match_row(match) for match in (*changing, *following.called_off)}
    if change.match is not None:
        rows[change.match.pk] = dict(change.before)
    pairs = {change.pair.pk: change.before["status"]} if change.pair is not None else {}
    empty = change.before.get("place_stays_empty", False)
    return Cascade.objects.create(
        tournament=tournament,
        match=change.match,
        pair=change.pair,
        what=change.what,
        reason=change.reason,
        actor_label=change.actor.label[:120],
        at=timezone.now(),
        before={
            "matches": rows,
            "pairs": {**pairs, **change.other_pairs},
            "place_stays_empty": empty,
        },
    )


def leave_slot(match: Match, cascade: Cascade) -> None:
    """Takes a match out of its slot; its row stays as it was played."""
    ended = match.status == "finished"
    more = {} if ended else {"ended_by": "undone", "finished_at": timezone.now()}
    write(match, kind=Match.Kind.SET_ASIDE, status="finished", cascade=cascade, **more)


def _replace_row(following: Following, match: Match, cascade: Cascade) -> Match:
    """The row that holds the slot from now on."""
    leave_slot(match, cascade)
    place = Place(match.round, match.slot)
    fresh = Match.objects.create(
        tournament_id=match.tournament_id,
        kind=Match.Kind.CHAMPIONSHIP,
        round=match.round,
        slot=match.slot,
        best_of=match.best_of,
        status="waiting",
    )
    following.matches[place] = fresh
    return fresh


__all__ = ["GONE", "BracketUpdate", "end_by_games", "update", "write"]


@dataclass(frozen=True, slots=True)
class BracketUpdate:
    """What followed from a change in the bracket, ready for the change's event."""

    matches: tuple[dict[str, Any], ...]
    champion: dict[str, Any] | None
    status: str
    set_aside: SetAside | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "followed": list(self.matches),
            "champion": self.champion,
            "tournament_status": self.status,
            **(self.set_aside.to_json() if self.set_aside else {}),
        }

    def store_event_number(self, event: Event) -> Cascade | None:
        """Stores the number of the change's event, so that the change can be taken back as one."""
        if self.set_aside is None:
            return None
        cascade = self.set_aside.cascade
        cascade.event_number = event.number
        rows = Match.objects.in_bulk([int(pk) for pk in cascade.before["matches"]])
        own = match_row(rows[cascade.match.pk]) if cascade.match is not None else {}
        cascade.after = {**own, "matches": {pk: match_row(match) for pk, match in rows.items()}}
        cascade.save(update_fields=["event_number", "after"])
        return cascade


def update(*, tournament: Tournament, change: BracketChange | None = None) -> BracketUpdate:
    """Brings the whole bracket into line with the facts now stored.

    `change`: the change of a stored result, or of a pair that had left. Later matches that no
    longer fit are set aside when the change names them. When it does not, raises Refusal
    (later_match_begun, in_consolation) or Conflict (cascade_changed); NotAllowed when a device
    names any. Raises Refusal (pair_busy) when a match would go on while a pair of it plays another
    one. The caller's transaction then rolls back. A day of individuals has no bracket: there it is
    the title alone that follows.
    """
    if is_individual(tournament) and tournament.status != Tournament.Status.ENTRY:
        winner, now = crown(tournament)
        return BracketUpdate((), events.pair_ref(winner), now)
    following = follow(
        tournament=tournament,
        facts=change.facts if change else None,
        back=change.back if change else (),
        reopens_beaten=change is not None and change.reopens_beaten,
    )
    if not following.stood:
        return BracketUpdate((), None, tournament.status)
    for on, other in twice(following):
        raise guards.pair_is_busy(on, other)
    must_be_seen(following, change)
    set_aside = None
    if following.sets_aside and change is not None:
        cascade = _keep(tournament, following, change)
        for match in following.called_off:
            write(
                match, status="finished", winner="", ended_by="ruling", finished_at=timezone.now()
            )
        replaced = tuple(
            (match, _replace_row(following, match, cascade)) for match in following.undone
        )
        set_aside = SetAside(cascade, replaced, following.called_off)
    written = tuple(_write(tournament, following, bout) for bout in following.resolution.changed)
    if following.format.by_rounds and tournament.lengths.by_left:
        written += _with_pairs_left(tournament, following)
    # Matches that had their table before their pairs, and now have both.
    waited = {place for place, bout in following.stood.items() if bout.status == "waiting"}
    ready = [bout.place for bout in following.changed if bout.status == "ready"]
    called = [following.matches[place] for place in ready if place in waited]
    if called := [match for match in called if match.table_id is not None]:
        # The caller appends the event of this change next.
        tell(tournament=tournament, matches=called, event=tournament.event_number + 1)
    over, best = following.format.champion(following.resolution.bouts, following.gone)
    champion = following.pairs[best] if best is not None else None
    status = Tournament.Status.FINISHED if over else Tournament.Status.RUNNING
    if (tournament.status, tournament.champion_id) != (status, best):
        tournament.status, tournament.champion = status, champion
        tournament.save(update_fields=["status", "champion"])
    return BracketUpdate(written, events.pair_ref(champion), status, set_aside)


def end_by_games(match: Match, *, best_of: int, outcome: Outcome) -> None:
    """Ends a match that is won, or level, under a reduced number of games (T5)."""
    write(
        match,
        best_of=best_of,
        status="finished",
        winner="" if outcome == LEVEL else outcome,
        ended_by="games",
        finished_at=timezone.now(),
    )


def _create_match(tournament: Tournament, following: Following, bout: Bout) -> dict[str, Any]:
    """Stores a match of a round that is drawn now; returns its state for the event."""
    match = row_of(tournament, bout, following.pairs, best_of=_length(tournament, following, bout))
    match.save(force_insert=True)
    following.matches[bout.place] = match
    return {**events.match_state(match), "best_of": match.best_of}


def _length(tournament: Tournament, following: Following, bout: Bout) -> int:
    """Best of how many games in a match, by its place and the pairs left in its round (T1)."""
    bouts = following.resolution.bouts
    return tournament.lengths.of_match(following.format, bouts, bout.place)


def _with_pairs_left(tournament: Tournament, following: Following) -> tuple[dict[str, Any], ...]:
    """Gives matches that have not begun the games of the pairs left by now, where a change of
    another match has brought a pair back or put one out since they were drawn; returns their states
    for the event."""
    # A match that took a slot now is in `matches` alone; `keys` has the one that was set aside.
    held = following.keys | {place: match.pk for place, match in following.matches.items()}
    to_begin = {
        held[bout.place]: _length(tournament, following, bout)
        for bout in following.resolution.bouts
        if bout.status in ("waiting", "ready") and bout.place in following.keys
    }
    rows = Match.objects.select_related("pair_a", "pair_b").filter(pk__in=to_begin)
    changed = [match for match in rows.order_by("pk") if match.best_of != to_begin[match.pk]]
    for match in changed:
        write(match, best_of=to_begin[match.pk])
    return tuple({**events.match_state(match), "best_of": match.best_of} for match in changed)


def row_of(
    tournament: Tournament, bout: Bout, pairs: Mapping[int, Pair], *, best_of: int | None = None
) -> Match:
    """A championship match made from a format's bout, not stored yet. `pairs`: by primary key;
    `best_of`: its length, or None for that of its place."""
    a, b = (pairs[pk] if pk is not None else None for pk in bout.pairs)
    return Match(
        tournament=tournament,
        kind=Match.Kind.CHAMPIONSHIP,
        round=bout.place.round,
        slot=bout.place.slot,
        pair_a=a,
        pair_b=b,
        best_of=best_of or tournament.lengths.of_place(bout.place),
        status=bout.status,
        winner=bout.winner or "",
        ended_by=bout.ended_by,
        finished_at=timezone.now() if bout.status == "finished" else None,
    )


def _write(tournament: Tournament, following: Following, bout: Bout) -> dict[str, Any]:
    if bout.place not in following.keys:
        return _create_match(tournament, following, bout)
    match = following.matches[bout.place]
    a, b = (following.pairs[pk] if pk is not None else None for pk in bout.pairs)
    goes_on = match.status == "finished" and bout.status == "playing"
    # Games may be fewer (T5) since the match was drawn: those that had ended were left alone.
    is_anew = match.status == "finished" or match.pk != following.keys[bout.place]
    length = {}
    if is_anew and bout.status in ("waiting", "ready"):
        length = {"best_of": min(match.best_of, _length(tournament, following, bout))}
    write(
        match,
        pair_a=a,
        pair_b=b,
        status=bout.status,
        winner=bout.winner or "",
        ended_by=bout.ended_by,
        games_a=bout.games.a,
        games_b=bout.games.b,
        finished_at=timezone.now() if bout.status == "finished" else None,
        **({"table": table_still_free(match)} if goes_on else {}),
        **length,
    )
    where = {"table": match.table.number if match.table else None} if goes_on else {}
    return {**events.match_state(match), **where, **length}


# The open consolation matches of a pair that leaves, and of one that comes back.


def lose_consolation(pair: Pair) -> list[dict[str, Any]]:
    """Gives the open consolation matches of a pair that has left to its opponents, or to nobody
    where the opponent has left too; returns them for the event."""
    live = _of_consolation(pair.tournament_id).filter(status__in=["ready", "playing"])
    lost = [match for match in live if pair.pk in match.pairs]
    for match in lost:
        write(
            match,
            status="finished",
            winner="".join(
                side
                for side, one in zip("AB", (match.pair_a, match.pair_b), strict=True)
                if one is not None and one.is_in and one != pair
            ),
            ended_by=GONE[Pair.Status(pair.status)].value,
            finished_at=timezone.now(),
        )
    return [events.match_state(match) for match in lost]


def resume_consolation(pair: Pair) -> list[dict[str, Any]]:
    """Opens again the consolation match that a pair which is back had lost by leaving; returns it
    for the event. It stays lost where a pair of it has left, is not beaten any more, or has had
    another one since."""
    last: dict[int | None, Match] = {}
    for match in _of_consolation(pair.tournament_id).order_by("pk"):
        last |= dict.fromkeys(match.pairs, match)
    lost = last.get(pair.pk)
    if lost is None or lost.ended_by not in BY_LEAVING:
        return []
    beaten = follow(tournament=pair.tournament).beaten
    both = [one for one in (lost.pair_a, lost.pair_b) if one is not None]
    if not all(one.is_in and one.pk in beaten and last[one.pk] is lost for one in both):
        return []
    write(
        lost,
        status="ready" if lost.started_at is None else "playing",
        winner="",
        ended_by="",
        finished_at=None,
        table=table_still_free(lost),
    )
    return [{**events.match_state(lost), "table": lost.table.number if lost.table else None}]


def _of_consolation(tournament_id: int) -> QuerySet[Match]:
    matches = Match.objects.filter(tournament=tournament_id, kind="consolation")
    return matches.select_related("pair_a", "pair_b", "table")


# A match whose result or start changes: what is kept of it before, and what follows from it.


@dataclass(frozen=True, slots=True)
class Moved:
    """A stored result that was changed, ready for the event of the change."""

    match: Match
    state: dict[str, Any]
    was: dict[str, Any]
    followed: BracketUpdate | None

    def to_json(self) -> dict[str, Any]:
        return {**self.state, "was": self.was, **self.follows}

    @property
    def follows(self) -> dict[str, Any]:
        """What followed in the bracket."""
        return self.followed.to_json() if self.followed else {}

    def store_event_number(self, event: Event) -> Cascade | None:
        """Stores the event's number in the cascade that this change began; returns the cascade, if
        any."""
        return self.followed.store_event_number(event) if self.followed else None


def an_end(
    match: Match, actor: Actor, reason: str = "", sets_aside: Sequence[int] = ()
) -> BracketChange:
    """The BracketChange of a match that ends now. No beaten pair comes back by it."""
    row = match_row(match)
    return BracketChange(
        "match.finished", actor, reason, sets_aside, match, before=row, reopens_beaten=False
    )


def followed(tournament: Tournament, change: BracketChange) -> BracketUpdate | None:
    """Brings the bracket into line with a changed match; None for one of the consolation. Raises
    what `bracket.update` raises."""
    in_bracket = change.match is not None and change.match.is_championship
    return update(tournament=tournament, change=change) if in_bracket else None
