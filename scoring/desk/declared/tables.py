"""The codes of tables, the tablets at them, and the referees who have them."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from scoring.desk.declared.act import DeskAct, Field
from scoring.desk.declared.subjects import DeviceAtTable
from tournament.errors import StrOrPromise
from tournament.matches.models import Match
from tournament.referees import services as referees
from tournament.tables.services import devices, tables


def _set(freed: Sequence[Match], **_more: object) -> str:
    sentence = str(_("The tables are set."))
    if not freed:
        return sentence
    labels = ", ".join(match.label for match in freed)
    return f"{sentence} {str(_('Without a table now: %(matches)s.')) % {'matches': labels}}"


SET_TABLES = DeskAct(
    on="tournament", name="set_count", tag="tables", address="tables/", page="set_tables",
    page_address="tables/count/",
    do=tables.set_count,
    done=_set,
    to="tables", answers="tables", operation="tables.index.put",
    summary="Set the number of tables.",
    body=("TableCount", ""),
    fields=(
        Field(
            "count", "number", _("Number of tables"), least=1, most=500,
            initial=lambda tournament, **_more: tournament.tables_count,
        ),
    ),
    stands_on="tables",
)  # fmt: skip

ROTATE_CODE = DeskAct(
    on="table", name="rotate", tag="tables", address="rotate/", page="rotate_code",
    page_address="new-code/",
    do=tables.rotate,
    title=_("A new code for table %(number)s"),
    button={"pairs": _("Make a new code")},
    done=_("The table has a new code."),
    to="its own", tab="tables", answers="join_link",
    summary="Replace a table's link: the printed one stops working. Devices that joined stay.",
    says=lambda **_more: [
        _("The code printed before no longer lets anybody in: print the new one."),
        _("Tablets that have joined stay in. Revoke them one by one if they must go."),
    ],
)  # fmt: skip

NAME_DEVICE = DeskAct(
    on="device", name="name_device", tag="tables", address="name/", page="name_device",
    do=devices.name,
    title=_("A name for %(device)s"),
    button={"pairs": _("Give it this name")},
    done=_("The tablet has its new name."),
    to="its own", tab="tables", answers="tables",
    summary="Name a device, so that people recognize it.",
    body=("DeviceName", "A device gets a name."),
    fields=(
        Field(
            "label", "text", _("Name"), most=80,
            initial=lambda device, **_more: device.device.label,
        ),
    ),
    says=lambda **_more: [_("It is shown in the lists of tablets, and on the tablet itself.")],
)  # fmt: skip


ARRANGE_TABLE = DeskAct(
    on="table", name="arrange", tag="tables", address="arrange/", page="arrange_table",
    do=tables.arrange,
    title=_("About table %(number)s"),
    button={"pairs": _("Save")},
    done=_("The table is as you said."),
    to="tables", tab="tables", answers="tables",
    summary="Name a table, take it out of service, or keep it for a pair.\n\n"
    "All three are set as given; what is left out is as for any other table. A table that goes\n"
    "out of service gives its matches up: the one being played moves to a free table.",
    body=("TableArrangement", "What is said of a table."),
    fields=(
        Field(
            "name", "text", _("Name, room or floor"), required=False, most=tables.LONGEST_NAME,
            initial=lambda table, **_more: table.name,
        ),
        Field(
            "kept_for", "pair", _("Kept for"),
            _("For a pair that cannot walk far, say: its matches get this table, others do not."),
            "The number of the pair whose matches get this table, and no others by themselves.",
            required=False,
            initial=lambda table, **_more: table.kept_for and table.kept_for.number,
        ),
        Field(
            "is_out", "flag", _("Out of service"),
            _("Its match moves to a free table, and no other comes here."),
            "Yes: no match is given this table, and the one being played moves to a free one.",
            initial=lambda table, **_more: table.is_out,
        ),
    ),
    danger=False,
)  # fmt: skip


def _what_revoking_does(device: DeviceAtTable, **_more: object) -> list[StrOrPromise]:
    revoked = device.device
    says: list[StrOrPromise] = []
    if revoked.unsent:
        says.append(
            ngettext(
                "It last reported %(n)s hand not sent yet: let it send it first if you can.",
                "It last reported %(n)s hands not sent yet: let it send them first if you can.",
                revoked.unsent,
            )
            % {"n": revoked.unsent}
        )
    says.append(_("It can send nothing more, and cannot come back with the same code."))
    if revoked.pair_number is not None:
        says.append(
            _(
                "If the pair's link is in wrong hands, give the pair a new one instead: that "
                "revokes all its phones."
            )
        )
    return says


REVOKE_DEVICE = DeskAct(
    on="device", name="revoke_device", tag="tables", address="revoke/", page="revoke_device",
    do=devices.revoke,
    title=_("Revoke %(device)s"),
    button={"pairs": _("Revoke it")},
    done=_("The tablet is revoked."),
    to="its own", tab="tables", answers="tables",
    summary="Revoke a device for good; a new one can join by the table's link.",
    body=("Revoking", "A device is revoked."),
    fields=(
        Field(
            # With the old code the same browser could join again as a new device.
            "new_code", "flag", _("And make a new code for this table"),
            _("Print it again. The other tablets of the table stay in."),
            "Yes: the table gets a new link, too, so that the same browser cannot join again.",
            asked=lambda device, **_more: device.device.pair_number is None,
            initial=lambda **_more: True,
        ),
    ),
    says=_what_revoking_does,
)  # fmt: skip

ADD_REFEREE = DeskAct(
    on="tournament", name="add", tag="referees", address="referees/", page="add_referee",
    page_address="referees/add/",
    do=referees.add,
    done=lambda referee, **_more: str(_("%(name)s is in the team.")) % {"name": referee.name},
    to="referees", answers="team", operation="referees.index.post", creates=True,
    summary="Add a referee.",
    body=("NewReferee", ""),
    fields=(
        Field(
            "name", "text", _("Name"),
            _("For the organizers alone: the public log says “referee 1”."), "Never in the log.",
            most=referees.LONGEST_NAME,
        ),
    ),
    stands_on="referees",
)  # fmt: skip

REMOVE_REFEREE = DeskAct(
    on="referee", name="remove", tag="referees", address="remove/", page="remove_referee",
    do=referees.remove,
    title=_("%(name)s leaves the referees"),
    button={"pairs": _("Remove from the team")},
    done=_("The referee has left the team."),
    to="referees", tab="tables", answers="team",
    summary="Remove a referee: the name is erased, and their tables have no referee.",
    says=lambda **_more: [
        _("The name is erased here. Their tables have no referee until you hand them over.")
    ],
)  # fmt: skip
