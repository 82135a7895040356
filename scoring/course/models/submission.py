"""The answer that a keyed request got, kept so that a retry gets the same."""

from __future__ import annotations

from django.db import models


class Submission(models.Model):
    """One request that was carried out. `scope` is who sent it, `key` was made on the device."""

    scope = models.CharField(max_length=40)
    key = models.CharField(max_length=80)
    body_hash = models.CharField(max_length=64)
    answer = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["scope", "key"], name="submission_once")]

    def __str__(self) -> str:
        return f"{self.scope} {self.key}"
