"""The acta of a match: games, hands, rulings, signatures; also blank, for a table without power."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _
from reportlab.platypus import KeepTogether, PageBreak
from reportlab.platypus.flowables import Flowable

from scoring.explain.queries.account import MatchAccount, match_account
from scoring.explain.queries.hands import HandPage
from scoring.explain.queries.pages import GamePage, MatchPage
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.queries.matches import MatchCard
from tournament.witness.queries import signed_head
from web.formats.days import written_moment
from web.paper.flow import Code, fitted, flowed, gap, grid, paragraph
from web.paper.pen import mm
from web.paper.wall import rules_of
from web.seats import seats_of
from web.templatetags.eventwords import act_detail, result_given, who
from web.templatetags.matchwords import ended_words, event_words, match_title
from web.templatetags.proofwords import changes_words

BLANK_HANDS = 16
NAMES = 36 * mm
"""The width of the pairs' names beside the hands of a blank acta."""
CODE = 34 * mm
"""The side of the QR code of a signed head. Its squares are then nearly half a millimetre."""


@dataclass(frozen=True, slots=True)
class Head:
    """The head of the log for printing: the signed `note`, and the address of the page that checks
    it."""

    size: int
    hash: str
    note: str
    address: str


def head_of(tournament: TournamentView, *, base: str) -> Head:
    """The newest head. `base`: scheme and host of the request, without a final slash."""
    return Head(
        tournament.event_number,
        tournament.event_hash,
        signed_head(tournament_id=tournament.id, size=tournament.event_number),
        base + reverse("public:proof", args=[tournament.slug]),
    )


def acta(tournament: TournamentView, page: MatchPage, *, address: str, head: Head) -> bytes:
    """The acta of a match in its present state, as PDF. `address`: its public page."""
    card = page.card
    account = match_account(page=page, tournament_id=tournament.id)
    story = [*_head(tournament, card), gap(3), *_result(page), gap(3)]
    for game in page.games:
        story += [KeepTogether(_game_head(game, page)), _hands(game), gap(3)]
    if page.result_was_entered:
        story += [paragraph(result_given(account.result_by)), gap(3)]
    elif not page.games:
        story += [paragraph(_("Its hands were not written down."), "soft"), gap(3)]
    story += [*_account(tournament, account), *_open_questions(account)]
    story += [*_signatures(), gap(3), _signed_head(head)]
    seal = f"{head.size} {head.hash[:16]}"
    return _file(story, tournament, card, address=address, seal=seal)


def blank_acta(tournament: TournamentView, card: MatchCard, *, address: str) -> bytes:
    """A blank acta as PDF, with the pairs if they are known."""
    return _file(blank_story(tournament, card), tournament, card, address=address, seal="")


def blank_actas(tournament: TournamentView, cards: Iterable[MatchCard]) -> bytes:
    """A blank acta for each match, of which there is at least one, in one PDF."""
    story: list[Flowable] = []
    for card in cards:
        story += [*blank_story(tournament, card), PageBreak()]
    title = _("Blank match sheets")
    return flowed(
        story,
        title=f"{tournament.name} · {title}",
        language=get_language() or "es",
        foot=tournament.name,
    )


def blank_story(tournament: TournamentView, card: MatchCard) -> list[Flowable]:
    """The content of a blank acta: a row for each hand, with the stones of both pairs and the
    score."""
    story = [*_head(tournament, card), gap(2)]
    a, b = _names(card)
    for number in range(1, card.best_of * (2 * card.vaca - 1) + 1):
        rows: list[list[Any]] = [
            [
                paragraph(_("Hand"), "small"),
                *[paragraph(n, "small", align=1) for n in range(1, BLANK_HANDS + 1)],
                paragraph(_("Total"), "small", align=1),
            ],
            [fitted(a, "small", NAMES, lines=2), *[""] * (BLANK_HANDS + 1)],
            [fitted(b, "small", NAMES, lines=2), *[""] * (BLANK_HANDS + 1)],
        ]
        widths = [NAMES, *[7.9 * mm] * BLANK_HANDS, 15 * mm]
        table = grid(rows, widths, least=9.5 * mm, boxed=True)
        title = _("Game %(number)s · mano: ______________ · stones taken in each hand")
        own = _stones_of_its_own(tournament, card, number)
        story += [
            KeepTogether([paragraph(title % {"number": number} + own, "bold"), table, gap(2)])
        ]
    story += [
        paragraph(_("Games won, warnings, rulings (what was decided, by whom, why):"), "soft"),
        grid([["", ""], ["", ""]], [89 * mm, 89 * mm], heads=0, least=9 * mm),
        *_signatures(),
    ]
    return story


