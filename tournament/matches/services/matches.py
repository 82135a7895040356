"""Matches from the assignment of a table to the last game. `results` has how they end."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from mus.sides import Side
from tournament import wording
from tournament.acts import with_follow_ups
from tournament.championship.models import Tournament
from tournament.errors import NotFound, Refusal
from tournament.formats.regulations import REGULATIONS
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules import text as texts
from tournament.log.rules.roles import Actor
from tournament.log.services import lock, lock_match
from tournament.matches.models import Match
from tournament.matches.queries import guards
from tournament.matches.services import bracket
from tournament.matches.services.bracket import (
    BracketChange,
    followed,
    lock_as_seen,
    match_row,
    write,
)
from tournament.matches.services.results import (
    finish,
    finish_locked,
    record_result,
    reopen,
    replace_result,
    unplayed,
    walkover,
)
from tournament.tables.models import Table

# What is agreed before a match: who sits where, and the number of kings.


PLAYERS = ([1, 2], [2, 1])
LONGEST_NAME = 80


def seats(seating: Mapping[str, Sequence[int]] | None) -> dict[str, list[int]]:
    """Side → its players in seat order. None: player 1 sits first. Raises Refusal."""
    if seating is None:
        return {"A": [1, 2], "B": [1, 2]}
    value: Any = seating
    if isinstance(value, Mapping) and set(value) == {"A", "B"}:
        sides = {side: value[side] for side in ("A", "B")}
        if all(
            isinstance(players, list | tuple)
            and [*players] in PLAYERS
            and {*map(type, players)} == {int}
            for players in sides.values()
        ):
            return {side: [*players] for side, players in sides.items()}
    raise Refusal.one(
        "seating",
        "bad_seating",
        _("Say for each pair which of its players, 1 or 2, sits first: for example 1, 2."),
    )


def _names_of_clubs(match: Match, names: object) -> list[list[str]]:
    """Who plays for the clubs of a match, A's two and B's two; [] where nobody is named."""
    by_side: Any = names or {}
    if not isinstance(by_side, Mapping) or not by_side.keys() <= {"A", "B"}:
        raise Refusal.one("names", "bad_names", _("Name the players of A, of B, or of both."))
    club_names: list[list[str]] = []
    for side, pair in (("A", match.pair_a), ("B", match.pair_b)):
        both = by_side.get(side) or []
        if both and pair is not None and pair.player_2:
            raise Refusal.one(
                f"names.{side}",
                "not_a_club",
                _("%(pair)s has its players already. Leave the names out."),
                pair=pair.name,
            )
        club_names.append(_two_names(both, f"names.{side}"))
    if not any(club_names):
        return []
    _must_play_nowhere_else(match, club_names)
    return club_names


def _two_names(both: object, field: str) -> list[str]:
    if not isinstance(both, list | tuple) or len(both) not in (0, 2):
        raise Refusal.one(field, "two_names", _("Give two names; either may be empty."))
    cleaned = [
        texts.clean(name, field=field, longest=LONGEST_NAME, required=bool(name)) for name in both
    ]
    wording.refuse([fault for _text, fault in cleaned if fault])
    names = [text for text, _fault in cleaned]
    return names if any(names) else []


def _must_play_nowhere_else(match: Match, names: Sequence[Sequence[str]]) -> None:
    """Raises Refusal when a name is that of somebody who plays in another seat now."""
    playing = Match.objects.filter(tournament=match.tournament_id, status="playing")
    seats_taken = {
        texts.folded(player): pair.name
        for other in playing.select_related("pair_a", "pair_b")
        for side, pair in zip(Side, (other.pair_a, other.pair_b), strict=True)
        if pair is not None
        for player in other.players(side)
    }
    for side, pair, both in zip("AB", (match.pair_a, match.pair_b), names, strict=True):
        for player in filter(None, both):
            if (taken := seats_taken.get(texts.folded(player))) is not None:
                raise Refusal.one(
                    f"names.{side}",
                    "plays_elsewhere",
                    _("%(player)s is playing for %(pair)s. Name somebody else, or leave it empty."),
                    player=player,
                    pair=taken,
                )
            seats_taken[texts.folded(player)] = pair.name if pair else ""


def agreed_four_kings(tournament: Tournament, choice: object) -> bool:
    """Whether the match is played with four kings (T4). Raises Refusal."""
    if type(choice) is not bool:
        raise Refusal.one("four_kings", "bad_four_kings", _("Say yes or no."))
    offered = REGULATIONS[tournament.regulation].offers_four_kings(tournament.settings)
    if choice and not offered:
        raise Refusal.one(
            "four_kings",
            "four_kings_not_offered",
            _("This regulation leaves no choice of kings. Leave the box empty."),
        )
    return choice


# Takes back the start of a match: by an official, or at its own table.


AT_THE_TABLE = "at_the_table"
"""The reason stored when a table takes its own start back; the log's page translates it."""


