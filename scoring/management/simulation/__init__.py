"""Bots that play a championship through the same services that people use."""

from scoring.management.simulation.day import Day, Plan, Progress
from scoring.management.simulation.summary import Summary, summary_of

__all__ = ["Day", "Plan", "Progress", "Summary", "summary_of"]
