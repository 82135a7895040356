"""The time for appeals; appeals, calls and verdicts taken back, and the links of pairs."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from scoring.desk.declared.act import REASON, DeskAct, Field
from scoring.desk.queries.now import InboxItem
from scoring.matchdays.services import mails
from scoring.outbox.services import calls
from scoring.rulings.queries.review import window_minutes
from scoring.rulings.services import appeals, tribunal
from scoring.rulings.services.appeals import MOST_MINUTES
from scoring.statements import services as statements
from tournament.errors import StrOrPromise

APPEAL_TIME = DeskAct(
    on="tournament", name="appeal_time", tag="rulings", address="appeal-time/", page="appeals",
    page_address="rulings/appeals/",
    do=appeals.set_window,
    title=_("Time for appeals"),
    button={"pairs": _("Set it")},
    done=_("The time for appeals is set."),
    to="rulings", tab="rulings", answers="tournament",
    summary="Set for how many minutes after its end a result can be appealed.",
    body=("AppealTime", "How long a result can be appealed."),
    fields=(
        Field(
            "minutes", "number", _("Minutes"), _("0: results are final at once."),
            "0: results are final at once.", most=MOST_MINUTES,
            initial=lambda tournament, **_more: window_minutes(tournament_id=tournament.id),
        ),
    ),
    says=lambda **_more: [
        _("For this long after its end a result is shown as provisional, then as final."),
        _("The organizers can reopen a match at any time."),
    ],
    danger=False,
)  # fmt: skip


def _about(appeal: InboxItem, **_more: object) -> list[StrOrPromise]:
    return [
        f"{appeal.pair}: “{appeal.ruling.proposed.get('reason', '')}”",
        _("The appeal was entered by mistake, or is dropped: the result stands."),
    ]


WITHDRAW_APPEAL = DeskAct(
    on="appeal", name="withdraw", tag="rulings", address="withdraw/", page="withdraw_appeal",
    do=appeals.withdraw,
    title=_("Take the appeal back"),
    done=_("The appeal is taken back."),
    to="rulings", tab="rulings", answers="ruling",
    summary="Withdraw an open appeal: entered by mistake, or dropped by its pair.",
    body=("AppealBack", "An appeal is dropped; with a reason."),
    fields=(REASON,),
    says=_about,
    versioned=True,
)  # fmt: skip

ANSWER_CALL = DeskAct(
    on="call", name="answer_call", tag="rulings", address="answer-call/", page="answer_call",
    page_address="answer/",
    do=calls.answer,
    done=_("The table has been told that you are on the way."),
    to="desk", answers="call",
    summary="Acknowledge a table's call: the table is told that somebody is on the way.",
    asks=False,
)  # fmt: skip

TAKE_VERDICT_BACK = DeskAct(
    on="case", name="take_back", tag="tribunal", address="take-back/", page="take_back_verdict",
    do=tribunal.take_back,
    title=_("Take the verdict back"),
    done=_("The verdict is taken back: the case is open again."),
    to="rulings", tab="rulings", answers="case",
    summary="Revert a verdict that nothing depends on: the case is open again.",
    body=("VerdictBack", "A verdict is reverted; with a reason."),
    fields=(REASON,),
    says=lambda case, **_more: [
        str(_("The case of %(pair)s is open again, as it was heard.")) % {"pair": case.pair},
        _("Later false claims of the pair are counted anew (G1)."),
    ],
    versioned=True,
    foreseen=True,
)  # fmt: skip

RENEW_LINK = DeskAct(
    on="pair", name="renew", tag="pair_results", address="link/renew/", page="renew_link",
    do=statements.renew_link,
    done=_("%(pair)s has a new link; the old one no longer works."),
    to="pair_results", at=lambda pair, **_more: f"pair-{pair.number}", answers="link",
    summary="Replace a pair's link: the former one stops working, and so does its sign-up's.",
    asks=False,
)  # fmt: skip

REVOKE_LINK = DeskAct(
    on="pair", name="revoke", tag="pair_results", address="link/revoke/", page="revoke_link",
    do=statements.revoke_link,
    done=_("The link of %(pair)s no longer works."),
    to="pair_results", at=lambda pair, **_more: f"pair-{pair.number}", answers="link",
    summary="Revoke a pair's link, until it is renewed.",
    asks=False,
)  # fmt: skip


def _reminded(reminded: mails.Reminded, **_more: Any) -> str:
    words = ngettext("%(count)s pair gets a mail.", "%(count)s pairs get a mail.", reminded.pairs)
    sent = words % {"count": reminded.pairs}
    if not reminded.nameless:
        return sent
    without = str(_("Without an address: %(pairs)s."))
    return f"{sent} {without % {'pairs': ', '.join(reminded.nameless)}}"


REMIND_WEEK = DeskAct(
    on="tournament", name="remind_week", tag="match_days", address="match-days/remind/",
    page="remind_week",
    do=mails.remind_week,
    done=_reminded,
    to="match_days", answers="reminded",
    summary="Mail every pair that has to see to a match of this week: one not played in time, one\n"
    "with a result that it has not answered, or one without a date.",
    asks=False,
)  # fmt: skip
