"""Referees and their tables."""

from django.db import models
from django.db.models import Q


class Referee(models.Model):
    """A person who referees at tables. The log holds only the number. The name is for the
    organizers and is deleted when the person leaves the team."""

    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.PROTECT, related_name="referees"
    )
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60, blank=True)
    has_left = models.BooleanField(default=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="referee_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="referee_number_from_1"),
            models.CheckConstraint(
                condition=Q(has_left=False) & ~Q(name="") | Q(has_left=True, name=""),
                name="referee_named_while_here",
            ),
        ]

    def __str__(self) -> str:
        return self.name or str(self.number)


class Post(models.Model):
    """A table of a referee, and since when."""

    table = models.OneToOneField("tournament.Table", on_delete=models.PROTECT, related_name="post")
    referee = models.ForeignKey(Referee, on_delete=models.PROTECT, related_name="posts")
    since = models.DateTimeField()

    class Meta:
        ordering = ["table__number"]

    def __str__(self) -> str:
        return f"{self.referee} {self.table}"
