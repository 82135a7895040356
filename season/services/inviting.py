"""Invitations to a final: a list is made from the ranking, answers are noted, and those who have
accepted are entered.

| act | its way back |
|---|---|
| `invite` | `discard_invitations` |
| `answer_invitation` | `answer_invitation`, with another answer or none |
| `choose_partner` | `choose_partner` |
| `enter_invited` | `withdraw_pairs` of that tournament |
"""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from season.models import Circuit, Final, FinalInvitation
from season.queries.circuits import CircuitView, get_public
from season.queries.invitations import (
    InvitationLine,
    InvitationList,
    entry_of,
    invitation_list,
    players_of,
    proposed,
)
from season.queries.log import people_refs, tournament_ref
from season.queries.ranking import ENTRY_COLUMNS
from season.rules.invitations import ACCEPTED, DECLINED, RESERVE
from season.rules.points import LAST_PLACE
from season.services.acting import append, lock, tournament_of
from tournament.entries.rules.cutting import entry_list
from tournament.errors import Conflict, Refusal
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.signup.services.desk import enter_list


@transaction.atomic
def invite(
    *, circuit_id: int, tournament_id: int, first: int, seen: str, actor: Actor
) -> InvitationList:
    """Invites the first so many of the ranking, with all who share the last place, to a tournament
    that the same person organizes; those behind them are reserves. Where there is a list, it stays
    with its answers, for so many places now. `seen`: of those who were shown.

    Raises NotFound, NotAllowed, Conflict (changed_meanwhile), Refusal (out_of_range, nobody_ranked,
    places_taken).
    """
    circuit = lock(circuit_id, actor)
    rights.official(tournament=tournament_of(tournament_id), actor=actor)
    rights.whole_number(first, field="first", least=1, most=LAST_PLACE)
    view = get_public(slug=circuit.slug)
    shown = proposed(circuit=view, tournament_id=tournament_id, first=first)
    if shown.seen != seen:
        raise _changed("first", shown.seen)
    final = Final.objects.filter(circuit=circuit, tournament=tournament_id).first()
    if final is None:
        if not shown.candidates:
            raise Refusal.one(
                "first",
                "nobody_ranked",
                _("Nobody is in the ranking yet. Finish a tournament of the circuit first."),
            )
        final = Final(circuit=circuit, tournament_id=tournament_id)
    elif final.invitations.filter(answer=ACCEPTED).count() > first:
        raise Refusal.one(
            "first",
            "places_taken",
            _("More have accepted already. Note first who does not come after all."),
        )
    final.places = shown.places
    final.save()
    last = final.invitations.count()
    FinalInvitation.objects.bulk_create(
        FinalInvitation(
            final=final, order=order, pair_id=one.person[0], seat=one.person[1],
            partner_id=one.partner[0] if one.partner else None,
            partner_seat=one.partner[1] if one.partner else 0,
        )
        for order, one in enumerate(shown.candidates, start=last + 1)
    )  # fmt: skip
    of = tournament_ref(tournament_id)
    append(circuit, actor, "final.invited", tournament=of, places=final.places)
    return invitation_list(circuit=view, tournament_id=tournament_id)


@transaction.atomic
def answer_invitation(
    *, circuit_id: int, invitation_id: int, answer: str, actor: Actor, seen: str = ""
) -> InvitationList:
    """Notes what somebody on the list has answered; "" takes it back. `seen`: of the reserve who
    was shown to move up; needed where somebody declines whose place goes to a reserve.

    Raises NotFound, NotAllowed, Conflict (changed_meanwhile), Refusal (no_such_invitation,
    bad_choice, not_invited, is_entered).
    """
    circuit = lock(circuit_id, actor)
    if answer not in FinalInvitation.Answer.values:
        raise Refusal.one(
            "answer", "bad_choice", _("Say whether they accept or decline, or nothing yet.")
        )
    view, row, found, line = _on_the_list(circuit, invitation_id)
    if row.answer == answer:
        return found
    if line.is_entered:
        raise Refusal.one(
            "answer",
            "is_entered",
            _("%(name)s is entered in the final. Withdraw the pair there first."),
            name=line.name,
        )
    if answer == ACCEPTED and line.standing in (RESERVE, DECLINED) and not _is_free(found, line):
        raise Refusal.one(
            "answer",
            "not_invited",
            _("All places are given. %(name)s can accept when somebody declines."),
            name=line.name,
        )
    if answer == DECLINED and line.standing != RESERVE and found.seen != seen:
        raise _changed("answer", found.seen)
    row.answer = answer
    row.save(update_fields=["answer"])
    of = tournament_ref(found.tournament_id)
    who = people_refs([(row.pair_id, row.seat)])
    append(circuit, actor, "final.answered", tournament=of, people=who, answer=answer)
    return invitation_list(circuit=view, tournament_id=found.tournament_id)


