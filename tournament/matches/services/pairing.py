"""Who plays whom in a round just drawn, changed by an official.

The round must not have begun. The program's own matches, a reason and the warnings go on the
record, and everybody sees at the round that it was changed by hand.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.errors import Conflict, Problem, Refusal
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.matches.models import Match
from tournament.matches.queries.pairing import (
    Pairings,
    RoundByHand,
    Warned,
    checked,
    no_round_to_change,
    numbers,
    round_by_hand,
    to_change,
)
from tournament.matches.services import bracket
from tournament.matches.services.bracket import BracketUpdate
from tournament.matches.services.results import REASON, rolled_back


@transaction.atomic
def pair_by_hand(
    *,
    tournament_id: int,
    matches: Sequence[Sequence[int | None]],
    actor: Actor,
    reason: str,
    round: int | None = None,
    instead_of: Sequence[Sequence[int | None]] | None = None,
    despite_warnings: bool = False,
) -> RoundByHand:
    """Changes who plays whom in the last round drawn; returns the round as it stands then.

    `matches`: two numbers of pairs for each match, one and None for a bye: every pair of the round
    once, and as many byes as before. `round`: its number, and `instead_of`: its matches, as they
    were when this was decided. Raises NotFound, NotAllowed, Refusal (no_round_to_change,
    bad_pairing, not_in_this_round, paired_twice, left_without_a_match, bad_byes,
    nothing_to_change, not_in_one_pool, reason_required; rematch and second_bye unless
    `despite_warnings`), Conflict (changed_meanwhile).
    """
    tournament, round_ = _lock_round(tournament_id, actor, round)
    if instead_of is not None and numbers(instead_of) != round_.now:
        raise Conflict.over(
            "matches",
            "changed_meanwhile",
            _("The round has changed. Look at it again, then decide."),
            current={"matches": [list(both) for both in round_.now]},
        )
    pairings = checked(round_, matches)
    if _alike(pairings) == _alike(round_.now):
        raise Refusal.one("matches", "nothing_to_change", _("Nobody's opponent would change."))
    warnings = round_.warnings(pairings)
    if heavy := [warning for warning in warnings if warning.is_heavy and not despite_warnings]:
        raise Refusal([Problem("matches", one.kind, one.words) for one in heavy])
    why = rights.given_reason(reason)
    tournament.rounds_by_hand = sorted({*tournament.rounds_by_hand, round_.round})
    tournament.save(update_fields=["rounds_by_hand"])
    _seat(tournament, round_, pairings)
    followed = bracket.update(tournament=tournament)
    now = round_by_hand(tournament=tournament)
    if now is None or _alike(now.now) != _alike(pairings):
        raise Refusal.one(
            "matches",
            "not_in_one_pool",
            _("Unbeaten pairs meet unbeaten ones, and beaten pairs beaten ones. Choose others."),
        )
    _append(
        tournament,
        "round.paired_by_hand",
        actor,
        followed,
        {
            "round": round_.round,
            "matches": [list(both) for both in now.now],
            "instead_of": [list(both) for both in round_.own],
            "warnings": [
                {"kind": warning.kind, "pairs": list(warning.pairs)} for warning in warnings
            ],
            "reason": why,
        },
    )
    return now


def preview_pairing(
    *,
    tournament_id: int,
    matches: Sequence[Sequence[int | None]],
    actor: Actor,
    instead_of: Sequence[Sequence[int | None]] | None = None,
) -> tuple[Warned, ...]:
    """What speaks against these matches, the heaviest first: they are made, and rolled back. Raises
    what `pair_by_hand` raises, but for warnings."""

    def act() -> None:
        pair_by_hand(
            tournament_id=tournament_id,
            matches=matches,
            actor=actor,
            reason=REASON,
            instead_of=instead_of,
            despite_warnings=True,
        )

    def look(_falls: tuple[int, ...]) -> tuple[Warned, ...]:
        return to_change(tournament_id=tournament_id).warnings(numbers(matches))

    return rolled_back(act, look)


def _lock_round(
    tournament_id: int, actor: Actor, round: int | None
) -> tuple[Tournament, RoundByHand]:
    tournament = lock(tournament_id=tournament_id, official=actor)
    round_ = round_by_hand(tournament=tournament)
    if round_ is None or round not in (None, round_.round):
        raise no_round_to_change()
    return tournament, round_


def _alike(matches: Iterable[tuple[int, int | None]]) -> frozenset[frozenset[int | None]]:
    return frozenset(map(frozenset, matches))


def _seat(tournament: Tournament, round_: RoundByHand, pairings: Pairings) -> None:
    """Puts the pairs into the round's rows. A match that stays keeps its row; a bye takes the row
    of a bye."""
    rows = Match.objects.filter(tournament=tournament, kind="championship", round=round_.round)
    stood = [
        match
        for match in rows.select_related("pair_a", "pair_b").order_by("slot")
        if match.pair_a or match.pair_b
    ]
    stays = {frozenset(match.pairs) for match in stood}
    pairs = {pair.number: pair for pair in Pair.objects.filter(tournament=tournament)}
    new: dict[bool, list[tuple[Pair, Pair | None]]] = {True: [], False: []}
    for a, b in pairings:
        both = pairs[a], pairs[b] if b is not None else None
        if frozenset(one.pk if one else None for one in both) not in stays:
            new[b is None].append(both)
    target_pairings = {
        frozenset(pairs[n].pk if n is not None else None for n in both) for both in pairings
    }
    for match in stood:
        if frozenset(match.pairs) in target_pairings:
            continue
        pair_a, pair_b = new[None in match.pairs].pop(0)
        bare = {"status": "waiting", "winner": "", "ended_by": "", "finished_at": None}
        bracket.write(match, pair_a=pair_a, pair_b=pair_b, **bare)


def _append(
    tournament: Tournament,
    kind: str,
    actor: Actor,
    followed: BracketUpdate,
    data: dict[str, Any],
) -> None:
    events.append(tournament, actor, kind, {**data, **followed.to_json()})
