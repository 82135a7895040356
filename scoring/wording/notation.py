"""Messages for faults of a text in the notation: a sentence for each code."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from mus.faults import Fault
from mus.notation import NotationFault
from scoring.wording.faults import problem
from tournament.errors import Problem, StrOrPromise, said

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
    "bad_best_of": _("“%(given)s” is no number of games. Write an odd number from 1."),
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
    "quick_nothing_taken": _("Some pair takes stones in every hand. Write how many: Q5-2."),
    "quick_winner_unclear": _(
        "The loser of a game stays below %(target)s. Write which pair won it, and of the "
        "other only the stones it took before that: Q0-12B, or ~0-0B in a ruling."
    ),
}


def notation_problem(found: NotationFault) -> Problem:
    """A fault of a text as a Problem with its message and line."""
    if found.path is None:
        message = said(NOTATION[found.code], **found.params)
    else:
        message = problem(Fault(found.code, found.path, found.params)).message
    return Problem(line(found.line), found.code, message)


def line(number: int) -> str:
    """The path that names a line of a text."""
    return f"lines[{number}]"
