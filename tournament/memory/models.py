"""The memory of one act at the desk."""

from django.db import models


class ActMemory(models.Model):
    """What one act changed: table → primary key → [columns before, columns after]; null before for
    a row that it inserted, null after for one that it deleted.

    `first` and `last`: its events; `shown`: the one that stands for it in lists, of this `kind`;
    `undone_by`: the number of the event that undid it; `undoes`: the last events of the acts that
    it undid itself. A table in `rows` without rows was written by the act, and its rows are not
    remembered.
    """

    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.CASCADE, related_name="act_memories"
    )
    kind = models.CharField(max_length=60)
    shown = models.PositiveIntegerField()
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField()
    undoes = models.JSONField(default=list)
    rows = models.JSONField(default=dict)
    undone_by = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["tournament", "last"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "last"], name="act_memory_by_last_event"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} ({self.first} to {self.last})"
