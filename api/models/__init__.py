"""What the API stores of its own: the tokens that programs sign in with."""

from api.models.token import ApiToken

__all__ = ["ApiToken"]
