"""Nightly jobs: checking tournaments and erasing old names."""

from django.conf import settings

from jobs.registry import days_ago, job
from scoring.proof.services.checking import check_all
from scoring.proof.services.erasing import erase_old_names


@job("proof.check_all", daily_at="03:20", seconds=3600, attempts=2)
def check_every_tournament() -> str:
    """Checks every tournament against its log; fails, to be noticed, when one has a fault."""
    reports = list(check_all(with_twin=True))
    wrong = [f"{report.slug}: {report.first}" for report in reports if not report.ok]
    if wrong:
        raise RuntimeError("; ".join(wrong)[:2000])
    return f"{len(reports)} tournaments hold"


@job("proof.erase_old_names", daily_at="04:30", seconds=3600)
def erase_names_whose_term_is_over() -> str:
    """Erases the names of old tournaments, where the operator has set a term."""
    if not settings.NAMES_DAYS:
        return "no term is set"
    return f"{erase_old_names(before=days_ago(settings.NAMES_DAYS))} tournaments"
