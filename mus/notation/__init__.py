"""Hands and matches as text: one line a hand, one file a match (`.mus`), read back exactly.

`docs/notation.md` describes it. A bad text is refused whole, every fault with line and remedy.
"""

from .faults import NOTATION_TEMPLATES, NotationFault, NotationRefused
from .lines import HandLine, hand_text, read_hand
from .matches import (
    MATCH_FORMAT,
    PLAYED,
    VACA,
    GameText,
    MatchLines,
    MatchText,
    match_text,
    read_match,
    read_match_lines,
)
from .other_way_round import other_way_round
from .pieces import calls_text, cards_text, read_calls, read_cards, ruleset_text
from .played import played_text, read_played

__all__ = [
    "MATCH_FORMAT", "NOTATION_TEMPLATES", "PLAYED", "VACA", "GameText", "HandLine", "MatchLines",
    "MatchText", "NotationFault", "NotationRefused", "calls_text", "cards_text", "hand_text",
    "match_text", "other_way_round", "played_text", "read_calls", "read_cards", "read_hand",
    "read_match", "read_match_lines", "read_played", "ruleset_text",
]  # fmt: skip