def _stones_of_its_own(tournament: TournamentView, card: MatchCard, number: int) -> str:
    """ " · to 20 stones" for the last game where it is to other stones (S7); otherwise empty."""
    regulation, settings = tournament.regulation, tournament.settings
    stones = regulation.stones_of_game(number, settings, best_of=card.best_of)
    usual = regulation.stones_of_game(1, settings, best_of=card.best_of)
    return "" if stones == usual else " · " + _("to %(stones)s stones") % {"stones": stones}


def _file(
    story: list[Flowable],
    tournament: TournamentView,
    card: MatchCard,
    *,
    address: str,
    seal: str,
) -> bytes:
    return flowed(
        story,
        title=f"{tournament.name} · {match_title(card)}",
        language=get_language() or "es",
        foot=f"{tournament.name} · {match_title(card)}" + (f" · {seal}" if seal else ""),
        code=address,
    )


def _head(tournament: TournamentView, card: MatchCard) -> list[Flowable]:
    when = timezone.localtime(card.started_at or tournament.starts_at)
    facts = [
        written_moment(when),
        tournament.place,
        _("Table %(number)s") % {"number": card.table} if card.table else "",
        rules_of(tournament, card.best_of, 4 if card.four_kings else None),
    ]
    a, b = _names(card)
    seats = {seat.number: seat.player for seat in seats_of(card)} if card.seating else {}
    rows: list[list[Any]] = [
        [
            paragraph("A", "bold"),
            paragraph(a, "bold"),
            paragraph(card.pair_a.club if card.pair_a else "", "soft"),
        ],
        [
            paragraph("B", "bold"),
            paragraph(b, "bold"),
            paragraph(card.pair_b.club if card.pair_b else "", "soft"),
        ],
    ]
    # No wider than this: the code of the sheet stands to the right.
    beside_code: list[list[Any]] = [
        [paragraph(_("Match sheet"), "title")],
        [paragraph(f"{tournament.name} · {match_title(card)}", "head")],
        [paragraph(" · ".join(fact for fact in facts if fact), "soft")],
    ]
    story: list[Flowable] = [
        grid(beside_code, [140 * mm]),
        gap(2),
        grid(rows, [8 * mm, 90 * mm, 42 * mm], heads=0),
    ]
    if seats:
        order = ", ".join(f"{number + 1} {name}" for number, name in sorted(seats.items()))
        story.append(paragraph(_("Seats: %(order)s") % {"order": order}, "soft"))
    return story


def _names(card: MatchCard) -> tuple[str, str]:
    blank = "_" * 34
    return (
        card.pair_a.name if card.pair_a else blank,
        card.pair_b.name if card.pair_b else blank,
    )


def _result(page: MatchPage) -> list[Flowable]:
    card = page.card
    rows: list[list[Any]] = [
        [
            paragraph(_("Game"), "small"),
            paragraph("A", "small", align=1),
            paragraph("B", "small", align=1),
            paragraph(_("Won by"), "small"),
            paragraph(_("How"), "small"),
        ]
    ]
    rows += [
        [
            paragraph(game.number),
            paragraph(game.score[0], align=1),
            paragraph(game.score[1], align=1),
            paragraph(game.winner_name),
            paragraph(game.ended_by_name, "soft"),
        ]
        for game in page.games
    ]
    won = {"A": card.pair_a, "B": card.pair_b}.get(card.winner)
    rows.append(
        [
            paragraph(_("Vacas") if card.vaca > 1 else _("Games"), "bold"),
            paragraph(card.games_a, "bold", align=1),
            paragraph(card.games_b, "bold", align=1),
            paragraph(won.name if won else "", "bold"),
            paragraph(
                ended_words(card) if card.status == "finished" else _("not finished"), "soft"
            ),
        ]
    )
    return [grid(rows, [20 * mm, 16 * mm, 16 * mm, 82 * mm, 44 * mm])]


