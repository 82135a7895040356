"""Job: closes matches whose result one pair said and the other never answered."""

from jobs.registry import job
from scoring.statements import services as statements


@job("statements.close_due", every_minutes=1, seconds=60)
def close_due() -> str:
    """Closes them where the organizer chose so."""
    return f"{statements.close_due()} matches"
