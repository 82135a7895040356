"""Mails to organizers: a published ranking is not any more what it was."""

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext, override

from jobs.services import ask
from season.models import Circuit, PublishedRanking
from season.queries.circuits import get_public
from season.queries.published import Published, latest_published
from tournament.addresses import public_url
from tournament.mailing import send


def tell_changed() -> int:
    """Queues a mail to those who run a circuit, and to the organizers of the tournaments that were
    corrected, when its last published ranking would come out otherwise today; once for each
    difference. Returns for how many circuits."""
    told = 0
    for circuit in Circuit.objects.filter(published__isnull=False).distinct().order_by("pk"):
        last = latest_published(circuit=get_public(slug=circuit.slug))
        if last is not None:
            told += _tell(circuit, last)
    return told


@transaction.atomic
def _tell(circuit: Circuit, last: Published) -> bool:
    """Queues the mails about a difference that nobody was told of, and stores it; whether there was
    one."""
    digest = last.digest if last.changes else ""
    row = PublishedRanking.objects.select_for_update().get(circuit=circuit, number=last.number)
    if row.told == digest:
        return False
    row.told = digest
    row.save(update_fields=["told"])
    if not digest:
        return False
    corrected = [one.slug for one in last.corrected]
    concerned = Q(circuits=circuit) | Q(tournaments__slug__in=corrected)
    users = User.objects.filter(concerned, is_active=True).exclude(mailbox__email="").distinct()
    for user_id in users.order_by("pk").values_list("pk", flat=True):
        ask(
            "season.mail_changed",
            {"circuit_id": circuit.pk, "number": last.number, "user_id": user_id},
            key=f"{circuit.pk}.{last.number}.{digest}.{user_id}",
        )
    return True


def mail_changed(*, circuit_id: int, number: int, user_id: int) -> str:
    """Sends an organizer a mail about a published ranking that has changed, where the account has a
    confirmed address; returns a line for the operator. Raises NotSent, so that the job is tried
    again."""
    users = User.objects.filter(pk=user_id, is_active=True)
    to = users.values_list("mailbox__email", flat=True).first()
    circuit = Circuit.objects.filter(pk=circuit_id).first()
    if not to or circuit is None:
        return "Nobody wants this mail any more."
    if not settings.EMAIL_HOST:
        return "E-mail is not set up (EMAIL_URL): nothing was sent."
    with override(settings.LANGUAGE_CODE):
        subject = gettext("%(circuit)s: ranking no. %(number)s has changed since it was published")
        subject %= {"circuit": circuit.name, "number": number}
        lines = [
            subject,
            gettext("What has changed, and why:"),
            public_url(reverse("circuits:published", args=[circuit.slug, number])),
            gettext(
                "It stays as it was published. Publish it anew, or say why it stands: whoever runs "
                "the circuit decides."
            ),
        ]
    send(subject=subject[:180], text="\n\n".join(lines), to=to)
    return "Sent."
