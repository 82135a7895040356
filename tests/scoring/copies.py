"""The rows of a tournament that took long to play, kept for the tests that begin with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import connection, models

APPS = ("tournament", "scoring", "season")


@dataclass(frozen=True, slots=True)
class Kept:
    """What one table had in it: the statement that inserts a row, and each row's values."""

    insert: str
    values: list[tuple[Any, ...]]


Rows = list[Kept]


def taken(*more: type[models.Model]) -> Rows:
    """Every row of the two apps and of `more`, in no order that matters: references are checked
    at the end."""
    of_apps = [
        model
        for app in APPS
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
    ]
    found = (_kept(model) for model in (*of_apps, *more))
    return [kept for kept in found if kept.values]


def _kept(model: type[models.Model]) -> Kept:
    fields, quoted = model._meta.concrete_fields, connection.ops.quote_name
    columns = ", ".join(quoted(field.column) for field in fields)
    marks = ", ".join(["%s"] * len(fields))
    return Kept(
        f"INSERT INTO {quoted(model._meta.db_table)} ({columns}) VALUES ({marks})",
        [
            tuple(
                field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields
            )
            for row in model._base_manager.order_by("pk")
        ],
    )


def put(rows: Rows) -> None:
    """Puts them back into empty tables as they were, to the last moment of making."""
    with connection.cursor() as cursor:
        for kept in rows:
            cursor.executemany(kept.insert, kept.values)
