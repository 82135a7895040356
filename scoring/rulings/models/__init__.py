"""What waits for an official, and what the Disciplinary Tribunal hears."""

from scoring.rulings.models.case import TribunalCase
from scoring.rulings.models.ruling import KINDS, Ruling
from scoring.rulings.models.window import AppealWindow

__all__ = ["KINDS", "AppealWindow", "Ruling", "TribunalCase"]
