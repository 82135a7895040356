"""Registers the delivery app, under the label that its migrations and tables have."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DeliveryConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "delivery"
    label = "publication"
    verbose_name = _("Publication")
