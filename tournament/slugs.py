"""Rows that are found by a slug of their own, made of their name."""

import re
from secrets import token_hex
from typing import Any, TypeVar

from django.db import IntegrityError, models, transaction
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from tournament.errors import Refusal

Row = TypeVar("Row", bound=models.Model)
LONGEST = 60
"""The most letters of a name that are used."""


def store(model: type[Row], base_name: str, **values: Any) -> Row:
    """Stores a row under a free slug like `base_name`, even if another one of that name is being
    stored at this moment. Raises Refusal (name_taken)."""
    rows = model._default_manager
    for attempt in range(3):
        slug = free_slug(model, base_name)
        slug = slug if attempt == 0 else f"{slug}-{token_hex(3)}"
        try:
            with transaction.atomic():
                return rows.create(slug=slug, **values)
        except IntegrityError:
            if not rows.filter(slug=slug).exists():
                raise
    raise Refusal.one("name", "name_taken", _("This name is taken. Choose another one."))


def free_slug(model: type[models.Model], name: str) -> str:
    """The slug of a name, with the next number where that is taken. Where nothing of the name can
    be in a slug: what such a row is called."""
    base = slugify(name)[:LONGEST].strip("-") or str(model._meta.model_name)
    of_base = model._default_manager.filter(slug__startswith=base)
    used_slugs = set(of_base.values_list("slug", flat=True))
    if base not in used_slugs:
        return base
    numbers = (re.fullmatch(rf"{re.escape(base)}-(\d{{1,6}})", slug) for slug in used_slugs)
    return f"{base}-{max((int(match[1]) for match in numbers if match), default=1) + 1}"
