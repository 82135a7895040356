"""Services that count something of an account lock its row first, so that of two requests at the
same time only one passes the limit."""

from __future__ import annotations

from django.contrib.auth import get_user_model


def lock_account(*, user_id: int) -> None:
    """Locks the account's row until the caller's transaction ends."""
    get_user_model()._default_manager.select_for_update().filter(pk=user_id).order_by().first()
