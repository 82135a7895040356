"""Imports a match that was played or written down elsewhere from its file.

The import does the same acts as people at the desk, in one transaction: it starts the match, enters
its hands and enters decisions of officials.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from django.db import transaction

from scoring.course.queries.states import Answer, rulings_json, state_of
from scoring.course.queries.stored import find_match
from scoring.course.services import submissions
from scoring.hands.services import hands
from scoring.hands.services.runs import Sent, record_run
from scoring.matchfiles.queries.imported import ImportedGame, ImportedHand, MatchImport
from scoring.matchfiles.queries.importing import import_of
from scoring.rulings.models import Ruling
from scoring.rulings.services import games, rulings
from scoring.wording.reasons import FILE_WENT_ON
from tournament.championship.models import Tournament
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.log.services import lock_match
from tournament.matches.models import Match
from tournament.matches.queries import guards
from tournament.matches.services import matches

Step = ImportedHand | ImportedGame


@transaction.atomic
def import_match(
    *,
    match_id: int,
    text: object,
    actor: Actor,
    sides: object = None,
    reason: object = "",
    key: str = "",
    expected_version: int | None = None,
) -> Answer:
    """Starts a match that has not begun and records everything that a `.mus` text says of it.

    Every hand is settled again; results in the file are only compared. `sides`: "AB" or "BA" says
    which pairs of the match the file's A and B are, whatever their names. `reason`: for decisions
    of officials that the file gives without a reason (D7).

    Raises NotFound, NotAllowed (not_an_organizer), Conflict (changed_meanwhile, key_reused),
    Refusal with every problem, named by its line. When it raises, nothing has changed.
    """
    tournament, match = lock_match(match_id=match_id)
    body = ["import", match_id, text, sides, reason]
    if (earlier := submissions.earlier_answer(actor=actor, key=key, body=body)) is not None:
        return earlier
    rights.official(tournament=tournament, actor=actor)
    guards.same_version(match=match, expected=expected_version)
    plan = import_of(match=match, text=text, sides=sides, reason=reason)
    matches.start(
        match_id=match_id,
        actor=actor,
        seating=plan.seating,
        first_mano=plan.first_mano,
        four_kings=plan.four_kings,
    )
    _log(tournament, match, plan, str(text), actor)
    steps = list(_steps(plan))
    while steps:
        done = _plain_hands(match_id, steps, actor)
        if not done:
            _one(match_id, steps[0], actor)
        del steps[: max(1, done)]
    answer = _answer(match_id, plan)
    return submissions.keep_answer(actor=actor, key=key, body=body, answer=answer)


def _log(tournament: Tournament, match: Match, plan: MatchImport, text: str, actor: Actor) -> None:
    """Appends the event that names the file; the events after it come from that file."""
    events.append(
        tournament=tournament,
        kind="match.imported",
        actor=actor,
        data={
            "match": events.match_ref(match),
            "sha256": sha256(text.encode("utf-8", "surrogatepass")).hexdigest(),
            "sides": plan.sides,
            "names": list(plan.names),
            "hands": len(plan.hands),
        },
    )


def _steps(plan: MatchImport) -> Iterator[Step]:
    """The hands in order. A game that an official decided follows its hands."""
    for game in plan.games:
        yield from game.hands
        if game.decided:
            yield game


def _plain_hands(match_id: int, steps: list[Step], actor: Actor) -> int:
    """Records as many of the first steps as `record_run` takes; returns how many."""
    sent = []
    for step in steps:
        if isinstance(step, ImportedGame) or step.ruled is not None:
            break
        sent.append(Sent("", step.posted, (step.game, step.number)))
    if not sent:
        return 0
    return len(record_run(match_id=match_id, sent=sent, actor=actor))


def _one(match_id: int, step: Step, actor: Actor) -> None:
    _let_go_on(match_id, actor)
    if isinstance(step, ImportedGame):
        games.rule(
            match_id=match_id,
            game=step.number,
            winner=step.decided,
            actor=actor,
            reason=step.reason,
        )
        return
    hands.record(
        match_id=match_id,
        record=step.posted,
        actor=actor,
        expected=(step.game, step.number),
        ruled=step.ruled,
        reason=step.reason,
    )


def _let_go_on(match_id: int, actor: Actor) -> None:
    """Decides open claims that block the match (S8). The file goes on after them, so its table
    accepted the stones of the settlement."""
    if not state_of(find_match(match_id=match_id), history=False).awaiting_ruling:
        return
    claims = Ruling.objects.filter(
        match_id=match_id, status=Ruling.Status.OPEN, kind=Ruling.Kind.CLAIM
    )
    for claim in claims.order_by("id"):
        rulings.decide_claim(
            ruling_id=claim.pk,
            actor=actor,
            stands="engine",
            reason=FILE_WENT_ON,
        )


def _answer(match_id: int, plan: MatchImport) -> dict[str, Any]:
    """What was recorded, and the state of the match."""
    match = find_match(match_id=match_id)
    opened = Ruling.objects.filter(match=match, status=Ruling.Status.OPEN).order_by("id")
    return {
        **plan.to_json(),
        "rulings": rulings_json(opened),
        "state": state_of(match, history=False).to_json(),
    }
