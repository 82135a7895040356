"""The job of imports."""

from jobs.registry import job
from operations.imports import services
from operations.imports.queries import BRING_IN


@job(BRING_IN, seconds=900, attempts=3)
def bring_in(*, key: str, by: int, organizers: list[str]) -> str:
    """Imports a tournament from the given file."""
    return services.bring_in(key=key, by=by, organizers=organizers)
