"""A substitute in a tournament of a circuit: nobody of another pair of the circuit (T6)."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from season.queries.circuits import circuit_of
from season.queries.ranking import other_pair_of
from tournament.entries.models import Pair
from tournament.entries.services import pairs
from tournament.errors import Refusal


def substitute(
    *, tournament_id: int, pair_id: int, player: str, beyond_rule: bool = False, **arguments: Any
) -> Pair:
    """As `pairs.substitute`. Where the tournament counts for a circuit that is carried by the pair,
    somebody who has played there with another partner takes no seat, unless `beyond_rule`.

    Raises what `pairs.substitute` does, and Refusal (plays_in_circuit).
    """
    circuit = circuit_of(tournament_id=tournament_id)
    other = None
    if circuit is not None and circuit.carried_by == "pair":
        other = other_pair_of(circuit=circuit, pair_id=pair_id, player=player)
    if other is not None and not beyond_rule:
        raise Refusal.one(
            "player",
            "plays_in_circuit",
            _(
                "%(player)s belongs to %(pair)s in the circuit %(circuit)s. Choose somebody else, "
                "or tick that the organizers allow it."
            ),
            player=player.strip(),
            pair=other,
            circuit=circuit.name if circuit else "",
        )
    return pairs.substitute(
        pair_id=pair_id,
        player=player,
        beyond_rule=beyond_rule,
        beyond_circuit=other is not None,
        **arguments,
    )
