"""What is asked of games and hands: frozen dataclasses, shared by pages, API and stream."""

from scoring.queries.desk import DeskInbox, InboxItem, desk_inbox, inbox_item, open_count
from scoring.queries.exports import match_json_lines, match_records
from scoring.queries.lines import HandLines, hand_lines
from scoring.queries.pages import GamePage, HandPage, MatchPage, match_page
from scoring.queries.previews import correction_preview, hand_preview
from scoring.queries.states import MatchState, match_state

__all__ = [
    "DeskInbox", "GamePage", "HandLines", "HandPage", "InboxItem", "MatchPage", "MatchState",
    "correction_preview", "desk_inbox", "hand_lines", "hand_preview", "inbox_item",
    "match_json_lines", "match_page", "match_records", "match_state", "open_count",
]  # fmt: skip
