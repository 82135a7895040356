"""What is stored of a match being played: games, hands in their versions, false words, answers."""

from scoring.course.models.game import Game
from scoring.course.models.hand import Hand
from scoring.course.models.penalty import Penalty
from scoring.course.models.submission import Submission

__all__ = ["Game", "Hand", "Penalty", "Submission"]
