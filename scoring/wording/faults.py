"""Messages for faults of a hand record: a sentence for each code, with how to correct it."""

import re
from collections.abc import Iterable

from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from mus.faults import Fault
from mus.notation import NotationFault
from scoring.wording.penalties import LANCES
from tournament.errors import Problem, StrOrPromise, lazy_text

FAULTS: dict[str, StrOrPromise] = {
    "bad_json": _(
        "%(place)s: this is not understood. Send one JSON object with the fields of the hand "
        "record and no others."
    ),
    "bad_ruleset": _(
        "%(place)s: there is no such rule set or setting. Name a preset, or a preset and settings "
        "with their allowed values."
    ),
    "bad_mano": _("The mano is a seat, a whole number from 0 to %(last)s. Choose who was mano."),
    "bad_score": _(
        "The score before the hand is two whole numbers from 0 to %(last)s, the stones of A and "
        "of B. Write both, or leave the score out."
    ),
    "bad_cards": _("%(place)s: give four cards to each of the %(seats)s seats."),
    "bad_card": _(
        "%(place)s: “%(given)s” is no card here. Ranks are R C S 7 6 5 4 3 2 A, with a suit "
        "(o c e b) where the rule set needs it."
    ),
    "bad_call": _(
        "%(place)s: a call says which pair spoke (A or B) and what: envido with its stones, "
        "órdago, quiero or no quiero."
    ),
    "bad_lance": _(
        "%(place)s: there is no such lance. The lances are grande, chica, pares and juego."
    ),
    "bad_claim": _(
        "The claim is two whole numbers from 0: the stones that A and B say they took. Write "
        "both, or leave the claim out."
    ),
    "bad_infraction": _(
        "%(place)s: an infraction names its kind, false_claim, and the seat, 0 to %(last)s."
    ),
    "too_many_of_rank": _(
        "There are %(count)s cards of rank %(rank)s, and the pack has %(most)s. Check the cards "
        "of every seat."
    ),
    "duplicate_card": _("The card %(card)s appears twice. Check its suit."),
    "joker_unresolved": _(
        "%(place)s: %(card)s is a joker. Say whether it stands for a king or an ace: %(card)s=R "
        "or %(card)s=A."
    ),
    "bet_too_small": _(
        "%(place)s: a first bet is at least 2 stones, not %(stake)s. Write the stones that were "
        "bet."
    ),
    "raise_too_small": _(
        "%(place)s: a raise states a total at least 2 above the last, so at least %(least)s, not "
        "%(stake)s. Write the new total."
    ),
    "out_of_turn": _(
        "%(place)s: pair %(by)s would be answering itself. The other pair answers; check who spoke."
    ),
    "nothing_to_answer": _(
        "%(place)s: there is no bet to answer yet. Begin with an envido or an órdago."
    ),
    "bet_over_ordago": _(
        "%(place)s: after an órdago there is only quiero or no quiero. Choose one of them."
    ),
    "call_after_close": _(
        "%(place)s: the betting on this lance was over before this call. Take the call out."
    ),
    "bet_unanswered": _("%(place)s: the last bet has no answer. Add quiero or no quiero."),
    "no_betting": _(
        "%(place)s: there is no betting here, because not both pairs declared. Take the bets "
        "out, or correct what was declared."
    ),
    "not_eligible": _(
        "%(place)s: %(by)s may not bet on this lance. Check who spoke and who declared."
    ),
    "bets_after_game_over": _(
        "%(place)s: the game had ended before this lance. Take its bets out."
    ),
    "declaration_required": _(
        "%(place)s: this lance was reached. Say for each of the %(seats)s seats whether it "
        "declared yes or no."
    ),
    "cards_required": _(
        "A lance has to be compared, and there are no cards. Enter the cards of every seat."
    ),
    "bad_quick": _(
        "%(place)s: the quick mode takes two whole numbers from 0, the stones that A and B took, "
        "and who won the game if an órdago did. Write them again."
    ),
    "quick_nothing_taken": _(
        "In every hand at least one pair takes stones. Write how many each pair took."
    ),
    "quick_winner_unclear": _(
        "The loser of a game stays below %(target)s. Say which pair won the game, and give the "
        "other only the stones it took before that."
    ),
    "quick_stands_alone": _(
        "%(place)s: the quick mode has stones only. Take this out, or enter the hand with cards."
    ),
    "too_many_stones": _(
        "%(place)s: nobody plays for more than %(most)s stones. Write the stones that were bet."
    ),
}


def problems(faults: Iterable[Fault]) -> tuple[Problem, ...]:
    """The rules' faults as Problems with messages; each names the path in the record."""
    return tuple(problem(fault) for fault in faults)


def problem(fault: Fault) -> Problem:
    params = {**fault.params, "place": place(fault.path)}
    return Problem(fault.path or "record", fault.code, lazy_text(FAULTS[fault.code], **params))


