"""Decisions of officials (D7): questions are confirmed, replaced or dismissed.

A ruling is open or decided; decided, it is confirmed, replaced or dismissed. What each act makes
of it, by its kind (an act that a kind does not name is refused: `other_kind`):

    kind          state      act                                  state after  clause
    ------------  ---------  -----------------------------------  -----------  ------
    (none)        -          the hand asks (`questions.ask`)      open         D7 S8 G1
    needs_ruling  open       `confirm`                            confirmed    D7
    needs_ruling  open       `replace`                            replaced     D7
    claim         open       `decide_claim` "engine"              confirmed    S8
    claim         open       `decide_claim` "claim", `replace`    replaced     S8
    claim         open       `dismiss`: it was withdrawn          dismissed    S8
    repetition    open       `confirm`: second, the game is lost  confirmed    G1
    repetition    open       `confirm`, `pass_on`: third, a case  confirmed    G1
    repetition    open       `dismiss`: it does not count         dismissed    G1
    call          open       `calls.close`                        confirmed    -
    call          open       `dismiss`                            dismissed    -
    attention     open       `attention.close`, `dismiss`         dismissed    -
    appeal        open       `appeals`: its own table             any          D7
    (none)        -          `overrule`                           replaced     D7
    (none)        -          `games.rule`, `games.take_back`      replaced     D7
    (none)        -          `games.forfeit`                      replaced     G1 T7
    (none)        -          `counts`: a false word counts        confirmed    G1
    of a hand     open       the hand asks no more, or is void    dismissed    -
    of play       open       `endings`: the match ends otherwise  dismissed    T6
    of a hand     dismissed  `results.reopen`, if still asked     open         D7
    of a hand     decided    `taking_back.take_back`              open         D7
    of play       decided    `take_back`, the match is over       dismissed    T6

"Over": ended otherwise than by its hands. "Of a hand" are all kinds but call, attention and appeal;
"of play", of these, all but a third false claim, which is about the pair. An overruled hand and a
counted word answered no question: `taking_back.take_back` opens none, but pays the hand by the
rules again, or takes the word off the record.
"""

from collections.abc import Collection, Sequence
from typing import Literal, Unpack

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.course.queries.states import current_state
from scoring.course.queries.stored import find_hand, stored_match
from scoring.course.services import versions
from scoring.course.services.questions import recount
from scoring.course.services.refolding import play_of
from scoring.course.services.versions import Writing, decide, new_ruling, writing_of
from scoring.rulings.models import Ruling, TribunalCase
from scoring.rulings.queries.review import ruling_json
from scoring.rulings.queries.words import takes
from scoring.rulings.services.decisions import (
    advance,
    claim_of,
    confirm_with_words,
    log_ruling,
    open_ruling,
    read_outcome,
    rule_hand,
    to_decide,
)
from scoring.rulings.services.words import lose_game, must_be_its_turn, open_case
from tournament.acts import Act, Decision
from tournament.errors import Conflict, Refusal
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.log.services import lock_match

Kind, Status = Ruling.Kind, Ruling.Status


@transaction.atomic
def confirm(
    *,
    ruling_id: int,
    actor: Actor,
    reason: str = "",
    counts: Collection[str] = (),
    sets_aside: Sequence[int] = (),
    expected_version: int | None = None,
) -> Ruling:
    """Confirms what the program proposes. `counts`: the pairs ("A", "B") whose false yes or no in
    the hand counts as a repetition from now on, which needs a reason.

    A confirmed second false claim costs the pair the game (G1); a third or later one opens a case
    of the Disciplinary Tribunal. A match that only waited for this ends.

    Raises NotFound, NotAllowed, Conflict (already_decided, changed_meanwhile, cascade_changed),
    Refusal (other_kind, earlier_open, case_open, no_false_word, both_lose_the_game,
    later_match_begun).
    """
    kinds = [Kind.NEEDS_RULING] if counts else [Kind.NEEDS_RULING, Kind.REPETITION]
    ruling = open_ruling(ruling_id, actor, expected_version, kinds)
    why = rights.given_reason(reason, required=bool(counts))
    must_be_its_turn(ruling)
    writing = Writing(actor, timezone.now(), why, sets_aside=tuple(sets_aside))
    if ruling.kind == Kind.REPETITION:
        _let_count(ruling, writing)
    elif counts:
        confirm_with_words(ruling, counts, writing)
    else:
        decide(ruling, Status.CONFIRMED, ruling.proposed, writing)
        log_ruling(ruling, actor)
        advance(ruling.match, actor)
    return ruling


@transaction.atomic
def pass_on(
    *, ruling_id: int, actor: Actor, reason: str = "", expected_version: int | None = None
) -> TribunalCase:
    """Lets a third or later false claim count, which opens a case of the Disciplinary Tribunal
    (G1); returns the case. Raises what `confirm` raises, and Refusal (not_for_the_tribunal)."""
    ruling = open_ruling(ruling_id, actor, expected_version)
    if not ruling.proposed.get("tribunal"):
        raise Refusal.one(
            "ruling",
            "not_for_the_tribunal",
            _("Only a third or later false claim goes to the Disciplinary Tribunal."),
        )
    decided = confirm(ruling_id=ruling_id, actor=actor, reason=reason)
    return TribunalCase.objects.get(ruling=decided)


