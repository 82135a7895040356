"""The job of imports."""

from jobs.registry import job
from operations.imports import services as imports
from operations.imports.queries import BRING_IN

job(BRING_IN, seconds=900, attempts=3)(imports.bring_in)
