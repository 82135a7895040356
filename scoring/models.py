"""The models of games and hands: one file for each noun. Constraints are in the database."""

from scoring.course.models import Game, Hand, Penalty, Submission
from scoring.explain.models import Chances
from scoring.matchdays.models import Appointment, MatchDay, Postponement
from scoring.rulings.models import AppealWindow, Ruling, TribunalCase
from scoring.statements.models import PairLink, ResultTerms

__all__ = [
    "AppealWindow", "Appointment", "Chances", "Game", "Hand", "MatchDay", "PairLink", "Penalty",
    "Postponement", "ResultTerms", "Ruling", "Submission", "TribunalCase",
]  # fmt: skip
