"""The rows of a tournament that took long to play, kept for the tests that begin with it."""

from __future__ import annotations

from copy import deepcopy

from django.apps import apps
from django.db import models

Rows = list[tuple[type[models.Model], list[models.Model]]]
APPS = ("tournament", "scoring")


def taken() -> Rows:
    """Every row of the two apps, in no order that matters: references are checked at the end."""
    return [
        (model, deepcopy(list(model._base_manager.order_by("pk"))))
        for app in APPS
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
    ]


def put(rows: Rows) -> None:
    """Puts them back into empty tables, to the last moment of making."""
    for model, kept in rows:
        if kept:
            fresh = deepcopy(kept)
            moments = [getattr(one, "created_at", None) for one in fresh]
            model._base_manager.bulk_create(fresh)
            for one, moment in zip(fresh, moments, strict=True):
                if moment is not None:  # `auto_now_add` writes another
                    model._base_manager.filter(pk=one.pk).update(created_at=moment)
