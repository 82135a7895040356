"""The referee of a table."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

from tournament.referees.queries import TablePost

register = template.Library()


@register.filter
def at_table(posts: Mapping[int, TablePost], number: int) -> TablePost | None:
    """The referee of the table with this number; None when it has none."""
    return posts.get(number)
