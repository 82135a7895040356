"""Pairs are entered: who qualifies for a final, and the next season of a league."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from season.models import Circuit
from season.queries.circuits import get_public
from season.queries.divisions import NextSeason, Sizes
from season.queries.divisions import next_season as shown_season
from season.queries.log import tournament_ref
from season.queries.ranking import Qualifiers, qualifiers
from season.rules.points import (
    LAST_PLACE,
)
from season.services.acting import append, lock, tournament_of
from tournament.championship.models import Tournament
from tournament.entries.services.pairs import lock_for_entry
from tournament.errors import (
    Conflict,
    Refusal,
)
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.signup.services.desk import enter_list

MOST_DIVISIONS = 6
MOST_MOVES = 8


@transaction.atomic
def qualify(
    *,
    circuit_id: int,
    tournament_id: int,
    first: int,
    seen: str,
    actor: Actor,
    of_each: bool = False,
) -> Qualifiers:
    """Enters the first of the ranking, or `of_each` tournament of the circuit, in a tournament that
    the same person organizes; pairs that are in it already are left as they are. `seen`: the keys
    of those who were shown.

    Raises NotFound, NotAllowed, Conflict (changed_meanwhile), Refusal (of_players, nobody_enters,
    already_drawn, and the faults of entry lists).
    """
    circuit = lock(circuit_id, actor)
    tournament = tournament_of(tournament_id)
    rights.official(tournament=tournament, actor=actor)
    rights.whole_number(first, field="first", least=1, most=LAST_PLACE)
    if circuit.carried_by != Circuit.CarriedBy.PAIR:
        raise Refusal.one(
            "circuit",
            "of_players",
            _("In this circuit single players qualify. Enter their pairs by hand."),
        )
    view = get_public(slug=circuit.slug)
    preview = qualifiers(circuit=view, first=first, tournament_id=tournament_id, of_each=of_each)
    if preview.keys != seen:
        raise Conflict.over(
            "first",
            "changed_meanwhile",
            _("The ranking has changed meanwhile. Look at the list again, then enter it."),
            current={"seen": preview.keys},
        )
    if not preview.entering:
        raise Refusal.one(
            "first",
            "nobody_enters",
            _("All of these are entered there already. Choose more places."),
        )
    entered = enter_list(
        tournament_id=tournament_id, text=preview.text, actor=actor, only_good=True
    )
    of = tournament_ref(tournament_id)
    append(circuit, actor, "pairs.qualified", tournament=of, pairs=len(entered.pairs))
    return preview


# The next season of a league.


@transaction.atomic
def next_season(
    *,
    last: Sequence[int],
    coming: Sequence[int],
    moves: int,
    seen: str,
    actor: Actor,
    gone_go_down: bool = True,
    sizes: Sizes = "equal",
    chosen: Mapping[int, int] = MappingProxyType({}),
) -> NextSeason:
    """Enters the pairs of a league's divisions in the tournaments of its next season, with `moves`
    up and as many down between neighbours; the actor organizes all of them. `last` and `coming`:
    the best division first; `seen`: the `keys` of what was proposed; the other arguments as in the
    query of this name. Pairs that are in already are left as they are.

    Raises NotFound, NotAllowed, Conflict (changed_meanwhile), Refusal (no_divisions, twice,
    not_finished, tied, out_of_range, already_drawn, nobody_enters).
    """
    if not last or len(last) != len(coming) or len(last) > MOST_DIVISIONS:
        raise Refusal.one(
            "last", "no_divisions", _("Choose for each division its last and its next tournament.")
        )
    if len({*last, *coming}) < len(last) + len(coming):
        raise Refusal.one("coming", "twice", _("Choose each tournament once."))
    rights.whole_number(moves, field="moves", least=0, most=MOST_MOVES)
    for tournament_id in sorted(coming):
        lock_for_entry(tournament_id=tournament_id, actor=actor)
    for tournament_id in last:
        tournament = tournament_of(tournament_id)
        rights.official(tournament=tournament, actor=actor)
        if tournament.status != Tournament.Status.FINISHED:
            raise Refusal.one(
                "last",
                "not_finished",
                _("%(name)s is not finished yet."),
                name=tournament.name,
            )
    preview = shown_season(
        last=last, coming=coming, moves=moves, gone_go_down=gone_go_down, sizes=sizes,
        chosen=chosen,
    )  # fmt: skip
    if preview.keys != seen:
        raise Conflict.over(
            "last",
            "changed_meanwhile",
            _("The tables have changed meanwhile. Look at the lists again, then enter them."),
            current={"seen": preview.keys},
        )
    if preview.ties:
        raise Refusal(preview.ties)
    for division in preview.divisions:
        faulty = {problem.field.partition(".")[0] for problem in division.problems}
        if len(faulty) < len(division.entrants):
            enter_list(
                tournament_id=division.tournament_id, text=division.text, actor=actor,
                only_good=True,
            )  # fmt: skip
    return preview
