"""Answers to keyed requests, kept so that a retry gets the same answer."""

from __future__ import annotations

from django.db import models


class Submission(models.Model):
    """One request that was carried out. `scope`: its sender; `key`: made by the sender."""

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
