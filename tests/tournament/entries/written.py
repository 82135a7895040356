"""Entry lists as they are read with the fields of a pair."""

from functools import partial

from tournament.entries.queries import columns
from tournament.entries.rules import entry, lists

NAMES = [column.name for column in columns()]
read = partial(lists.read, columns=columns())
check = partial(entry.check, columns=columns())


def written(line: int, *texts: str) -> entry.Entry:
    """A pair with these texts, in the order of a line; the other ones are empty."""
    given = dict(zip(lists.BY_POSITION, texts, strict=False))
    return entry.Entry(line, {name: given.get(name, "") for name in NAMES})
