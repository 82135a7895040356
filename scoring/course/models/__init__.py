"""The models of a match being played: games, versions of hands, penalties, answers to requests."""

from scoring.course.models.game import Game
from scoring.course.models.hand import Hand
from scoring.course.models.penalty import Penalty
from scoring.course.models.submission import Submission

__all__ = ["Game", "Hand", "Penalty", "Submission"]
