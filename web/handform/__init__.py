"""The form of one hand, with which referees and organizers enter it without JavaScript."""

from web.handform.form import HandForm
from web.handform.quick import QuickForm

__all__ = ["HandForm", "QuickForm"]
