"""The words for the events of a circuit's log."""

from collections.abc import Mapping

from django import template
from django.utils.translation import gettext, gettext_lazy, ngettext

from season.queries.log import LogLine
from tournament.errors import StrOrPromise

register = template.Library()

CIRCUIT_EVENTS: Mapping[str, StrOrPromise] = {
    "circuit.created": gettext_lazy("Circuit created"),
    "circuit.changed": gettext_lazy("Settings changed"),
    "circuit.brought_in": gettext_lazy("Circuit imported from a file"),
    "circuit.chained": gettext_lazy("The log begins: how the circuit stood then"),
    "runner.added": gettext_lazy("Another account runs the circuit"),
    "runner.removed": gettext_lazy("An account no longer runs the circuit"),
    "tournament.offered": gettext_lazy("Tournament offered"),
    "tournament.offer_withdrawn": gettext_lazy("Offer withdrawn"),
    "tournament.taken_in": gettext_lazy("Tournament admitted"),
    "tournament.taken_out": gettext_lazy("Tournament taken out"),
    "tournament.removed": gettext_lazy("Tournament removed from this site"),
    "final.invited": gettext_lazy("Invitations to the final"),
    "final.paired": gettext_lazy("Partner for the final chosen"),
    "final.discarded": gettext_lazy("List of those invited deleted"),
    "people.merged": gettext_lazy("The same people"),
    "people.split": gettext_lazy("Different people again"),
    "people.parted": gettext_lazy("Different people"),
    "people.rejoined": gettext_lazy("Different people: taken back"),
    "people.forgotten": gettext_lazy("People whose name was erased are no longer merged"),
    "claim.made": gettext_lazy("An account said which player it is"),
    "claim.withdrawn": gettext_lazy("An account withdrew which player it is"),
    "claim.confirmed": gettext_lazy("An account confirmed as a player"),
    "claim.taken_back": gettext_lazy("A confirmation taken back"),
    "claim.dismissed": gettext_lazy("A claim dismissed"),
    "people.registered": gettext_lazy("Name or licence of a person noted"),
    "name.erased": gettext_lazy("A player's name erased"),
    "name.erasure_discarded": gettext_lazy("A wish to erase a name discarded"),
    "texts.erased": gettext_lazy("The name of an account was erased"),
}


@register.filter
def circuit_event(line: LogLine) -> str:
    """What happened, in words; the bare kind for one that is not known here."""
    if line.kind == "pairs.qualified":
        pairs = line.data["pairs"]
        words = ngettext(
            "%(pairs)s qualified pair entered", "%(pairs)s qualified pairs entered", pairs
        )
        return words % {"pairs": pairs}
    names = line.data.get("names") or len(line.data.get("merges", ()))
    if line.kind == "people.merged" and names > 1:
        return ngettext("%(n)s equal name joined", "%(n)s equal names joined", names) % {"n": names}
    if line.kind == "people.split" and names > 1:
        return ngettext("%(n)s equal name split again", "%(n)s equal names split again", names) % {
            "n": names
        }
    if line.kind == "ranking.published":
        return gettext("Ranking no. %(number)s published") % {"number": line.data["ranking"]}
    if line.kind == "final.answered":
        return str(_ANSWERS[line.data["answer"]])
    if line.kind == "claim.privacy_set":
        is_private = line.data["is_private"]
        return str(_PRIVATE if is_private else _NAMED)
    return str(CIRCUIT_EVENTS.get(line.kind, line.kind))


@register.filter
def circuit_about(line: LogLine) -> str:
    """Of what it was about, by today's names; of people, that they are the same or not."""
    is_different = line.kind in ("people.split", "people.parted")
    joined = " · " if line.kind.startswith("final.") else " = "
    return (" ≠ " if is_different else joined).join(line.about)


_ANSWERS = {
    "accepted": gettext_lazy("Invitation accepted"),
    "declined": gettext_lazy("Invitation declined"),
    "": gettext_lazy("Answer to an invitation taken back"),
}
_PRIVATE = gettext_lazy("A player asked not to be named")
_NAMED = gettext_lazy("A player may be named again")
