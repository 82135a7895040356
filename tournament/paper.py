"""Requests for printed paper: all actas, or everything, as one file that a worker makes in the
background (`web.paper`). Pages and programs share the files."""

from hashlib import sha256

from django.utils.translation import gettext_lazy as _

from jobs import products
from jobs.products import ProductRow
from tournament import limits
from tournament.championship.queries.tournaments import TournamentView
from tournament.errors import NotFound

BOUND = "paper.bind"
"""The job that binds sheets into one file."""
NEW_FILES = limits.Limit("paper", most=40, seconds=3600)
"""Limits new files of one tournament: each takes a worker seconds, and is stored for a day."""
ACTAS, EVERYTHING = "actas", "everything"
WHAT = (ACTAS, EVERYTHING)


def ask_for(*, tournament: TournamentView, what: str, language: str, base: str) -> int:
    """Queues the job for a file; returns the job's id. `base`: scheme and host of the request, for
    the codes on the sheets. While the tournament has not changed the same file is used; a failed
    one is tried again.

    Raises TooOften when the limit of other files for the hour is reached.
    """
    same = sha256(f"{tournament.event_hash} {base}".encode()).hexdigest()[:16]
    key = f"{tournament.id}.{what}.{language}.{same}"
    if not products.is_known(BOUND, key):
        limits.spend(NEW_FILES, tournament.id)
    return products.ask(
        BOUND,
        {"tournament_id": tournament.id, "what": what, "language": language, "base": base},
        file_name=f"{tournament.slug}-{what}-{language}.pdf",
        key=key,
        tournament_id=tournament.id,
    )


def asked_for(*, tournament_id: int) -> list[ProductRow]:
    """The files of a tournament with their progress, latest request first."""
    return products.made_for(tournament_id=tournament_id, name=BOUND)


def file_of(*, tournament_id: int, job_id: int) -> ProductRow:
    """One file of a tournament. Raises NotFound."""
    for row in asked_for(tournament_id=tournament_id):
        if row.job == job_id:
            return row
    raise NotFound.one(
        "job", "no_such_file", _("There is no such file, or it was deleted. Ask for it again.")
    )


def content_of(*, tournament_id: int, job_id: int) -> tuple[str, bytes]:
    """The name and the bytes of a finished file. Raises NotFound (no_such_file, not_ready)."""
    content = products.fetch(job_id=job_id, tournament_id=tournament_id, name=BOUND)
    if content is None:
        file_of(tournament_id=tournament_id, job_id=job_id)
        raise NotFound.one(
            "job", "not_ready", _("This file is still being made. Ask again in a few seconds.")
        )
    return content
