"""Exact odds (W1 to W6): what a holding, or a pair, can win of each lance against unseen cards."""

from .chances import LanceOdds, Odds, odds_in, odds_of, odds_of_pair, odds_of_shown
from .statements import Certainty, Statement, statements_of
from .sure import sure_lances

__all__ = [
    "Certainty", "LanceOdds", "Odds", "Statement", "odds_in", "odds_of", "odds_of_pair",
    "odds_of_shown", "statements_of", "sure_lances",
]  # fmt: skip
