"""What is asked at the desk: what waits for an official, and where everything stands."""

from scoring.desk.queries.inbox import (
    DeskInbox,
    InboxItem,
    desk_inbox,
    inbox_item,
    open_count,
    settled_sent,
)

__all__ = ["DeskInbox", "InboxItem", "desk_inbox", "inbox_item", "open_count", "settled_sent"]
