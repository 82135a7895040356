"""A substitute in a tournament of a circuit: nobody of another pair of the circuit (T6)."""

from django.utils.translation import gettext_lazy as _

from season.queries.circuits import circuit_of
from season.queries.ranking import other_pair_of
from tournament.acts import Steps
from tournament.entries.models import Pair
from tournament.errors import Refusal


def must_play_for_no_other(
    *, pair_id: int, player: str, beyond_rule: bool = False, **_act: object
) -> Steps:
    """Follow-up of `pairs.substitute`. Where the tournament counts for a circuit that is carried by
    the pair, somebody who has played there with another partner takes no seat, unless
    `beyond_rule`.

    Raises Refusal (plays_in_circuit).
    """
    of = Pair.objects.filter(pk=pair_id).values_list("tournament_id", flat=True).first()
    circuit = None if of is None else circuit_of(tournament_id=of)
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
    yield {"beyond_circuit": other is not None}
