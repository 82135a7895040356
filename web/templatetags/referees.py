"""Who has a table."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

from tournament.referees.queries import TablePost

register = template.Library()


@register.filter
def at_table(posts: Mapping[int, TablePost], number: int) -> TablePost | None:
    """Who has the table of this number; None when nobody has."""
    return posts.get(number)
