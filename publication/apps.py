"""Registers the publication app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PublicationConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "publication"
    verbose_name = _("Publication")
