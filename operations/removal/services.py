"""Removing a tournament or an account. Only a backup can bring them back."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from django.apps import apps
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import connection, transaction
from django.db.models import Field, ForeignKey, Model, ProtectedError
from django.utils.translation import gettext_lazy as _

from accounts.services.signins import end_sessions
from jobs.models import Job
from season.services import circuits
from tournament import notify
from tournament.championship.models import Tournament
from tournament.championship.services import organizers
from tournament.errors import NotFound, Refusal, StrOrPromise
from tournament.log.queries import rights
from tournament.log.rules.kinds import doing
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.signup.models import SignUp

OPERATOR = Actor("program", None, "operator")


@transaction.atomic
def remove_tournament(*, tournament_id: int, slug: str) -> int:
    """Deletes everything of the tournament: pairs, hands, tablets, its log. Returns how many rows.

    The operator types `slug`, so that nobody removes another tournament by mistake. Raises Refusal,
    NotFound.
    """
    tournament = lock(tournament_id=tournament_id)
    if slug.strip() != tournament.slug:
        raise Refusal.one(
            "slug", "other_name", _("Type the name exactly as it stands in the address.")
        )
    return _remove(tournament, OPERATOR)


@transaction.atomic
def delete_tournament(*, tournament_id: int, name: str, actor: Actor) -> None:
    """Deletes a tournament that has no draw, for its owner, who types its name.

    Raises NotFound, NotAllowed, Refusal (other_name, already_drawn, signed_up).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    # Whoever may call it off may delete it.
    rights.must_reach(tournament=tournament, actor=actor, kinds=doing("call_off"))
    if " ".join(name.split()) != " ".join(tournament.name.split()):
        raise Refusal.one(
            "name", "other_name", _("Type the name of the tournament exactly as it stands above.")
        )
    if tournament.status != Tournament.Status.ENTRY:
        raise Refusal.one(
            "tournament",
            "already_drawn",
            _("The draw has been made. Call the tournament off, or hide it."),
        )
    waiting = SignUp.objects.filter(tournament=tournament).exclude(state=SignUp.State.LEFT)
    if waiting.exists() and not tournament.is_called_off:
        raise Refusal.one(
            "tournament",
            "signed_up",
            _("People have signed up. Call the tournament off first, so that they are told."),
        )
    _remove(tournament, actor)


def _remove(tournament: Tournament, actor: Actor) -> int:
    """Deletes every row of the tournament; returns how many."""
    tournament_id = tournament.pk
    circuits.lose(tournament_id=tournament_id, actor=actor)
    # All rows are found first, then deleted; the database checks foreign keys at the end.
    keys_by_model = keys_of(tournament_id)
    for model, keys in keys_by_model.items():
        for batch in batched(keys, 500):
            _delete(model, batch)
    Job.objects.filter(tournament_id=tournament_id).delete()
    _delete(Tournament, [tournament_id])
    publish = partial(notify.publish, slug=tournament.slug, number=tournament.event_number + 1)
    transaction.on_commit(publish, robust=True)
    return 1 + sum(map(len, keys_by_model.values()))


def _delete(model: Any, keys: Sequence[Any]) -> None:
    """Deletes rows by their keys alone. The ORM would read every row that refers to them first."""
    quote = connection.ops.quote_name
    table, key = quote(model._meta.db_table), quote(model._meta.pk.column)
    slots = ", ".join(["%s"] * len(keys))
    with connection.cursor() as cursor:
        # Only names of tables and columns are put in; values are passed as parameters.
        cursor.execute(f"DELETE FROM {table} WHERE {key} IN ({slots})", list(keys))  # noqa: S608


@transaction.atomic
def remove_account(*, user_id: int, by: AbstractBaseUser) -> str:
    """Deletes the account with its sessions, tokens and sign-ins; returns its name. The logs keep
    what it did, under its name, and tell that it organizes no more. Raises Refusal (yourself,
    only_organizer, only_owner, only_runner, needed),
    NotFound."""
    user = _another(user_id, by, _("This is you. Somebody else has to remove you."))
    # An actor without an id has no role: one that the operator has at a tournament forbids nothing.
    actor = Actor("user", None, f"operator {by.get_username()}")
    organizers.go(user=user, actor=actor)
    circuits.leave_all(user=user, actor=actor)
    end_sessions(user=user)
    name: str = user.get_username()
    try:
        user.delete()
    except ProtectedError as error:
        raise Refusal.one(
            "", "needed", _("Something still needs this account. Close it instead.")
        ) from error
    return name


def batched(keys: Sequence[object], size: int) -> Iterator[Sequence[object]]:
    """`keys` in batches, because a statement takes only so many values."""
    for start in range(0, len(keys), size):
        yield keys[start : start + size]


@transaction.atomic
def close_account(*, user_id: int, by: AbstractBaseUser, closed: bool) -> str:
    """Closes an account, so that nobody can sign in with it, or opens it again; returns its name.
    Raises Refusal, NotFound."""
    user = _another(user_id, by, _("This is you. Somebody else has to close your account."))
    user.is_active = not closed
    user.save(update_fields=["is_active"])
    if closed:
        end_sessions(user=user)
    name: str = user.get_username()
    return name


def _another(user_id: int, by: AbstractBaseUser, yourself: StrOrPromise) -> Any:
    """The account, unless it is `by`. Raises NotFound, Refusal (yourself)."""
    user = get_user_model()._default_manager.filter(pk=user_id).first()
    if user is None:
        raise NotFound.one("", "no_such_account", _("There is no such account any more."))
    if user.pk == by.pk:
        raise Refusal.one("", "yourself", yourself)
    return user


# Finds the rows of a tournament in every table, by the foreign keys that lead to it.


def paths() -> dict[type[Model], str]:
    """Model → the lookup path to the tournament (`game__match__tournament`). Foreign keys that
    cannot be null are preferred."""
    lookups: dict[type[Model], str] = {Tournament: ""}
    while more := dict(_one_further(lookups, or_empty=False)) or dict(
        _one_further(lookups, or_empty=True)
    ):
        lookups |= more
    del lookups[Tournament]
    return lookups


def keys_of(tournament_id: int) -> dict[type[Model], list[object]]:
    """Model → the primary keys of its rows that belong to the tournament."""
    return {
        model: list(
            model._base_manager.filter(**{path: tournament_id})
            .order_by()
            .values_list("pk", flat=True)
        )
        for model, path in paths().items()
    }


def _one_further(
    lookups: dict[type[Model], str], *, or_empty: bool
) -> Iterator[tuple[type[Model], str]]:
    for model in apps.get_models(include_auto_created=True):
        if model in lookups:
            continue
        for key in _keys(model):
            if key.null is or_empty and key.related_model in lookups:
                path = lookups[key.related_model]
                yield model, f"{key.name}__{path}" if path else key.name
                break


def _keys(model: type[Model]) -> list[ForeignKey[Model, Model]]:
    fields: list[Field[object, object]] = list(model._meta.local_fields)
    return [field for field in fields if isinstance(field, ForeignKey)]
