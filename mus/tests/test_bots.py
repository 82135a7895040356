"""Bots play whole hands: reproducible, always settled, of every kind that the rules know."""

import random
from dataclasses import replace
from hashlib import sha256

import pytest

from mus import PRESETS, JuegoReal, RuleSet, settle_json
from mus.bots import BOLD, NO_SLIPS, TIMID, Character, Slips, play_hand, play_through
from mus.play import Discarded, Phase, hand_record, replay

VARIANTS = {
    **PRESETS,
    "ten kings": RuleSet(jokers=True),
    "six seats to 50": RuleSet(seats=6, target=50),
    "royal juego by suit": RuleSet(juego_real=JuegoReal.FOURTH_SUIT, deal_again_4567=True),
    "everything": RuleSet(kings=4, seats=6, jokers=True, deal_again_4567=True),
}
OFTEN = Slips(false_word=0.3, false_claim=0.1, wrong_claim=0.3, exposed=0.2, together=0.5)


@pytest.mark.parametrize("name", VARIANTS)
def test_every_hand_of_bots_settles(name: str) -> None:
    ruleset = VARIANTS[name]
    rng = random.Random(name)
    for number in range(60):
        score = (rng.randrange(ruleset.target), rng.randrange(ruleset.target))
        record = play_hand(
            ruleset=ruleset,
            mano=number % ruleset.seats,
            score=score,
            rng=rng,
            first_of_game=number % 3 == 0,
            slips=OFTEN,
        )
        settlement = settle_json(record)
        assert settlement["ok"], settlement


@pytest.mark.parametrize("name", VARIANTS)
def test_what_happened_replays_to_the_same_state_and_no_card_is_lost(name: str) -> None:
    rng = random.Random(name)
    for _ in range(25):
        state, happened = play_through(
            ruleset=VARIANTS[name], mano=0, score=(0, 0), rng=rng, first_of_game=True, slips=OFTEN
        )
        assert replay(happened) == state
        assert state.phase is Phase.FINISHED
        assert hand_record(state)["mano"] == state.mano
        cards = [c for four in state.cards for c in four] + [*state.stock, *state.discards]
        assert len(cards) == len(set(cards)) == 40


def hands_of_seed(name: str) -> str:
    """A digest of 120 hands of a variant: of their records, and of everything that happened. The
    rules are left out, whose settings may grow."""
    rng = random.Random(name)
    told = sha256()
    for number in range(120):
        state, happened = play_through(
            ruleset=VARIANTS[name],
            mano=number % VARIANTS[name].seats,
            score=(rng.randrange(30), rng.randrange(30)),
            rng=rng,
            first_of_game=number % 3 == 0,
            slips=OFTEN,
        )
        record = play_hand(ruleset=VARIANTS[name], mano=0, score=(0, 20), rng=rng, slips=OFTEN)
        all_told = repr((hand_record(state), happened, record))
        told.update(all_told.replace(repr(VARIANTS[name]), "").encode())
    return told.hexdigest()[:16]


SAME_HANDS = {
    "brisbane-2024": "e13f18dde8931dc1",
    "pagat": "3e959fdf9f08f3a7",
    "euskal-herria": "75ef6b6002e8119a",
    "nabo": "7ef6cb0835fd69d9",
    "ten kings": "b19968f3a4f0a3c5",
    "six seats to 50": "cefeed6d3986cbd7",
    "royal juego by suit": "fc53947a24a3b03a",
    "everything": "5f33c8dc2519b434",
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", VARIANTS)
def test_a_seed_means_the_same_hands_on_every_machine_and_in_every_version(name: str) -> None:
    """A championship is told by its seed (`simulate --seed`); bots that play otherwise say so in
    the CHANGELOG, and here."""
    assert hands_of_seed(name) == SAME_HANDS[name]


def test_without_slips_nobody_errs_and_the_claim_is_right() -> None:
    rng = random.Random(11)
    for number in range(60):
        settlement = settle_json(
            play_hand(ruleset=RuleSet(), mano=number % 4, score=(0, 0), rng=rng, slips=NO_SLIPS)
        )
        assert settlement["penalties"] == []
        assert settlement["claim"] == {"agrees": True, "difference": [0, 0]}


def test_with_slips_there_are_penalties_and_wrong_claims() -> None:
    rng = random.Random(12)
    settlements = [
        settle_json(play_hand(ruleset=RuleSet(), mano=0, score=(0, 0), rng=rng, slips=OFTEN))
        for _ in range(60)
    ]
    assert any(s["penalties"] for s in settlements)
    assert any(not s["claim"]["agrees"] for s in settlements)  # type: ignore[index]


def test_the_bold_stake_more_than_the_timid() -> None:
    def staked(cast: list[Character]) -> int:
        rng = random.Random(5)
        total = 0
        for _ in range(60):
            record = play_hand(
                ruleset=RuleSet(),
                mano=0,
                score=(0, 0),
                rng=rng,
                characters=cast,
                slips=NO_SLIPS,
            )
            bets: dict[str, list[dict[str, object]]] = record["bets"]  # type: ignore[assignment]
            total += sum(len(calls) for calls in bets.values())
        return total

    assert staked([BOLD] * 4) > staked([TIMID] * 4)


def test_H3_bots_come_to_the_end_of_the_stock() -> None:
    patient = replace(TIMID, patience=1.0)
    rng = random.Random(1)
    reshuffles = 0
    for _ in range(60):
        _, happened = play_through(
            ruleset=RuleSet(), mano=0, score=(0, 0), rng=rng, characters=[patient] * 4
        )
        reshuffles += sum(isinstance(h, Discarded) and h.new_stock is not None for h in happened)
    assert reshuffles