def _place(path: str) -> str:
    """A path in the record in words for people: `bets.grande[1]` → "Grande, call 2"."""
    head, *rest = re.findall(r"\w+", path) or [""]
    numbers = [int(part) + 1 for part in rest if part.isdecimal()]
    names = [part for part in rest if not part.isdecimal()]
    lance = str(LANCES.get(names[0], names[0])) if names else ""
    if head == "bets" and lance:
        return gettext("%(lance)s, call %(call)s") % {
            "lance": lance, "call": numbers[0]
        } if numbers else lance  # fmt: skip
    if head == "cards" and len(numbers) == 2:
        return gettext("Seat %(seat)s, card %(card)s") % {
            "seat": numbers[0] - 1, "card": numbers[1]
        }  # fmt: skip
    if head == "cards" and numbers:
        return gettext("Cards of seat %(seat)s") % {"seat": numbers[0] - 1}
    if head == "declared" and lance:
        return gettext("%(lance)s, what was declared") % {"lance": lance}
    if head in _FIELDS:
        return str(_FIELDS[head])
    return path


place = lazy(_place, str)
PLACE = _place
"""The lazy function that makes every text returned by `place`."""

_FIELDS: dict[str, StrOrPromise] = {
    "": _("The record"),
    "record": _("The record"),
    "cards": _("Cards"),
    "bets": _("Bets"),
    "declared": _("What was declared"),
    "infractions": _("Infractions"),
    "claim": _("Claim"),
    "ruleset": _("Rule set"),
    "quick": _("Quick mode"),
    "mano": _("Mano"),
    "score": _("Score"),
}


# Messages for faults of a text in the notation: a sentence for each code.


NOTATION: dict[str, StrOrPromise] = {
    "bad_cards": _(
        "“%(given)s” is not the cards of a table. Write four cards a seat, seats apart by "
        "“/”: 772A/33S2/RRSA/CCC6; “*” when nobody had to show."
    ),
    "bad_calls": _(
        "“%(given)s” is not a sequence of calls. Write the pair (A or B), then the total of "
        "an envido, “e” for an unsaid one, “!” for órdago, “q” or “n”: A4B6Aq."
    ),
    "bad_declaration": _("“%(given)s” is not a declaration. Write + or - for each seat: P+-++."),
    "bad_id": _('“%(given)s” is not an id. Write #name, #7, or a JSON text: #"two words".'),
    "bad_mano": _("“%(given)s” is no seat. Write the mano first: 0 to 3 (0 to 5 with six)."),
    "bad_score": _("“%(given)s” is no score. Write the stones of A and B before the hand: 12-33."),
    "bad_token": _(
        "“%(given)s” is not understood here. After the cards come G, C, P, J, then ! with the"
        " seat of a false claim, = with the claim, ~ with a ruling, each once."
    ),
    "bad_ruleset": _(
        "“%(given)s” is no rule set. Write @preset, and settings after commas: @nabo,target=30."
    ),
    "other_ruleset": _(
        "The hand is under “%(given)s”, its match under another rule set. A match is played "
        "under one: take the word out, or correct the header."
    ),
    "bad_header": _('“%(given)s” is not a header. Write [Name "value"] before the first game.'),
    "missing_header": _("The header %(name)s is missing. Write it before the first game."),
    "double_header": _("The header %(name)s appears twice. Keep one."),
    "bad_best_of": _("“%(given)s” is no number of games. Write a whole number from 1 to 99."),
    "bad_format": _("“%(given)s” is not a format this program reads. Write mus-match/1."),
    "bad_game": _("“%(given)s” is out of order. Write “Game %(expected)s” here."),
    "no_game": _("A hand stands before the first game. Write “Game 1” above it."),
    "bad_decision": _(
        "“%(given)s” is no decision. Write “Decided A” or “Decided B” after the hands of a "
        "game, once; a remark may follow after “;”."
    ),
    "bad_course": _(
        "The hand is at mano %(given)s, but what stands before it leads to %(course)s. "
        "Correct whichever is wrong, or add the ruling (~) that changed the score."
    ),
    "game_open": _(
        "This game is won by nobody, and another follows. Add its hands, or “Decided” with "
        "the pair."
    ),
    "bad_hand": _("A hand needs a mano, a score and cards: 0 12-33 772A/33S2/RRSA/CCC6."),
    "bad_deal": _(
        "A played hand begins with its mano, its score and its deck: 0 12-33 and then the "
        "forty cards in their order, without spaces."
    ),
    "bad_word": _(
        "“%(given)s” is nothing that happens at a table. Write the seat and what it did: 0m, "
        "1x, 2e4, 3q."
    ),
    "bad_quick": _(
        "“%(given)s” is no outcome. Write Q and the stones of A and B, then the pair that won"
        " the game if it did: Q5-2 or Q0-12B."
    ),
    "bad_ruling": _(
        "“%(given)s” is no ruling. Write ~ and the stones of A and B, then the pair that won "
        "the game if it did: ~5-0 or ~0-0B."
    ),
    "quick_nothing_taken": _("In every hand at least one pair takes stones. Write how many: Q5-2."),
    "quick_winner_unclear": _(
        "The loser of a game stays below %(target)s. Write which pair won it, and of the "
        "other only the stones it took before that: Q0-12B, or ~0-0B in a ruling."
    ),
}


def notation_problem(fault: NotationFault) -> Problem:
    """A fault of a text as a Problem with its message and line."""
    if fault.path is None:
        message = lazy_text(NOTATION[fault.code], **fault.params)
    else:
        message = problem(Fault(fault.code, fault.path, fault.params)).message
    return Problem(line(fault.line), fault.code, message)


def line(number: int) -> str:
    """The path that names a line of a text."""
    return f"lines[{number}]"
