"""One hand on a page: the form that referees and organizers enter it with, without JavaScript."""

from web.handform.form import HandForm
from web.handform.quick import QuickForm

__all__ = ["HandForm", "QuickForm"]
