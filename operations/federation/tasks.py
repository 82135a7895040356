"""The job of federation."""

from jobs.registry import job
from operations.federation import services
from operations.federation.queries import TAKE_IN

job(TAKE_IN, seconds=900, attempts=1)(services.do_ask)