@with_follow_ups
def undo_start(
    *,
    match_id: int,
    actor: Actor,
    reason: str,
    expected_version: int | None = None,
    sets_aside: Sequence[int] = (),
) -> Match:
    """Takes back the start of a match in which no game has been won: the wrong one was started.
    `sets_aside`: the later matches that fall, where the match had been opened again.

    Raises NotFound, NotAllowed, Conflict, Refusal (not_playing, games_won, later_match_begun).
    """
    tournament, match = lock_as_seen(match_id=match_id, actor=actor, version=expected_version)
    why = rights.given_reason(reason)
    return _not_begun(tournament, match, actor, sets_aside, reason=why)


@transaction.atomic
def take_back_start(*, match_id: int, actor: Actor) -> Match:
    """Takes back the start of a match at its own table, before its first hand; returns the match,
    ready to begin again. The caller must check that no hand counts.

    Raises NotFound, NotAllowed, Conflict, Refusal (not_playing, games_won).
    """
    tournament, match = lock_match(match_id=match_id)
    rights.official_or_table(tournament=tournament, match=match, actor=actor)
    return _not_begun(tournament, match, actor, reason="", because=AT_THE_TABLE)


def _not_begun(
    tournament: Tournament,
    match: Match,
    actor: Actor,
    sets_aside: Sequence[int] = (),
    **why: str,
) -> Match:
    guards.must_be(match, "playing")
    if any(match.games):
        raise Refusal.one(
            "match",
            "games_won",
            _("A game of this match has been won. Correct its hands instead."),
        )
    change = BracketChange(
        "match.start_undone",
        actor,
        why["reason"],
        sets_aside,
        match,
        before=match_row(match),
        reopens_beaten=False,
    )
    write(
        match,
        status="ready",
        started_at=None,
        seating=None,
        first_mano=None,
        four_kings=False,
        names=[],
    )
    update = followed(tournament, change)
    consequences = update.to_json() if update and (update.matches or update.set_aside) else {}
    event = events.append(
        tournament,
        actor,
        "match.start_undone",
        {**events.match_state(match), **why, **consequences},
    )
    if update:
        update.store_event_number(event)
    return match


__all__ = [
    "AT_THE_TABLE",
    "assign_free_tables",
    "assign_table",
    "finish",
    "finish_locked",
    "games_entry",
    "record_result",
    "reopen",
    "replace_result",
    "set_games",
    "start",
    "take_back_start",
    "undo_start",
    "unplayed",
    "walkover",
]


