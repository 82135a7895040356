"""Jobs: mails about meetings, and the reminders of the day."""

from jobs.registry import job
from scoring.matchdays.queries.messages import Word
from scoring.matchdays.services import mails


@job("matchdays.mail", seconds=60, attempts=6, backoff=30)
def mail(match_id: int, side: str, word: Word) -> str:
    """Mails a pair about when and where it plays a match."""
    return mails.mail(match_id=match_id, side=side, word=word)


@job("matchdays.remind", daily_at="09:05", seconds=120)
def remind() -> str:
    """Reminds pairs of meetings, and of matches whose last day is near."""
    return f"{mails.remind()} pairs reminded"
