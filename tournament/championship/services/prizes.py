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
    "not_a_list": _("This is no list of entries. Give a list; an empty one for none."),
    "too_many": _("These are too many. Leave at most %(most)s of them."),
    "unknown_fields": _("An entry has these fields and no others: %(names)s."),
    "bad_place": _(
        "Give a place as a whole number from 1 to %(most)s, and the last of several places as the "
        "same one or a later one."
    ),
    "places_overlap": _(
        "The prize before this one goes as far as place %(place)s. Begin after it, from the first "
        "place on."
    ),
    "bad_day": _("Give the day as a whole number from 1, the first day, to %(most)s."),
    "bad_time": _("Give the time with hour and minutes, such as 16:30."),
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
