"""False words that an official lets count (G1). Each becomes a repetition ruling, already
decided.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext_lazy as _

from mus.sides import Side
from scoring.course.models import Game, Hand
from scoring.course.queries import ladder
from scoring.course.queries.consequences import consequences, with_decision
from scoring.course.queries.stored import stored_match
from scoring.course.services.questions import recount
from scoring.course.services.refolding import carry_out
from scoring.course.services.versions import Writing, decide, new_ruling
from scoring.rulings.models import Ruling, TribunalCase
from scoring.rulings.queries.words import NOTHING, FalseWord, Weighed, must_be_countable, takes
from scoring.wording.reasons import HAND_CHANGED
from tournament.errors import Refusal
from tournament.matches.models import Match

# Opens cases of the Disciplinary Tribunal (G1).


def open_case(ruling: Ruling, writing: Writing) -> TribunalCase:
    """Opens the Tribunal's case for a counted false claim. Only inside a service's transaction."""
    assert ruling.pair_id is not None
    return TribunalCase.objects.create(
        ruling=ruling,
        pair_id=ruling.pair_id,
        opened_by=writing.actor.label[:120],
        opened_at=writing.at,
    )


# Repeated false claims (G1): what they cost, and the order in which they must be decided.


def must_be_its_turn(ruling: Ruling) -> None:
    """`must_be_settled_before` for a repetition; any other ruling may be decided."""
    if ruling.kind == Ruling.Kind.REPETITION and ruling.pair_id is not None:
        must_be_settled_before(pair_id=ruling.pair_id, before=ruling)


def must_be_settled_before(*, pair_id: int, before: Ruling | None = None) -> None:
    """Raises Refusal (earlier_open, case_open) while a false claim of the pair raised before this
    ruling, or a case of it, is undecided. None: a ruling that is not made yet."""
    if ladder.earlier_open(pair_id=pair_id, before=before):
        raise Refusal.one(
            "ruling",
            "earlier_open",
            _("An earlier false claim of this pair is still open. Decide that one first."),
        )
    if ladder.open_cases(pair_id=pair_id):
        raise Refusal.one(
            "ruling",
            "case_open",
            _("The Disciplinary Tribunal has a case of this pair open. Decide that case first."),
        )


def lose_game(
    ruling: Ruling,
    writing: Writing,
    data: dict[str, Any],
    before: dict[str, Any] | None = None,
) -> bool:
    """Makes the pair lose the game in which it claimed falsely: the game in progress, or one that
    it had won. Returns whether it cost anything: False when the pair lost that game anyway.
    `before`: as in `carry_out`."""
    if takes(ruling) == NOTHING:
        return False
    assert ruling.game is not None
    stored = stored_match(match=ruling.match)
    number = ruling.game.number
    winner = Side(ruling.proposed["loser"]).other
    carry_out(
        stored=stored,
        plan=consequences(
            stored=stored, games=with_decision(stored, game=number, winner=winner), target=None
        ),
        writing=writing if writing.reason else replace(writing, reason="G1"),
        kind="ruling.made",
        data=data,
        decided_by={number: Game.EndedBy.FORFEIT.value},
        before=before,
    )
    return True


def to_count(*, hand: Hand, match: Match, counts: Collection[str]) -> tuple[Side, ...]:
    """`counts` as sides, after checking that their false words may count now. Raises Refusal
    (no_false_word, earlier_open, case_open)."""
    sides = must_be_countable(hand=hand, match=match, counts=counts)
    for side in sides:
        pair_id = match.pairs[side]
        assert pair_id is not None
        must_be_settled_before(pair_id=pair_id)
    return sides


def count(
    *,
    decision: Ruling,
    hand: Hand,
    weighed: Weighed,
    writing: Writing,
    before: dict[str, Any] | None,
) -> list[Ruling]:
    """Stores each word as a decided repetition; a third or later one opens a case. `before`: the
    state of the match before, in which the words are added as not counting."""
    rulings = [_create(decision, hand, word, writing) for word in weighed.words]
    for ruling in rulings:
        if ruling.proposed["tribunal"]:
            open_case(ruling, writing)
        if before is not None:
            before["rulings"][ruling.pk] = _as_if_not(ruling, writing)
    return rulings


def count_no_more(*, words: Sequence[Ruling], writing: Writing) -> None:
    """Makes words count no more. Raises Refusal (passed_on) when one of them opened a case."""
    if TribunalCase.objects.filter(ruling__in=[word.pk for word in words]).exists():
        raise Refusal.one(
            "ruling",
            "passed_on",
            _(
                "A false declaration that this ruling counted went to the Disciplinary Tribunal. "
                "Its verdict “cleared” takes it off the record."
            ),
        )
    for word in words:
        for name, value in _fell_away(writing).items():
            setattr(word, name, value)
        word.decided_at = writing.at
        word.save()
    for pair_id in {word.pair_id for word in words if word.pair_id is not None}:
        recount(pair_id=pair_id, writing=writing)


def _create(decision: Ruling, hand: Hand, word: FalseWord, writing: Writing) -> Ruling:
    proposed = {
        "clause": "G1", "time": word.time, "loser": str(word.side), "tribunal": word.tribunal,
        "word": True, "with": decision.pk,
    }  # fmt: skip
    ruling = new_ruling(
        decision.match, Ruling.Kind.REPETITION, writing,
        hand=hand, pair_id=word.pair_id, proposed=proposed,
    )  # fmt: skip
    outcome = proposed if word.tribunal else {**proposed, "takes": word.takes}
    decide(ruling, Ruling.Status.CONFIRMED, outcome, writing)
    return ruling


def _as_if_not(ruling: Ruling, writing: Writing) -> dict[str, Any]:
    return {
        **_fell_away(writing), "proposed": ruling.proposed, "decided_at": writing.at.isoformat(),
    }  # fmt: skip


def _fell_away(writing: Writing) -> dict[str, Any]:
    return {
        "status": Ruling.Status.DISMISSED.value,
        "outcome": {"superseded": True},
        "reason": writing.reason or HAND_CHANGED,
        "decided_by": writing.actor.label[:120],
        "decided_by_id": writing.actor.id,
    }
