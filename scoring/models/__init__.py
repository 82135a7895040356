"""What is stored of games and hands. One file a noun; constraints live in the database."""

from scoring.models.game import Game
from scoring.models.hand import Hand
from scoring.models.penalty import Penalty
from scoring.models.ruling import Ruling
from scoring.models.submission import Submission

__all__ = ["Game", "Hand", "Penalty", "Ruling", "Submission"]
