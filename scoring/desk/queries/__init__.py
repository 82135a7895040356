"""Queries of the desk: what waits for an official, and the state of every table."""

from scoring.desk.queries.now import (
    DeskInbox,
    InboxItem,
    desk_inbox,
    inbox_item,
    open_count,
    settled_sent,
)

__all__ = ["DeskInbox", "InboxItem", "desk_inbox", "inbox_item", "open_count", "settled_sent"]
