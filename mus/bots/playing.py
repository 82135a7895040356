"""A whole hand by bots, through the same state as people: the simulation's dealt hands."""

import random
from collections.abc import Sequence

from .. import play
from ..holdings import Holding, holding_of
from ..lances import DECLARED_LANCES, Lance
from ..play.state import partners_of
from ..reading import parse
from ..ruleset import RuleSet
from ..settling import settle
from .characters import CHARACTERS, USUAL_SLIPS, Character, Slips
from .choices import feeling_of, held_of, jokers_for, to_discard, wants_mus, word_for
from .feeling import Feeling
from .partners import signalled
from .reckoning import reckoned_word


def play_hand(
    *,
    ruleset: RuleSet,
    mano: int,
    score: tuple[int, int],
    rng: random.Random,
    characters: Sequence[Character] | None = None,
    first_of_game: bool = False,
    slips: Slips = USUAL_SLIPS,
) -> dict[str, object]:
    """One hand dealt and played to the end: its hand record, with the table's claim.

    `characters`: one a seat, drawn by `rng` when None. The record's mano is the one that played:
    after a corrida (H4) it may be another than `mano`. The same rng state gives the same hand.
    """
    table = _Table(ruleset, mano, score, rng, characters, first_of_game, slips)
    table.go_on()
    record = play.hand_record(table.state)
    stones = settle(parse(record)).stones
    record["claim"] = list(_claimed(stones, slips, rng))
    return record


def play_through(
    *,
    ruleset: RuleSet,
    mano: int,
    score: tuple[int, int],
    rng: random.Random,
    characters: Sequence[Character] | None = None,
    first_of_game: bool = False,
    slips: Slips = USUAL_SLIPS,
) -> tuple[play.HandState, tuple[play.Happening, ...]]:
    """The same hand as `play_hand`, as its finished state and everything that happened in it."""
    table = _Table(ruleset, mano, score, rng, characters, first_of_game, slips)
    table.go_on()
    return table.state, tuple(table.happened)


def _claimed(stones: tuple[int, int], slips: Slips, rng: random.Random) -> tuple[int, int]:
    if rng.random() >= slips.wrong_claim:
        return stones
    off = (1, 2, -1)[int(rng.random() * 3)]
    if rng.random() < 0.5:
        return max(0, stones[0] + off), stones[1]
    return stones[0], max(0, stones[1] + off)


