"""Registers the app of what everybody reads."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PublicationConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "publication"
    verbose_name = _("Publication")

    def ready(self) -> None:
        """A tournament that is given a delay is kept from that very moment on."""
        from publication.copies.keeping import hear
        from tournament import notify

        notify.subscribe(hear)