def _game_head(game: GamePage, page: MatchPage) -> list[Flowable]:
    seats = {seat.number: seat.player for seat in seats_of(page.card)}
    words = {"number": game.number, "mano": seats.get(game.mano, "")}
    return [paragraph(_("Game %(number)s · first mano: %(mano)s") % words, "head")]


def _hands(game: GamePage) -> Flowable:
    heads = [_("Hand"), "+A", "+B", "A", "B", _("Notes")]
    rows: list[list[Any]] = [
        [paragraph(text, "small", align=0 if n in (0, 5) else 1) for n, text in enumerate(heads)]
    ]
    rows += [_hand(hand) for hand in game.hands]
    return grid(rows, [14 * mm, 15 * mm, 15 * mm, 16 * mm, 16 * mm, 102 * mm])


def _hand(hand: HandPage) -> list[Any]:
    notes = [str(note.sentence) for note in hand.lines.notes]
    if not hand.verified:
        notes.append(_("without cards"))
    if hand.version > 1:
        notes.append(_("corrected: %(reason)s") % {"reason": hand.reason})
    if hand.ruled is not None:
        notes.append(_("as ruled"))
    return [
        paragraph(hand.number),
        paragraph(hand.stones[0] or "", align=1),
        paragraph(hand.stones[1] or "", align=1),
        paragraph(hand.score[0], "bold", align=1),
        paragraph(hand.score[1], "bold", align=1),
        paragraph(" · ".join(notes), "small"),
    ]


def _account(tournament: TournamentView, account: MatchAccount) -> list[Flowable]:
    """Every act by which the match came to its result, in the words of the log."""
    if not account.acts:
        return []
    heads = (_("No."), _("What"), _("Decided, and why"), _("Who"))
    rows: list[list[Any]] = [[paragraph(text, "small") for text in heads]]
    for act in account.acts:
        event, changed = act.event, changes_words(act.changes, tournament)
        told = (
            act_detail(event, tournament),
            changed,
            "" if act.stands else pgettext("act", "undone"),
        )
        rows.append(
            [
                paragraph(event.number, "small"),
                paragraph(event_words(event, tournament), "small"),
                paragraph(" · ".join(text for text in told if text), "small"),
                paragraph(who(event.actor_label), "small"),
            ]
        )
    head = paragraph(_("How this result came about"), "head")
    return [head, grid(rows, [12 * mm, 46 * mm, 86 * mm, 34 * mm]), gap(3)]


def _open_questions(account: MatchAccount) -> list[Flowable]:
    """What officials have not decided yet."""
    if not account.open_questions:
        return []
    lines: list[tuple[object, ...]] = [(_("Where"), _("What"), _("Decided"))]
    for one in account.open_questions:
        where = ".".join(str(number) for number in (one.game, one.hand) if number is not None)
        lines.append((where, one.question.kind_name, one.question.status_name))
    rows = [[paragraph(text, "small") for text in line] for line in lines]
    head = paragraph(_("Rulings"), "head")
    return [head, grid(rows, [16 * mm, 100 * mm, 62 * mm]), gap(3)]


def _signatures() -> list[Flowable]:
    heads = [_("Pair A"), _("Pair B"), _("Referee")]
    rows = [[paragraph(text, "small") for text in heads], ["", "", ""]]
    table = grid(rows, [59 * mm] * 3, heads=1, least=15 * mm, boxed=True)
    return [KeepTogether([paragraph(_("Signatures"), "bold"), table])]


def _signed_head(head: Head) -> Flowable:
    """The head of the log as a QR code: with this sheet anybody can prove what the log held
    before."""
    words = {"number": head.size, "address": head.address}
    explanation = _(
        "The code holds the signed checkpoint of the log up to event %(number)s. With "
        "this sheet anybody can prove later that nothing before it was rewritten: "
        "%(address)s"
    )
    beside = [
        paragraph(_("Signed checkpoint of the log"), "bold"),
        paragraph(explanation % words, "soft"),
        paragraph(head.hash, "small"),
    ]
    row = [Code(head.note, CODE), beside]
    return KeepTogether([grid([row], [CODE + 4 * mm, 140 * mm], heads=0)])