@transaction.atomic
def replace(
    *,
    ruling_id: int,
    stones: Sequence[int] | None = None,
    game_winner: str | None = None,
    counts: Collection[str] = (),
    **act: Unpack[Act],
) -> Ruling:
    """Replaces what the program proposes for a hand with the official's stones (of A and B), or
    winner of the game. Every hand after it is settled again. `counts`: as in `confirm`.

    Raises NotFound, NotAllowed, Conflict (already_decided, changed_meanwhile), Refusal
    (reason_required, bad_outcome, those of `confirm` for false words, and those of a correction).
    """
    ruling, writing = to_decide(ruling_id, [Kind.NEEDS_RULING, Kind.CLAIM], act)
    rule_hand(ruling, read_outcome(stones, game_winner), Status.REPLACED, writing, counts)
    return ruling


@transaction.atomic
def decide_claim(
    *, ruling_id: int, stands: Literal["engine", "claim"], **act: Unpack[Act]
) -> Ruling:
    """Decides a claim that differs (S8): `stands` says whether the stones of the rules or of the
    table count. With the table's stones a seen órdago keeps its winner. It may be decided at any
    time, also after the match has ended. `sets_aside`: the later matches that are set aside by it.

    Raises NotFound, NotAllowed, Conflict (already_decided, changed_meanwhile), Refusal
    (reason_required…).
    """
    ruling, writing = to_decide(ruling_id, [Kind.CLAIM], act)
    if stands == "claim":
        rule_hand(ruling, claim_of(ruling), Status.REPLACED, writing)
    elif stands == "engine":
        decide(ruling, Status.CONFIRMED, {"stones": ruling.proposed["stones"]}, writing)
        log_ruling(ruling, writing.actor)
        advance(ruling.match, writing.actor)
    else:
        raise Refusal.one(
            "stands", "bad_choice", _("Say which stands: “engine” (the rules) or “claim”.")
        )
    return ruling


@transaction.atomic
def dismiss(*, ruling_id: int, **act: Unpack[Decision]) -> Ruling:
    """Dismisses a question without consequence, such as a repetition that does not count or a claim
    that was withdrawn.

    Raises NotFound, NotAllowed, Conflict (already_decided, changed_meanwhile), Refusal
    (reason_required, other_kind: a hand that needs a ruling must be confirmed or replaced).
    """
    kinds = [Kind.REPETITION, Kind.CLAIM, Kind.CALL, Kind.ATTENTION]
    ruling, writing = to_decide(ruling_id, kinds, act)
    must_be_its_turn(ruling)
    decide(ruling, Status.DISMISSED, {}, writing)
    if ruling.kind == Kind.REPETITION and ruling.pair_id is not None:
        recount(pair_id=ruling.pair_id, writing=writing)
    log_ruling(ruling, writing.actor)
    advance(ruling.match, writing.actor)
    versions.end_released(writing=writing)
    return ruling


@transaction.atomic
def overrule(
    *,
    match_id: int,
    game: int,
    number: int,
    stones: Sequence[int] | None = None,
    game_winner: str | None = None,
    counts: Collection[str] = (),
    **act: Unpack[Act],
) -> Ruling:
    """Rules on any hand, always with a reason (D7). `counts`: as in `confirm`. When the stones are
    those that the hand already has, only its false words change.

    Raises NotFound, NotAllowed, Conflict (changed_meanwhile), Refusal (reason_required,
    bad_outcome, those of `confirm` for false words, and those of a correction).
    """
    _tournament, match = lock_match(match_id=match_id, official=act["actor"])
    writing = writing_of(**act)
    outcome = read_outcome(stones, game_winner)
    hand = find_hand(stored=stored_match(match=match), game=game, number=number)
    if act.get("expected_version") not in (None, hand.version):
        raise Conflict.over(
            "expected_version",
            "changed_meanwhile",
            _("Somebody else has changed this hand. Look at it as it is now, then decide again."),
            current=current_state(match),
        )
    proposed = {"stones": list(hand.stones), "game_winner": hand.game_winner or None}
    ruling = new_ruling(match, Kind.OVERRULE, writing, hand=hand, proposed=proposed)
    rule_hand(ruling, outcome, Status.REPLACED, writing, counts)
    return ruling


def _let_count(ruling: Ruling, writing: Writing) -> None:
    """Carries out a false claim that counts (G1): the game is lost, or a case is opened."""
    before = play_of(ruling.match)
    outcome = ruling.proposed if ruling.proposed["tribunal"] else {
        **ruling.proposed, "takes": takes(ruling),
    }  # fmt: skip
    decide(ruling, Status.CONFIRMED, outcome, writing)
    if ruling.proposed["tribunal"]:
        open_case(ruling, writing)
    elif lose_game(ruling, writing, ruling_json(ruling), before):
        return
    log_ruling(ruling, writing.actor)
    advance(ruling.match, writing.actor)