class _Table:
    """Bots round a table, and the hand as far as they have played it."""

    def __init__(
        self,
        ruleset: RuleSet,
        mano: int,
        score: tuple[int, int],
        rng: random.Random,
        characters: Sequence[Character] | None,
        first_of_game: bool,
        slips: Slips,
    ) -> None:
        self.rng = rng
        self.slips = slips
        self.ruleset = ruleset
        self.cast = characters or [rng.choice(CHARACTERS) for _ in range(ruleset.seats)]
        self.state, began = play.begin(
            ruleset=ruleset, mano=mano, score=score, deck=play.shuffled(rng, play.pack_of(ruleset)),
            first_of_game=first_of_game,
        )  # fmt: skip
        self.happened: list[play.Happening] = [began]
        self.liar, self.lie_about = self._one_false_word()
        self._known: dict[int, tuple[object, Holding, Feeling]] = {}

    def go_on(self) -> None:
        """From the deal to the showdown."""
        self._before_mus()
        while self.state.phase is not play.Phase.SHOWDOWN:
            self._next()
        if self.rng.random() < self.slips.false_claim:
            self._do(play.claim_falsely(self.state, int(self.rng.random() * self.state.seats)))
        for seat in self.state.order():
            self._do(play.show(self.state, seat, self._jokers(seat)))

    def _do(self, done: tuple[play.HandState, play.Happening]) -> None:
        self.state, happening = done
        self.happened.append(happening)

    def _one_false_word(self) -> tuple[int, Lance | None]:
        if self.rng.random() >= self.slips.false_word:
            return -1, None
        return int(self.rng.random() * self.ruleset.seats), self.rng.choice(DECLARED_LANCES)

    def _before_mus(self) -> None:
        if self.ruleset.deal_again_4567:
            for seat in self.state.order():
                if play.can_deal_again(self.state, seat):
                    self._do(play.deal_again(self.state, seat))
        if self.rng.random() < self.slips.exposed and play.can_expose(self.state):
            self._do(play.expose(self.state))

    def _next(self) -> None:
        state = self.state
        seat = state.turn
        assert seat is not None
        holding, feeling = self._knows(seat)
        if state.phase is play.Phase.MUS:
            mus = wants_mus(holding, feeling, state, self.cast[seat], self.rng)
            self._do(play.say_mus(state, seat) if mus else play.cut_mus(state, seat))
        elif state.phase is play.Phase.BET:
            self._speak(seat, feeling)
        elif state.phase is play.Phase.DECLARE:
            self._declare(seat)
        else:
            gone = to_discard(state.cards[seat], self.ruleset, self.rng)
            self._do(play.discard(state, seat, gone, rng=self.rng))

    def _speak(self, seat: int, feeling: Feeling) -> None:
        state, now = self.state, self.state.round
        assert now is not None
        word = self._word(seat, feeling)
        partner = next(
            (s for s in now.may_bet if s != seat and not (s - seat) & 1 and s not in now.out), None
        )
        if now.bettor is None or partner is None or self.rng.random() >= self.slips.together:
            self._do(play.speak(state, seat, word))
            return
        other = word_for(state, now, partner, self._knows(partner)[1], self.cast[partner], self.rng)
        self._do(play.speak_together(state, {seat: word, partner: other}))

    def _word(self, seat: int, feeling: Feeling) -> play.Word:
        """What the seat on turn says, in the manner of its character."""
        state, now, who = self.state, self.state.round, self.cast[seat]
        assert now is not None
        if who.reckons and self.rng.random() < who.reckons:
            return reckoned_word(state, feeling, self._partner_signals(seat), who, self.rng)
        return word_for(state, now, seat, feeling, who, self.rng)

    def _partner_signals(self, seat: int) -> dict[int, frozenset[str]]:
        """What the partners of a seat have signalled: those who reckon do, and see it (H8)."""
        signals = {}
        for partner in partners_of(self.state, seat):
            if self.cast[partner].reckons:
                keys = signalled(self._knows(partner)[0], self.state)
                if keys is not None:
                    signals[partner] = keys
        return signals

    def _declare(self, seat: int) -> None:
        state = self.state
        true = self._truth(seat)
        lies = seat == self.liar and state.lance is self.lie_about
        self._do(play.declare(state, seat, true is not lies))
        if lies and self.rng.random() < 0.2:
            self._do(play.put_right(self.state, seat))

    def _truth(self, seat: int) -> bool:
        cards = self.state.cards[seat]
        if self.ruleset.jokers and any(card.is_joker for card in cards):
            pares_word = self.state.declared[0][seat] if self.state.lance is Lance.JUEGO else None
            ranks = iter(jokers_for(cards, pares_word, None, self.ruleset))
            valued_cards = [c._replace(stands_for=next(ranks)) if c.is_joker else c for c in cards]
            holding = holding_of(valued_cards, self.ruleset)
        else:
            holding = self._knows(seat)[0]
        return (holding.pares if self.state.lance is Lance.PARES else holding.juego) > 0

    def _jokers(self, seat: int) -> tuple[str, ...]:
        cards = self.state.cards[seat]
        if not self.ruleset.jokers:
            return ()
        pares, juego = (words[seat] for words in self.state.declared)
        return jokers_for(cards, pares, juego, self.ruleset)

    def _knows(self, seat: int) -> tuple[Holding, Feeling]:
        cards = self.state.cards[seat]
        known = self._known.get(seat)
        if known is not None and known[0] is cards:
            return known[1], known[2]
        holding = held_of(cards, self.ruleset)
        feeling = feeling_of(holding, self.ruleset)
        self._known[seat] = (cards, holding, feeling)
        return holding, feeling