@transaction.atomic
def choose_partner(
    *, circuit_id: int, invitation_id: int, partner: str, actor: Actor
) -> InvitationList:
    """Says with whom a player on the list comes. `partner`: the key of a player of the circuit who
    comes with nobody else; one who is on the list too comes as this pair, and is taken off it.

    Raises NotFound, NotAllowed, Refusal (no_such_invitation, of_pairs, is_entered, not_free).
    """
    circuit = lock(circuit_id, actor)
    view, row, found, line = _on_the_list(circuit, invitation_id)
    if circuit.carried_by != Circuit.CarriedBy.PLAYER:
        raise Refusal.one("partner", "of_pairs", _("In this circuit pairs qualify as they are."))
    if line.is_entered:
        raise Refusal.one(
            "partner",
            "is_entered",
            _("%(name)s is entered in the final. Withdraw the pair there first."),
            name=line.name,
        )
    entry = entry_of(circuit=view, key=partner)
    own = {key for key, _name in players_of(circuit=view, tournament_id=found.tournament_id)}
    if partner not in own or entry == (row.pair_id, row.seat):
        raise Refusal.one(
            "partner",
            "not_free",
            _("This player comes with somebody else. Choose another one."),
        )
    row.final.invitations.filter(pair=entry[0], seat=entry[1]).delete()
    row.partner_id, row.partner_seat = entry
    row.save(update_fields=["partner", "partner_seat"])
    of = tournament_ref(found.tournament_id)
    who = people_refs([(row.pair_id, row.seat), entry])
    append(circuit, actor, "final.paired", tournament=of, people=who)
    return invitation_list(circuit=view, tournament_id=found.tournament_id)


@transaction.atomic
def enter_invited(
    *, circuit_id: int, tournament_id: int, seen: str, actor: Actor
) -> tuple[InvitationLine, ...]:
    """Enters those who have accepted in the final; returns them. `seen`: the ids of those who were
    shown, a space between two.

    Raises NotFound, NotAllowed, Conflict (changed_meanwhile), Refusal (nobody_enters,
    already_drawn, and the faults of entry lists).
    """
    circuit = lock(circuit_id, actor)
    rights.official(tournament=tournament_of(tournament_id), actor=actor)
    view = get_public(slug=circuit.slug)
    entering = invitation_list(circuit=view, tournament_id=tournament_id).entering
    if not entering:
        raise Refusal.one(
            "tournament",
            "nobody_enters",
            _("Nobody is left to enter. Note first who accepts, and with whom."),
        )
    now = " ".join(str(one.id) for one in entering)
    if seen != now:
        raise _changed("tournament", now)
    rows = [(one.player_1, one.player_2, one.club) for one in entering]
    text = entry_list((ENTRY_COLUMNS, *rows))
    enter_list(tournament_id=tournament_id, text=text, actor=actor)
    of = tournament_ref(tournament_id)
    append(circuit, actor, "pairs.qualified", tournament=of, pairs=len(entering))
    return entering


@transaction.atomic
def discard_invitations(*, circuit_id: int, tournament_id: int, actor: Actor) -> None:
    """Deletes the list of a final with its answers; pairs that were entered stay so. Raises
    NotFound, NotAllowed, Refusal (no_such_list)."""
    circuit = lock(circuit_id, actor)
    deleted, _models = Final.objects.filter(circuit=circuit, tournament=tournament_id).delete()
    if not deleted:
        raise Refusal.one(
            "tournament",
            "no_such_list",
            _("Nobody is invited to this tournament yet. Invite the first of the ranking."),
        )
    append(circuit, actor, "final.discarded", tournament=tournament_ref(tournament_id))


def _on_the_list(
    circuit: Circuit, invitation_id: int
) -> tuple[CircuitView, FinalInvitation, InvitationList, InvitationLine]:
    rows = FinalInvitation.objects.filter(final__circuit=circuit, pk=invitation_id)
    row = rows.select_related("final").first()
    if row is None:
        raise Refusal.one(
            "invitation", "no_such_invitation", _("This invitation is not on the list any more.")
        )
    view = get_public(slug=circuit.slug)
    found = invitation_list(circuit=view, tournament_id=row.final.tournament_id)
    line = next(one for one in found.lines if one.id == row.pk)
    return view, row, found, line


def _is_free(found: InvitationList, line: InvitationLine) -> bool:
    """Whether there is a place for this line before those who are invited behind it."""
    ahead = sum(
        one.standing == ACCEPTED or (one.standing == "invited" and one.order < line.order)
        for one in found.lines
    )
    return ahead < found.places


def _changed(field: str, seen: str) -> Conflict:
    return Conflict.over(
        field,
        "changed_meanwhile",
        _("The list has changed meanwhile. Look at it again."),
        current={"seen": seen},
    )
