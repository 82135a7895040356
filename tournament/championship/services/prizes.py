"""The prizes of a tournament and its timetable, announced and changed."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.championship.models import Tournament
from tournament.championship.rules import checked_prizes
from tournament.errors import StrOrPromise
from tournament.log import services as events
from tournament.log.rules.roles import Actor
from tournament.log.services import lock

FAULTS: dict[str, StrOrPromise] = {
    **wording.FAULTS,
    "no_letter": _(
        "This has no letter or digit in it. Write what there is to win, or what begins."
    ),
}


@transaction.atomic
def set_prizes(
    *,
    tournament_id: int,
    actor: Actor,
    places: object = (),
    consolation: object = (),
    text: object = "",
    timetable: object = (),
) -> Tournament:
    """Announces what there is to win and when what begins, in place of what was announced before.

    `places`, `consolation`: entries with `first`, `last` and `prize`; `timetable`: entries with
    `day`, `time` and `what`. What is left out is announced no more. Raises NotFound, NotAllowed,
    Refusal with every problem found (the codes of `checked_prizes`).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    prizes, faults = checked_prizes(
        places=places, consolation=consolation, text=text, timetable=timetable
    )
    wording.refuse(faults, FAULTS)
    tournament.prizes = prizes.to_json()
    tournament.save(update_fields=["prizes"])
    events.append(tournament, actor, "prizes.set", {"prizes": tournament.prizes})
    return tournament
