"""Takes a whole cascade back: hands, results, matches and pairs."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from scoring.course.queries.answers import hand_told
from scoring.course.services.refolding import games_json
from scoring.course.services.versions import Writing
from scoring.course.services.way_back import current_hands, go_back
from scoring.rulings.services import tribunal
from tournament.log.queries import checks, roles
from tournament.log.rules.actors import Actor
from tournament.log.services import events, records
from tournament.matches.models import Cascade
from tournament.matches.services import undoing


@transaction.atomic
def take_back(
    *, cascade_id: int, actor: Actor, reason: str, sets_aside: Sequence[int] = ()
) -> Cascade:
    """Restores everything as it was before one change: its match, and every later match that it set
    aside. Matches played in their place meanwhile are kept for the record; `sets_aside` names them.
    If a verdict made the change, the verdict is taken back and its case is open again. If the
    change brought a pair back, the pair has left again, and questions about it are closed. Who may
    not have made the change by the role may not take it back either.

    Raises NotFound, NotAllowed, Refusal (reason_required, later_match_begun), Conflict
    (already_undone, changed_since, cascade_changed).
    """
    tournament, cascade = undoing.to_take_back(cascade_id=cascade_id, actor=actor)
    why = checks.given_reason(reason)
    match, play = cascade.match, cascade.play
    verdict = ["tribunal.decided"] if play is not None and "case" in play else []
    roles.must_reach(tournament=tournament, actor=actor, kinds=[cascade.what, *verdict])
    data = {}
    if match is not None and play is not None and "since" in play:
        if current_hands(match) != play["since"]:
            raise undoing.changed_since(cascade)
        written = go_back(match=match, play=play, writing=Writing(actor, timezone.now(), why))
        data = {"hands": [hand_told(hand) for hand in written], "games": games_json(match)}
    restored = undoing.restore(
        tournament=tournament, cascade=cascade, actor=actor, reason=why, sets_aside=sets_aside
    )
    event = events.append(
        tournament=tournament,
        kind="cascade.undone",
        actor=actor,
        data={
            "match": records.match_ref(match) if match else None,
            **restored.to_json(),
            **data,
            **tribunal.ask_again(cascade),
            "reason": why,
        },
        topics=restored.topics,
    )
    restored.followed.seal(event)
    if cascade.pair is not None:
        tribunal.settle_departure(cascade.pair, why, actor)
    return cascade
