"""Registers the season app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SeasonConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "season"
    verbose_name = _("Circuits")

    def ready(self) -> None:
        """Registers what circuits add to the acts of their tournaments."""
        from season.follow_ups import FOLLOW_UPS
        from tournament import acts

        acts.register(FOLLOW_UPS)
