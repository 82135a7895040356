"""Matches get a table, begin and end, one by one or several by one press."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from scoring.desk.declared.act import DeskAct, counted
from tournament.matches.services import matches, together

ASSIGN_FREE = DeskAct(
    on="tournament", name="assign_free", tag="tables", address="tables/assign-free/",
    page="assign_free",
    kind="tables.assigned",
    do=matches.assign_free_tables,
    button={"pairs": _("Give out the free tables")},
    done=counted(
        ngettext_lazy("%(n)s match has a table now.", "%(n)s matches have a table now.", "n")
    ),
    to="desk",
    summary="Assign the free tables to the matches that could start, in the order of the bracket.",
    asks=False,
    answers="matches",
)  # fmt: skip

START_CALLED = DeskAct(
    on="tournament", name="start", tag="together", address="matches/start-called/",
    page="start_called",
    kind="match.started",
    do=together.start_called,
    button={"pairs": _("Start all that are called")},
    done=counted(ngettext_lazy("%(n)s match has begun.", "%(n)s matches have begun.", "n")),
    to="desk",
    summary="Start every match that was called to a free table.",
    asks=False,
    answers="matches",
)  # fmt: skip
