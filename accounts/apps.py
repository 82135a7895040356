"""Registers the accounts app."""

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        from accounts.services.signins import stamp_session

        user_logged_in.connect(stamp_session, dispatch_uid="accounts.stamp_session")
