"""Registers the publication app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PublicationConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "publication"
    verbose_name = _("Publication")

    def ready(self) -> None:
        """Subscribes to changes, so that a copy is taken at the moment a tournament gets a
        delay."""
        from publication.copies.keeping import hear
        from tournament import notify

        notify.subscribe(hear)
