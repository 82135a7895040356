"""What a preview says before an act, held to what the act then does."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from scoring.course.queries.consequences import Consequences
from scoring.hands.queries.previews import correction_preview
from scoring.hands.services import corrections
from scoring.rulings.models import Ruling, TribunalCase
from scoring.rulings.queries.previews import (
    answer_preview,
    claim_preview,
    game_decision_preview,
    hand_ruling_preview,
    words_preview,
)
from scoring.rulings.queries.repetitions import takes
from scoring.rulings.queries.verdicts import VerdictPreview, verdict_preview
from scoring.rulings.services import departures, endings, games, rulings, tribunal
from tests.scoring.acts import ACTS, Act, Crowd
from tests.scoring.table import PROGRAM
from tournament.entries.models import Pair
from tournament.errors import Conflict, Refusal, Unseen
from tournament.matches.models import Match
from tournament.matches.queries.cascades import NOTHING, CascadeView
from tournament.matches.queries.going_on import if_back, reopening

Preview = Callable[[], Consequences | VerdictPreview | CascadeView | None]
WHY: dict[str, Any] = {"reason": "looked at again", "actor": PROGRAM}
IN_TURN = {"earlier_open", "case_open"}
"""The refusals of an act that only waits for another question to be decided first."""


def hold(preview: Preview, act: Callable[..., object], match: Match | None = None) -> None:
    """Asks, then acts. What falls must be what was foretold, and who has won the match then; None
    foretells that neither changes. What cannot be foretold cannot be done, and what can be foretold
    can be, but for what the page of other matches alone says nothing of."""
    try:
        found = preview()
    except Refusal as refused:
        _is_refused(act, refused)
        raise
    cascade = found if isinstance(found, CascadeView) else getattr(found, "cascade", NOTHING)
    try:
        falls = _done(act)
    except Refusal as refused:
        _must_be_in_turn(found, refused)
        raise
    assert falls == cascade.sets_aside, (falls, cascade)
    if match is not None and not isinstance(found, CascadeView):
        before = match.winner
        match.refresh_from_db()
        assert match.winner == (before if found is None else found.winner_after)


def _is_refused(act: Callable[..., object], foretold: Refusal) -> None:
    with pytest.raises(Refusal) as refused:
        act()
    assert refused.value.codes == foretold.codes


def _must_be_in_turn(found: object, refused: Refusal) -> None:
    assert isinstance(found, CascadeView) or set(refused.codes) <= IN_TURN, refused.codes


def _done(act: Callable[..., object]) -> tuple[int, ...]:
    """Acts, agreeing to what falls; that."""
    try:
        act()
    except (Unseen, Conflict) as unseen:
        if "cascade" not in unseen.current:
            raise
        falls = tuple(unseen.current["cascade"]["sets_aside"])
        act(sets_aside=falls)
        return falls
    return ()


def _correct(c: Crowd) -> None:
    hand = c.hand()
    match, record = hand.game.match, c.record()
    at = {"match_id": match.pk, "game": hand.game.number, "number": hand.number, "record": record}
    hold(partial(correction_preview, **at), partial(corrections.correct, **at, **WHY), match)


def _rule(c: Crowd) -> None:
    hand = c.hand()
    match = hand.game.match
    at = {"match_id": match.pk, "game": hand.game.number}
    if c.rng.random() < 0.4:
        winner = c.side()
        hold(
            lambda: game_decision_preview(**at, winner=winner)[1],
            partial(games.rule, **at, **WHY, winner=winner),
            match,
        )
        return
    word = {**at, "number": hand.number, "stones": (c.rng.randint(0, 20), c.rng.randint(0, 20))}
    hold(partial(hand_ruling_preview, **word), partial(rulings.overrule, **word, **WHY), match)


def _claim(c: Crowd) -> None:
    open_ones = Ruling.objects.filter(match__tournament=c.cup, status="open", kind="claim")
    ruling = c.one(open_ones.select_related("match", "game", "hand").order_by("pk"))
    assert ruling.game is not None
    assert ruling.hand is not None
    at = {"match_id": ruling.match_id, "game": ruling.game.number, "number": ruling.hand.number}
    act = partial(rulings.decide_claim, ruling_id=ruling.pk, stands="claim", **WHY)
    hold(partial(claim_preview, **at), act, ruling.match)


def _answer(c: Crowd) -> None:
    """Confirms or dismisses a question."""
    open_ones = Ruling.objects.filter(match__tournament=c.cup, status="open")
    ruling = c.one(open_ones.select_related("match", "game", "hand").order_by("pk"))
    answered = partial(answer_preview, ruling_id=ruling.pk, match_id=ruling.match_id)
    given = {"ruling_id": ruling.pk, **WHY}
    if ruling.kind in ("claim", "repetition") and c.rng.random() < 0.4:
        hold(answered, partial(rulings.dismiss, **given), ruling.match)
    elif ruling.kind == "claim":
        hold(answered, partial(rulings.decide_claim, stands="engine", **given), ruling.match)
    elif ruling.kind == "needs_ruling":
        hold(*_confirming(c, ruling, answered), ruling.match)
    elif ruling.kind == "repetition":
        costs = not ruling.proposed["tribunal"] and takes(ruling) != "nothing"
        loses = partial(_lost_game, ruling) if costs else answered
        hold(loses, partial(rulings.confirm, **given), ruling.match)


def _confirming(c: Crowd, ruling: Ruling, answered: Preview) -> tuple[Preview, Act]:
    assert ruling.game is not None
    assert ruling.hand is not None
    counts = c.words(ruling.hand)
    at = {"match_id": ruling.match_id, "game": ruling.game.number, "number": ruling.hand.number}
    act = partial(rulings.confirm, ruling_id=ruling.pk, counts=counts, **WHY)
    return partial(words_preview, **at, counts=counts) if counts else answered, act


def _lost_game(ruling: Ruling) -> Consequences:
    """What confirming a second false claim would change."""
    assert ruling.game is not None
    winner = "B" if ruling.proposed["loser"] == "A" else "A"
    at = {"match_id": ruling.match_id, "game": ruling.game.number}
    return game_decision_preview(**at, winner=winner, decides=ruling.pk)[1]


def _judge(c: Crowd) -> None:
    cases = TribunalCase.objects.filter(pair__tournament=c.cup).exclude(state="decided")
    case = c.one(cases.select_related("ruling__match").order_by("pk"))
    verdict = c.rng.choice(["cleared", "warned", "game", "match"])
    hold(
        partial(verdict_preview, case_id=case.pk, tournament_id=c.cup.pk, verdict=verdict),
        partial(tribunal.judge, case_id=case.pk, verdict=verdict, **WHY),
        case.ruling.match,
    )


def _reopen(c: Crowd) -> None:
    match = c.match("finished")
    hold(partial(reopening, match_id=match.pk), partial(endings.reopen, match_id=match.pk, **WHY))


def _bring_back(c: Crowd) -> None:
    pair = c.one(Pair.objects.filter(tournament=c.cup).exclude(status="entered").order_by("pk"))
    hold(
        partial(if_back, pair_id=pair.pk, tournament_id=c.cup.pk),
        partial(departures.reinstate, pair_id=pair.pk, **WHY),
    )


FORETOLD: dict[str, tuple[int, Act]] = {
    **ACTS,
    "correct": (14, _correct),
    "rule": (8, _rule),
    "claim": (4, _claim),
    "answer": (8, _answer),
    "judge": (4, _judge),
    "reopen": (5, _reopen),
    "withdraw": (2, ACTS["withdraw"][1]),
    "bring back": (4, _bring_back),
}
