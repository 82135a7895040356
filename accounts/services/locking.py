"""What counts something of an account first takes its row: of two
who count at once no more than one passes."""

from __future__ import annotations

from django.contrib.auth import get_user_model


def lock_account(*, user_id: int) -> None:
    """The account is the caller's until its transaction ends."""
    get_user_model()._default_manager.select_for_update().filter(pk=user_id).order_by().first()
