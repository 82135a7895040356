"""Files made by jobs: asked for, watched as they grow, fetched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models.functions import Coalesce, Length
from django.utils import timezone

from jobs import services
from jobs.models import Job, Product, State
from jobs.queries import Look, look_of

KEPT = timedelta(days=1)
MOST = 20


@dataclass(frozen=True, slots=True)
class ProductRow:
    """A file and how far it is: `done` of `of` pieces. `look`: how its job stands."""

    job: int
    file_name: str
    look: Look
    done: int
    of: int
    asked_at: datetime
    size: int
    asked_for: Mapping[str, Any]

    @property
    def is_coming(self) -> bool:
        return self.look in ("queued", "running")


@transaction.atomic
def ask(
    name: str, arguments: Mapping[str, Any], *, file_name: str, key: str, tournament_id: int
) -> int:
    """Asks for a file; returns the number of its job. With the same key it is the same file, tried
    again when it failed. The work is given `key` besides its arguments."""
    job = services.ask(name, {**arguments, "key": key}, key=key, tournament_id=tournament_id)
    Product.objects.get_or_create(job_id=job, defaults={"file_name": file_name})
    services.again(job_id=job)
    return job


def is_known(name: str, key: str) -> bool:
    """Whether this file was asked for already."""
    return Product.objects.filter(job__name=name, job__key=key).exists()


def tell(name: str, key: str, *, done: int, of: int) -> None:
    """Notes how far the work has come."""
    Product.objects.filter(job__name=name, job__key=key).update(done=done, of=of)


def deliver(name: str, key: str, content: bytes) -> None:
    """Keeps the file. To be called once, at the end of the work."""
    Product.objects.filter(job__name=name, job__key=key).update(content=content)


def made_for(*, tournament_id: int, name: str) -> list[ProductRow]:
    """The files of one kind of a tournament, those asked for last first."""
    found = Product.objects.filter(job__tournament_id=tournament_id, job__name=name)
    sized = found.annotate(size=Coalesce(Length("content"), 0)).defer("content")
    return [_row(product) for product in sized.select_related("job").order_by("-job_id")[:MOST]]


def fetch(*, job_id: int, tournament_id: int, name: str) -> tuple[str, bytes] | None:
    """The name and content of a file that is done; None where there is none."""
    found = Product.objects.filter(
        job_id=job_id, job__tournament_id=tournament_id, job__name=name, job__state=State.DONE
    )
    product = found.exclude(content=None).first()
    return (product.file_name, bytes(product.content)) if product and product.content else None


def forget() -> int:
    """Throws away what was asked for more than a day ago, and its jobs; returns how many."""
    ended = Job.objects.filter(state__in=[State.DONE, State.FAILED], product__isnull=False)
    old = list(ended.filter(asked_at__lt=timezone.now() - KEPT).values_list("pk", flat=True))
    Job.objects.filter(pk__in=old).delete()
    return len(old)


def _row(product: Any) -> ProductRow:
    job = product.job
    return ProductRow(
        job=job.pk,
        file_name=product.file_name,
        look=look_of(job, timezone.now()),
        done=product.done,
        of=product.of,
        asked_at=job.asked_at,
        size=product.size,
        asked_for=job.arguments,
    )