@transaction.atomic
def assign_table(
    *, match_id: int, table_number: int | None, actor: Actor, expected_version: int | None = None
) -> Match:
    """Gives a match a table, now or for later; None takes it from its table. Returns the match. The
    table that it has already changes nothing.

    Raises NotFound (no_such_table), NotAllowed, Conflict, Refusal (match_finished, table_busy,
    table_out).
    """
    tournament, match = lock_as_seen(match_id=match_id, actor=actor, version=expected_version)
    guards.must_be(match, "waiting", "ready", "playing")
    table = _table(tournament, table_number)
    if table is not None and match.status == "playing":
        guards.must_be_free(table, match)
    if table == match.table:
        return match
    was = {"table": match.table.number if match.table else None}
    write(match, table=table)
    events.append(
        tournament,
        actor,
        "match.table_assigned",
        {**events.match_state(match), "table": table_number, "was": was},
    )
    if table is not None and match.status == "ready":
        bracket.tell(tournament=tournament, matches=[match])
    return match


@transaction.atomic
def assign_free_tables(*, tournament_id: int, actor: Actor) -> tuple[Match, ...]:
    """Gives the free tables, lowest first, to the matches that could start, in bracket order. None
    is given that is out of service, and one that is kept for a pair goes to its matches alone.

    Raises NotFound, NotAllowed, Refusal (nothing_to_assign).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    live = Match.objects.filter(tournament=tournament, status__in=["ready", "playing"])
    at_tables = live.filter(table__isnull=False).values_list("table_id", "pair_a_id", "pair_b_id")
    busy_tables = {table for table, _a, _b in at_tables}
    busy_pairs: set[int | None] = {pair for _table, *pairs in at_tables for pair in pairs}
    free = [table for table in in_service(tournament) if table.pk not in busy_tables]
    kept = kept_tables(tournament)
    ready = live.filter(status="ready", table__isnull=True).select_related("pair_a", "pair_b")
    assignments: list[tuple[Match, Table]] = []
    for match in ready.order_by("kind", "round", "slot"):
        # No pair is called to a second table.
        table = table_for(match, free, kept) if busy_pairs.isdisjoint(match.pairs) else None
        if table is not None:
            busy_pairs.update(match.pairs)
            free.remove(table)
            assignments.append((match, table))
    if not assignments:
        raise Refusal.one(
            "tables",
            "nothing_to_assign",
            _("There is no free table for a match without one. Wait for a match to end."),
        )
    for match, table in assignments:
        write(match, table=table)
    events.append(
        tournament,
        actor,
        "tables.assigned",
        {
            "assigned": [
                {"match": events.match_ref(match), "table": table.number}
                for match, table in assignments
            ]
        },
    )
    bracket.tell(tournament=tournament, matches=[match for match, _table in assignments])
    return tuple(match for match, _table in assignments)


def in_service(tournament: Tournament) -> list[Table]:
    """The tables that matches can be given, by number."""
    tables = Table.objects.filter(tournament=tournament, number__lte=tournament.tables_count)
    rows = tables.select_related("arrangement").order_by("number")
    return [table for table in rows if not table.is_out]


def kept_tables(tournament: Tournament) -> dict[int, Table]:
    """Pair → the table that is kept for it, while it has a match to play."""
    to_play = Match.objects.filter(tournament=tournament).exclude(status="finished")
    pairs = {pair for both in to_play.values_list("pair_a_id", "pair_b_id") for pair in both}
    tables = in_service(tournament)
    return {
        table.kept_for_id: table
        for table in reversed(tables)
        if table.kept_for_id is not None and table.kept_for_id in pairs
    }


def table_for(match: Match, free: Sequence[Table], kept: Mapping[int, Table]) -> Table | None:
    """The free table for a match: that of its pair, where one is kept for it; otherwise the first
    that is kept for nobody. None: it has to wait."""
    own = [kept[pair] for pair in match.pairs if pair is not None and pair in kept]
    if own:
        return next((table for table in free if table in own), None)
    return next((table for table in free if table not in kept.values()), None)


@transaction.atomic
def start(
    *,
    match_id: int,
    actor: Actor,
    table_number: int | None = None,
    seating: Mapping[str, Sequence[int]] | None = None,
    first_mano: int = 0,
    four_kings: bool = False,
    names: Mapping[str, Sequence[str]] | None = None,
    expected_version: int | None = None,
) -> Match:
    """Begins a match. `seating`: {"A": [player at seat 0, at seat 2], "B": [at 1, at 3]}, players
    being 1 and 2; `first_mano`: the seat that speaks first (H1); `four_kings` by agreement of both
    pairs (T4). Without `table_number` the match keeps its assigned table. `names`: {"A": [one,
    other]}, who plays for a club that entered alone.

    Raises NotFound, NotAllowed, Conflict, Refusal (already_playing,
    pairs_unknown, match_finished, table_busy, pair_busy,
    four_kings_not_offered, bad_seating, out_of_range, not_a_club, and the names' faults).
    """
    tournament, match = lock_match(match_id=match_id)
    table = _table(tournament, table_number) or match.table
    _may_start_there(tournament, match, table, actor)
    guards.same_version(match=match, expected=expected_version)
    guards.must_be(match, "ready")
    if table is not None:
        guards.must_be_free(table, match)
    guards.pairs_must_be_free(match)
    write(
        match,
        status="playing",
        table=table,
        seating=seats(seating),
        first_mano=rights.whole_number(first_mano, field="first_mano", least=0, most=3),
        four_kings=agreed_four_kings(tournament, four_kings),
        names=_names_of_clubs(match, names),
        started_at=timezone.now(),
    )
    events.append(tournament, actor, "match.started", started_data(match))
    return match


@transaction.atomic
def set_games(
    *, match_id: int, games: Sequence[int], actor: Actor, expected_version: int | None = None
) -> Match:
    """Sets the games won so far by A and by B in a match being played. They may also go down, when
    a hand is corrected. Does not end the match: call `finish` when it is won.

    Raises NotFound, NotAllowed, Conflict, Refusal (not_playing, match_finished, bad_games).
    """
    tournament, match = lock_as_seen(
        match_id=match_id, actor=actor, version=expected_version, by_its_table=True
    )
    guards.must_be(match, "playing")
    a, b = rights.two_games(games, most=max(map(max, match.results)))
    if a + b > max(map(sum, match.results)):
        raise Refusal.one(
            "games", "bad_games", _("Both pairs cannot have won the match. Check the games.")
        )
    write(match, games_a=a, games_b=b)
    events.append_all(tournament=tournament, actor=actor, entries=[games_entry(match)])
    return match


def games_entry(match: Match) -> events.NewEvent:
    """The event that tells the games won so far, for a service that writes the games itself."""
    return events.NewEvent("match.games", events.match_state(match))


def started_data(match: Match) -> dict[str, object]:
    """The event's data for a match that has begun."""
    return {
        **events.match_state(match),
        "table": match.table.number if match.table else None,
        "seating": match.seating,
        "first_mano": match.first_mano,
        "four_kings": match.four_kings,
        "best_of": match.best_of,
        **({"names": match.names} if match.names else {}),
    }


def _table(tournament: Tournament, number: int | None) -> Table | None:
    if number is None:
        return None
    if type(number) is int and 1 <= number <= tournament.tables_count:
        tables = Table.objects.select_related("arrangement")
        table = tables.get(tournament=tournament, number=number)
        if table.is_out:
            raise Refusal.one(
                "table_number",
                "table_out",
                _("Table %(number)s is out of service. Choose another one."),
                number=number,
            )
        return table
    raise NotFound.one(
        "table_number",
        "no_such_table",
        _("There is no such table. Choose one from 1 to %(most)s."),
        most=tournament.tables_count,
    )


def _may_start_there(
    tournament: Tournament, match: Match, table: Table | None, actor: Actor
) -> None:
    """Raises unless the actor may start the match at this table. An official may start a match at
    any table. A device may start a match only at its own table, and only if the match has no other
    table. A match without a table gets this table here, so that the device has the right to the
    match by its table."""
    if actor.kind == "device" and table is not None and match.table_id in (None, table.pk):
        match.table = table
    rights.official_or_table(tournament=tournament, match=match, actor=actor)
    if actor.kind == "device" and match.table != table:
        rights.refuse_other_table()
