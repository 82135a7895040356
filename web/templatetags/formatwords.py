"""Names of formats and their parts, in the reader's language."""

from __future__ import annotations

from typing import Any

from django import template

from tournament.errors import StrOrPromise
from web import formatwords

register = template.Library()


@register.filter
def format_name(tournament: Any) -> StrOrPromise:
    """How a tournament is played, in two or three words."""
    return formatwords.FORMATS[tournament.format].name


@register.filter
def format_means(tournament: Any) -> StrOrPromise:
    """How a tournament is played, in a sentence."""
    return formatwords.FORMATS[tournament.format].means


@register.filter
def section_name(section: Any) -> str:
    """A part of the championship: "Group B", "Third place"."""
    return formatwords.section_name(section.kind, section.number)
