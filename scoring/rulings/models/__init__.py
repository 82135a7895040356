"""The models: questions to officials, cases of the Disciplinary Tribunal, the time for appeals."""

from scoring.rulings.models.case import TribunalCase
from scoring.rulings.models.ruling import KINDS, Ruling
from scoring.rulings.models.window import AppealWindow

__all__ = ["KINDS", "AppealWindow", "Ruling", "TribunalCase"]
