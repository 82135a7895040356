"""A championship played by bots through the same services as people use."""

from scoring.management.simulation.day import Day, Plan
from scoring.management.simulation.progress import Progress
from scoring.management.simulation.summary import Summary, summary_of

__all__ = ["Day", "Plan", "Progress", "Summary", "summary_of"]
