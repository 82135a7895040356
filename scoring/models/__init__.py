"""What is stored of games and hands. One file a noun; constraints live in the database."""

from scoring.course.models import Game, Hand, Penalty, Submission
from scoring.explain.models import Chances
from scoring.rulings.models import AppealWindow, Ruling, TribunalCase
from scoring.statistics.models import KeptFacts

__all__ = [
    "AppealWindow", "Chances", "Game", "Hand", "KeptFacts", "Penalty", "Ruling", "Submission",
    "TribunalCase",
]  # fmt: skip
