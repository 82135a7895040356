"""States of background jobs in the reader's words."""

from collections.abc import Mapping

from django import template
from django.utils.translation import gettext_lazy

from tournament.errors import StrOrPromise

register = template.Library()

LOOKS: Mapping[str, StrOrPromise] = {
    "queued": gettext_lazy("Waiting"),
    "running": gettext_lazy("Running"),
    "stuck": gettext_lazy("Stuck"),
    "failed": gettext_lazy("Failed"),
    "done": gettext_lazy("Done"),
}


@register.filter
def look_words(look: str) -> StrOrPromise:
    return LOOKS[look]
