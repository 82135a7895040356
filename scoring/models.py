"""The models of games and hands: one file for each noun. Constraints are in the database."""

from scoring.course.models import Game, Hand, Penalty, Submission
from scoring.explain.models import Chances
from scoring.rulings.models import AppealWindow, Ruling, TribunalCase
from scoring.statements.models import PairLink, ResultTerms

__all__ = [
    "AppealWindow", "Chances", "Game", "Hand", "PairLink", "Penalty", "ResultTerms", "Ruling",
    "Submission", "TribunalCase",
]  # fmt: skip
