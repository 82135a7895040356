"""The showdown, and the hand record that follows from it (H7, G0, jokers of §10)."""

from collections.abc import Sequence
from dataclasses import fields
from enum import StrEnum

from ..cards import Card
from ..invalid import require_stones
from ..lances import DECLARED_LANCES, LANCES
from ..record import FORMAT
from ..ruleset import PRESETS, SETTINGS, RuleSet
from .happenings import ClaimedFalsely, RefusedToShow, Showed
from .illegal import IllegalAction, is_legal
from .state import Four, HandState, Phase, require_phase, require_seat

_JOKER_STANDS_FOR = ("R", "A")


def verify_show(state: HandState, seat: int, jokers: Sequence[str] = ()) -> None:
    """Raise unless `seat` has still to show, and says R or A for each of its jokers (H7, §10)."""
    _verify_unshown(state, seat)
    count = sum(1 for card in state.cards[seat] if _is_joker(state.ruleset, card))
    ranks = jokers if isinstance(jokers, Sequence) else ()
    if len(ranks) != count or any(rank not in _JOKER_STANDS_FOR for rank in ranks):
        raise IllegalAction("bad_jokers", seat=seat, count=count)


def can_show(state: HandState, seat: int, jokers: Sequence[str] = ()) -> bool:
    """Whether `seat` may show its cards so."""
    return is_legal(verify_show, state, seat, jokers)


def show(state: HandState, seat: int, jokers: Sequence[str] = ()) -> tuple[HandState, Showed]:
    """Put the cards on the table (H7). `jokers`: what each stands for, in the order held (§10)."""
    verify_show(state, seat, jokers)
    cards = _resolved(state, seat, jokers)
    return _with_shown(state, seat, cards), Showed(seat, cards)


def verify_refuse_to_show(state: HandState, seat: int) -> None:
    """Raise unless `seat` has still to show (H7)."""
    _verify_unshown(state, seat)


def can_refuse_to_show(state: HandState, seat: int) -> bool:
    """Whether `seat` has still to show, and so can refuse."""
    return is_legal(verify_refuse_to_show, state, seat)


def refuse_to_show(state: HandState, seat: int) -> tuple[HandState, RefusedToShow]:
    """Refuse to show: judged as a false claim (H7, G0).

    An official turns the cards, for the others' pares and juegos are still paid; a joker that was
    not named counts as a king.
    """
    verify_refuse_to_show(state, seat)
    count = sum(1 for card in state.cards[seat] if _is_joker(state.ruleset, card))
    cards = _resolved(state, seat, ("R",) * count)
    guilty = state._replace(false_claims=state.false_claims | {seat})
    return _with_shown(guilty, seat, cards), RefusedToShow(seat, cards)


def verify_claim_falsely(state: HandState, seat: int) -> None:
    """Raise unless the cards are being or have been shown: only then is a claim judged (G0)."""
    require_phase(state, Phase.SHOWDOWN, Phase.FINISHED)
    require_seat(state, seat)


def can_claim_falsely(state: HandState, seat: int) -> bool:
    """Whether a claim of `seat` can be judged now."""
    return is_legal(verify_claim_falsely, state, seat)


def claim_falsely(state: HandState, seat: int) -> tuple[HandState, ClaimedFalsely]:
    """Note that `seat` had claimed cards or a play that it does not hold (G0)."""
    verify_claim_falsely(state, seat)
    new = state._replace(false_claims=state.false_claims | {seat})
    return new, ClaimedFalsely(seat)


def hand_record(
    state: HandState,
    *,
    record_id: str | int | None = None,
    claim: tuple[int, int] | None = None,
) -> dict[str, object]:
    """The finished hand in the open format (`mus-hand/1`): `parse` and `settle` accept it.

    `claim`: the stones that A and B say they took. Raises `IllegalAction` (`not_finished`;
    `not_in_pairs` at a table of two, three or five, who play each for himself), and
    `InvalidValue` for a claim that is not two whole numbers.
    """
    if claim is not None:
        require_stones("claim", claim)
    if state.phase is not Phase.FINISHED:
        raise IllegalAction("not_finished", phase=str(state.phase))
    if state.seats not in SETTINGS["seats"].choices:
        raise IllegalAction("not_in_pairs", seats=state.seats)
    out: dict[str, object] = {"format": FORMAT}
    if record_id is not None:
        out["id"] = record_id
    out["ruleset"] = ruleset_json(state.ruleset)
    out["mano"] = state.mano
    out["score"] = list(state.score)
    out["cards"] = [" ".join(map(str, four)) for four in state.shown if four is not None]
    out["declared"] = {
        str(lance): list(words)
        for lance, words in zip(DECLARED_LANCES, state.declared, strict=True)
        if None not in words
    }
    out["bets"] = {
        str(lance): [
            {"by": str(c.by), "call": str(c.kind)} | ({"stake": c.stake} if c.stake else {})
            for c in calls
        ]
        for lance, calls in zip(LANCES, state.calls, strict=False)
        if calls
    }
    if state.false_claims:
        out["infractions"] = [
            {"kind": "false_claim", "seat": seat} for seat in sorted(state.false_claims)
        ]
    if claim is not None:
        out["claim"] = list(claim)
    return out


def ruleset_json(ruleset: RuleSet) -> str | dict[str, object]:
    """A preset's key, or the preset and the settings that differ from it (§9, §10)."""
    preset = PRESETS[ruleset.preset]
    if ruleset == preset:
        return ruleset.preset
    changed = {
        f.name: str(value) if isinstance(value, StrEnum) else value
        for f in fields(ruleset)
        if (value := getattr(ruleset, f.name)) != getattr(preset, f.name)
    }
    return {"preset": ruleset.preset, **changed}


def _verify_unshown(state: HandState, seat: int) -> None:
    require_phase(state, Phase.SHOWDOWN)
    require_seat(state, seat)
    if state.shown[seat] is not None:
        raise IllegalAction("already_shown", seat=seat)


def _is_joker(ruleset: RuleSet, card: Card) -> bool:
    return ruleset.jokers and card.is_joker


def _resolved(state: HandState, seat: int, jokers: Sequence[str]) -> Four:
    ranks = iter(jokers)
    return tuple(
        card._replace(stands_for=next(ranks)) if _is_joker(state.ruleset, card) else card
        for card in state.cards[seat]
    )


def _with_shown(state: HandState, seat: int, cards: Four) -> HandState:
    shown_cards = (*state.shown[:seat], cards, *state.shown[seat + 1 :])
    is_finished = None not in shown_cards
    return state._replace(
        shown=shown_cards,
        open_to_put_right=None,
        phase=Phase.FINISHED if is_finished else Phase.SHOWDOWN,
    )
