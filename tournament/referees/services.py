"""Changes of the team, and of who has which table."""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.championship.models import Tournament
from tournament.errors import NotFound, Refusal
from tournament.log import services as events
from tournament.log.rules import text as texts
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.referees.models import Post, Referee
from tournament.tables.models import Table

LONGEST_NAME = 60
MOST_REFEREES = 200


@transaction.atomic
def add(*, tournament_id: int, name: str, actor: Actor) -> Referee:
    """Adds a person to the team; returns the row. The log gets the number, not the name.

    Raises NotFound, NotAllowed, Refusal (the name's faults, already_there, too_many).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    clean, fault = texts.clean(name, field="name", longest=LONGEST_NAME, required=True)
    wording.refuse([fault] if fault else [])
    everybody = Referee.objects.filter(tournament=tournament)
    if everybody.filter(has_left=False, name__iexact=clean).exists():
        raise Refusal.one(
            "name", "already_there",
            _("The team has somebody of this name. Add what tells them apart."),
        )  # fmt: skip
    if everybody.filter(has_left=False).count() >= MOST_REFEREES:
        raise Refusal.one("name", "too_many", _("The team is full. Take somebody out of it first."))
    last = everybody.aggregate(last=Max("number"))["last"] or 0
    referee = Referee.objects.create(tournament=tournament, number=last + 1, name=clean)
    events.append(tournament, actor, "referee.added", {"referee": referee.number})
    return referee


@transaction.atomic
def remove(*, tournament_id: int, number: int, actor: Actor) -> tuple[int, ...]:
    """Removes a person from the team and erases the name; returns the tables left without a
    referee.

    Raises NotFound (no_such_referee), NotAllowed.
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    gone = _referee(tournament, number)
    posts = Post.objects.filter(referee=gone)
    freed = tuple(posts.order_by("table__number").values_list("table__number", flat=True))
    posts.delete()
    gone.name, gone.has_left = "", True
    gone.save(update_fields=["name", "has_left"])
    events.append(tournament, actor, "referee.removed", {"referee": number, "tables": list(freed)})
    return freed


@transaction.atomic
def hand_over(
    *, tournament_id: int, tables: Iterable[int], to: int | None, actor: Actor
) -> tuple[int, ...]:
    """Gives tables to a referee, or to nobody; returns the tables whose referee changed.

    Raises NotFound (no_such_referee, no_such_table), NotAllowed, Refusal (no_tables).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    taker = None if to is None else _referee(tournament, to)
    moved = [table for table in _tables(tournament, tables) if _holder(table) != taker]
    had = [holder.number if (holder := _holder(table)) else None for table in moved]
    if not moved:
        return ()
    numbers = [table.number for table in moved]
    event = events.append(
        tournament, actor, "tables.handed_over", {"tables": numbers, "to": to, "was": {"to": had}}
    )
    Post.objects.filter(table__in=moved).delete()
    if taker is not None:
        Post.objects.bulk_create(
            Post(table=table, referee=taker, since=event.at) for table in moved
        )
    return tuple(numbers)


def _holder(table: Table) -> Referee | None:
    post = getattr(table, "post", None)
    return post.referee if post else None


def _tables(tournament: Tournament, numbers: Iterable[int]) -> Sequence[Table]:
    unique_numbers = set(numbers)
    if not unique_numbers:
        raise Refusal.one(
            "tables", "no_tables", _("Tick the tables first, then press who gets them.")
        )
    rows = Table.objects.filter(
        tournament=tournament, number__in=unique_numbers, number__lte=tournament.tables_count
    )
    tables = list(rows.select_related("post__referee").order_by("number"))
    if len(tables) < len(unique_numbers):
        raise NotFound.one(
            "tables", "no_such_table", _("There is no such table. Choose one that exists.")
        )
    return tables


def _referee(tournament: Tournament, number: int) -> Referee:
    referee = Referee.objects.filter(tournament=tournament, number=number, has_left=False).first()
    if referee is None:
        raise NotFound.one(
            "referee", "no_such_referee", _("Nobody in the team has this number. Choose again.")
        )
    return referee
