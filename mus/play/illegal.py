"""What may not be done at the table now: a code, what is wrong, and the remedy."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeVarTuple

from ..remade import Remade

Args = TypeVarTuple("Args")

REMEDIES: Mapping[str, str] = MappingProxyType(
    {
        "bad_seat": "There is no seat %(seat)s. Seats run from 0 to %(last)s, in whole numbers.",
        "not_now": "This is not the moment for it: the hand is at %(phase)s. Do what is due "
        "there first.",
        "out_of_turn": "It is not the turn of seat %(seat)s. Seat %(turn)s speaks.",
        "not_eligible": "Seat %(seat)s may not bet on %(lance)s: it did not declare it. Only "
        "those who said yes speak.",
        "out_of_lance": "Seat %(seat)s passed after a bet and is out of this lance. Its partner "
        "may answer.",
        "own_bet": "Seat %(seat)s would be answering its own pair. The other pair answers.",
        "nothing_to_answer": "There is no bet standing. Say paso, envido or órdago.",
        "bet_too_small": "A first bet is at least 2 stones, not %(stake)s.",
        "raise_too_small": "A raise adds at least 2: a total of at least %(least)s, not %(stake)s.",
        "bet_too_large": "A bet of more than %(most)s stones cannot be written down. Say órdago.",
        "bet_over_ordago": "After an órdago only quiero or no quiero.",
        "bad_word": "%(given)s is no word. Say paso, envido, mas, reenvido, ordago, quiero or "
        "no quiero, as `Word` has them.",
        "bad_answer": "%(given)s is no answer. Say True for yes, False for no.",
        "not_partners": "Only partners speak together, and one of them must have the turn.",
        "bad_discard": "Discard %(least)s to 4 cards of your own, each once.",
        "not_held": "Seat %(seat)s does not hold %(card)s. Choose among its four cards.",
        "bad_stock": "The new stock must be all the cards that are to be shuffled, each once.",
        "no_shuffle": "The stock is at its end and has to be shuffled. Pass an rng or the new "
        "stock in its order.",
        "bad_deck": "The deck must be the cards that are played with, each once.",
        "bad_cut": "The cut leaves and lifts at least 3 cards: cut at 3 to 37, not %(at)s.",
        "bad_draw": "Each of the four players draws one card of the pack.",
        "tied_draw": "Two players who must be told apart drew the same rank. They draw again.",
        "bad_score": "Each pair has 0 to %(last)s stones before a hand, a whole number.",
        "mus_visto_off": "This rule set has no mus visto. Gather the cards and deal again.",
        "already_spoken": "Somebody has spoken since the deal; it is too late for that.",
        "already_exposed": "Everybody has had the discard of a card exposed in this deal.",
        "no_deal_again": "This rule set has no new deal on 4-5-6-7.",
        "not_4567": "Seat %(seat)s was not dealt 4-5-6-7, or has had its new cards.",
        "nothing_to_put_right": "Seat %(seat)s has nothing to put right: it has not spoken there, "
        "said the same, or the mano has spoken since.",
        "already_shown": "Seat %(seat)s has shown its cards.",
        "bad_ruleset": "%(given)s is no rule set. Make a RuleSet, or read one with ruleset_from.",
        "bad_jokers": "Say R or A for each joker shown: seat %(seat)s has %(count)s.",
        "no_signals": "The first hand is played without signals (corrida y sin señas).",
        "not_all_dealt": "Signals are made only while everyone holds four cards. Wait till then.",
        "not_a_signal": "This regulation does not know that signal. Use one of its list.",
        "too_early": "That signal is made only once pares has been played.",
        "untrue_signal": "Signals must be true, and seat %(seat)s does not hold that.",
        "not_in_pairs": "A hand record is of two pairs or two teams of three, not of %(seats)s "
        "seats. Settle a hand of players each for himself with mus.everyone.",
        "not_finished": "The hand is not finished: it is at %(phase)s.",
        "bet_unanswered": "The bet is not answered by all: seat %(turn)s has the word.",
        "bad_hand_for_all": "Give two to six players, each with four cards, a score under the "
        "target and a declaration wherever the hand came to it, and a mano among them.",
        "bad_record": "What is replayed must begin with a deal and go on by what can follow.",
    }
)


class IllegalAction(Remade, ValueError):
    """An action that the rules do not allow at this point of the hand.

    `code` is a key of `REMEDIES`, `params` what its text needs; nothing has changed.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(REMEDIES[code] % params)
        self.code = code
        self.params = params

    @property
    def remedy(self) -> str:
        """What is wrong and what to do instead, in English."""
        return REMEDIES[self.code] % self.params


def is_legal(verify: Callable[[*Args], None], *args: *Args) -> bool:
    """Whether `verify` lets the action pass: how every `can_…` is made."""
    try:
        verify(*args)
    except IllegalAction:
        return False
    return True
