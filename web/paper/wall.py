"""Paper for the wall and the tables: the rules, the entry list, table numbers, diplomas. `poster`
has the bracket."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4, landscape
from reportlab.platypus import KeepTogether
from reportlab.platypus.flowables import Flowable

from tournament.championship.queries.tournaments import TournamentView
from tournament.entries.queries import PairView
from tournament.errors import StrOrPromise
from tournament.seatings.queries import DayOfIndividuals, SeatedTableView
from tournament.standings.queries import GroupTable, StandingLine
from web.formats.days import written_day
from web.formatwords import chosen, in_words, letter
from web.paper.flow import flowed, gap, grid, over_table, paragraph
from web.paper.pen import BAIZE, BOLD, DISPLAY, GOLD, INK, PLAIN, SOFT, Pen, mm
from web.settingwords import GROUPS, group_of, value_name
from web.templatetags.components import length_words
from web.templatetags.formatwords import champion_word, entrant_name, entrants_name, has_clubs
from web.templatetags.matchwords import (
    matches_words,
    minus,
    of_bracket,
    points_off,
    standing_words,
)
from web.words import (
    SettingInForce,
    appeal_words,
    clauses_of,
    courtesy_words,
    in_force,
    ninth_cards,
    regulation_name,
    ruleset_of,
    settings_of,
    signals_of,
    tie_breaks_of,
)


def _language() -> str:
    return get_language() or "es"


def day_of(tournament: TournamentView) -> str:
    """The place and the day, for a heading."""
    when = timezone.localtime(tournament.starts_at)
    return " · ".join(part for part in (tournament.place, written_day(when)) if part)


def rules_of(tournament: TournamentView, best_of: int | None, kings: int | None = None) -> str:
    """The regulation, the length of a match, the stones of a game and the kings, for a heading.
    `kings`: what the pairs of a match have agreed."""
    rules, last = ruleset_of(tournament), tournament.regulation.last_game(tournament.settings)
    has_matches = not tournament.is_individual
    parts = (
        tournament.rules_name or _regulation(tournament),
        length_words(best_of, tournament) if best_of and has_matches else "",
        _("to %(stones)s stones") % {"stones": rules.target},
        _("the last game to %(stones)s") % {"stones": last} if last and has_matches else "",
        str(value_name("kings", kings or rules.kings)).lower(),
        str(value_name("without_twos", True)).lower() if rules.without_twos else "",
        *(str(value_name(key, rank)).lower() for key, rank in ninth_cards(rules)),
    )
    return " · ".join(part for part in parts if part)


def _regulation(tournament: TournamentView) -> str:
    """The regulation's name, and whether the tournament changes it."""
    name = str(regulation_name(tournament.regulation))
    changed = any(line.differs for line in in_force(tournament.regulation, tournament.settings))
    return _("%(regulation)s, with changes") % {"regulation": name} if changed else name


def rules_sheet(
    tournament: TournamentView, *, entered_by: StrOrPromise, appeal_minutes: int
) -> bytes:
    """The rules of a tournament as sentences, its own marked, with its house rules."""
    lines, format_ = settings_of(tournament), in_words(tournament)
    options = chosen(tournament.format_options, vaca=tournament.vaca)
    title = pgettext("of a tournament", "Rules")
    story: list[Flowable] = [paragraph(title, "title"), paragraph(format_.name, "head")]
    story += [paragraph(format_.means, "wall")]
    story += [paragraph(f"• {name}: {value}", "rule") for name, value in options]
    ties = " · ".join(map(str, tie_breaks_of(tournament)))
    story += [paragraph(f"• {_('Ties are broken by')} {ties}", "rule")]
    for key, heading in GROUPS.items():
        of_group = [_rule(line) for line in lines if group_of(line.setting.key) == key]
        courtesy = courtesy_words(tournament) if key == "pairs" else None
        of_group += [paragraph("• {}: {}. {}".format(*courtesy), "rule")] if courtesy else []
        if of_group:
            story += [gap(2), paragraph(heading, "head"), *of_group]
    if not tournament.is_individual:
        story += [
            gap(2),
            paragraph(_("Results and appeals"), "head"),
            paragraph(f"• {_('Who enters the results')}: {entered_by}", "rule"),
            paragraph(f"• {_('Time for appeals')}: {appeal_words(appeal_minutes)}", "rule"),
        ]
    if house_rules := [one.strip() for one in tournament.house_rules.splitlines() if one.strip()]:
        story += [gap(2), paragraph(_("House rules"), "head")]
        story += [paragraph(f"• {one}", "rule") for one in house_rules]
    if signals := signals_of(tournament):
        said = (f"{_(one.gesture)}: {_(one.meaning)}" for one in signals)
        story += [gap(2), paragraph(_("Signals allowed"), "head"), paragraph(" · ".join(said))]
    story += [gap(2), paragraph(_("By what clause a stone is paid"), "head")]
    for row, sentence in clauses_of(tournament):
        clause = row[0] if len(row) == 1 else f"{row[0]}–{row[-1]}"
        story += [paragraph(f"{clause}: {sentence}")]
    best_of = tournament.best_of or tournament.best_of_if_drawn_now
    starts = date_format(timezone.localtime(tournament.starts_at), "TIME_FORMAT")
    return _sheet(tournament, title, best_of, story, at=starts)


def _rule(line: SettingInForce) -> Flowable:
    sentence = f"• {line.setting.title}: {line.value}. {line.means}"
    if line.differs:
        return paragraph(f"{sentence} ({_('agreed for this tournament')})", "own rule")
    return paragraph(sentence, "rule")


def entry_list(tournament: TournamentView, pairs: Iterable[PairView]) -> bytes:
    """The entry list by number, with a box to tick."""
    pairs = list(pairs)
    with_clubs = has_clubs(pairs, tournament)
    club = [_("Club")] if with_clubs else []
    heads = (_("No."), entrant_name(tournament), *club, _("Here"))
    rows: list[list[Any]] = [[paragraph(text, "small") for text in heads]]
    for pair in pairs:
        of_club = [paragraph(pair.club, "soft")] if with_clubs else []
        rows.append(
            [paragraph(pair.number, "bold"), paragraph(pair.name), *of_club, paragraph("□")]
        )
    best_of = tournament.best_of or tournament.best_of_if_drawn_now
    names = [100 * mm, 48 * mm] if with_clubs else [148 * mm]
    widths = [14 * mm, *names, 16 * mm]
    table = grid(rows, widths)
    return _sheet(tournament, str(entrants_name(tournament)), best_of, [table])


def table_sheets(tournament: TournamentView, day: DayOfIndividuals) -> bytes:
    """The tables of the last round of individuals, each with its players in their seats and a
    column to write down the order of finish and sign it; with the order where it is entered."""
    story: list[Flowable] = []
    for last_round in day.rounds[-1:]:
        words = {"n": last_round.number, "of": day.of_rounds}
        story += [paragraph(_("Round %(n)s of %(of)s") % words, "title"), gap(2)]
        for table in last_round.tables:
            story += [KeepTogether(_seats_of(table)), gap(5)]
    return _sheet(tournament, _("Sheets of the tables"), None, story)


def _seats_of(table: SeatedTableView) -> list[Flowable]:
    heads = (_("Seat"), _("Player"), pgettext("standings", "Place"), _("Points"), _("Signature"))
    places = {one.player.number: one for one in table.finish}
    rows: list[list[Any]] = [[paragraph(text, "small") for text in heads]]
    for seat, player in enumerate(table.seats, start=1):
        end = places.get(player.number)
        place = "" if end is None else f"{end.place or '–'}{'=' if end.shared else ''}"
        points = "" if end is None else end.points
        first = _("mano") if seat == 1 else _("deals first") if player == table.dealer else ""
        name = f"{player.number}. {player.name}" + (f" ({first})" if first else "")
        rows.append([paragraph(one) for one in (seat, name, place, points, "")])
    widths = [12 * mm, 84 * mm, 18 * mm, 18 * mm, 46 * mm]
    head = paragraph(_("Table %(n)s") % {"n": table.number}, "head")
    return [head, grid(rows, widths, least=9 * mm, boxed=True)]


def standings_sheet(
    tournament: TournamentView,
    lines: Sequence[StandingLine],
    groups: Sequence[GroupTable],
    consolation: Sequence[StandingLine] = (),
) -> bytes:
    """The table of every group, the championship's standings, and those of the consolation."""
    story: list[Flowable] = []
    for group in groups:
        story += over_table(_("Group %(letter)s") % {"letter": letter(group.number)})
        story += [_table(tournament, group.lines), gap(3)]
    story += [*over_table(_("Standings")), _table(tournament, lines)]
    if consolation:
        heading = over_table(_("Standings of the consolation"))
        story += [gap(3), *heading, _table(tournament, consolation)]
    return _sheet(tournament, _("Standings"), tournament.best_of, story)


def _sheet(
    tournament: TournamentView,
    title: str,
    best_of: int | None,
    story: Iterable[Flowable],
    *,
    at: str = "",
) -> bytes:
    """A sheet below the tournament's name, its day and its rules. `at`: the hour of its start."""
    day = " · ".join(filter(None, (day_of(tournament), at)))
    name, soft = tournament.name, (day, rules_of(tournament, best_of))
    heading = [paragraph(name, "title"), *(paragraph(text, "soft") for text in soft), gap(3)]
    title = f"{name} · {title}"
    return flowed([*heading, *story], title=title, language=_language(), foot=name)


def _table(tournament: TournamentView, lines: Sequence[StandingLine]) -> Flowable:
    """Standings with the columns of the page: points where a table decides, else how far a pair
    came."""
    first = lines[0] if lines else None
    by_points = first is not None and first.points is not None
    by_strength = first is not None and first.strength is not None
    with_clubs = has_clubs(lines, tournament)
    heads = [pgettext("standings", "Place"), entrant_name(tournament)]
    heads += [_("Club")] if with_clubs else []
    heads += [_("Points") if by_points else _("Reached")]
    heads += [_("Opponents' points")] if by_strength else []
    by_level = first is not None and first.matches_level is not None
    if tournament.is_individual:
        heads += [_("First places"), _("Tables")]
    else:
        heads += [
            _("Won–tied–lost") if by_level else _("Matches"),
            _("Vacas") if tournament.vaca > 1 else _("Games"),
        ]
    rows: list[list[Any]] = [[paragraph(text, "small") for text in heads]]
    for line in lines:
        cells = [*_cells(tournament, line, by_points, by_strength, with_clubs)]
        if tournament.is_individual:
            cells[-2:] = line.matches_won, line.matches_won + line.matches_lost
        rows.append([paragraph(text) for text in cells])
    club = 22 if by_strength else 42
    more = [20 * mm] if by_strength else []
    names = [62 * mm, club * mm] if with_clubs else [(62 + club) * mm]
    widths = [14 * mm, *names, 30 * mm, *more, 15 * mm, 15 * mm]
    return grid(rows, widths)


def _cells(
    tournament: TournamentView,
    line: StandingLine,
    by_points: bool,
    by_strength: bool,
    with_clubs: bool,
) -> Iterator[object]:
    yield "–" if line.place is None else f"{line.place}{'=' if line.shared else ''}"
    yield line.pair.name
    if with_clubs:
        yield line.pair.club
    off = f" ({points_off(line.points_off)})" if line.points_off else ""
    yield f"{minus(line.points)}{off}" if by_points else standing_words(line, tournament)
    if by_strength:
        yield line.strength
    yield matches_words(line)
    yield f"{line.games_won}–{line.games_lost}"


def table_numbers(tournament: TournamentView, codes: Sequence[tuple[int, str]]) -> bytes:
    """A large number and a QR code for each table, two on an A4, to be folded so that they
    stand."""
    pen = Pen(A4, title=f"{tournament.name} · {_('Tables')}", language=_language())
    left, right = pen.width * 0.32, pen.width * 0.77
    scan = _("Referee: scan to enter this table's hands")
    for index, (number, address) in enumerate(codes):
        lower = 0 if index % 2 else pen.height / 2
        _middle(pen, left, lower + 52 * mm, number, 190, BOLD)
        _middle(pen, left, lower + 26 * mm, _("Table"), 20, BOLD, colour=BAIZE)
        pen.code(pen.width * 0.58, lower + 42 * mm, 76 * mm, address)
        _middle(pen, right, lower + 34 * mm, scan, 9.5, fit=84 * mm)
        _middle(pen, right, lower + 28 * mm, tournament.name, 10, BOLD, fit=84 * mm)
        _middle(pen, right, lower + 23 * mm, address, 6.5, colour=SOFT, fit=86 * mm)
        if index % 2 == 0:
            pen.canvas.setDash(3, 3)
            pen.rule(0, pen.height / 2, pen.width)
            pen.canvas.setDash()
        elif index + 1 < len(codes):
            pen.page()
    return pen.done()


def _middle(
    pen: Pen, x: float, y: float, text: object, size: float, font: str = PLAIN, **more: Any
) -> None:
    pen.text(x, y, text, size=size, font=font, align="middle", **more)


def diplomas(
    tournament: TournamentView,
    lines: Sequence[StandingLine],
    consolation: Sequence[StandingLine] = (),
) -> bytes:
    """A diploma for the champions, the runners-up, the third or the beaten semi-finalists, and for
    who has won the consolation. `consolation`: its own standings."""
    pen = Pen(landscape(A4), title=f"{tournament.name} · {_('Diplomas')}", language=_language())
    is_one = tournament.entrants != "pairs"
    named = {
        "champion": str(champion_word(tournament)),
        "runner_up": pgettext("one", "Runner-up") if is_one else _("Runner-up"),
        "semi_finalist": pgettext("one", "Semi-finalist") if is_one else _("Semi-finalist"),
        "third": _("Third place"),
    }
    # Where no last match decides, the third has no title but a place.
    first = [line for line in lines if line.bracket < 2]
    titles = [(line, named.get("third" if line.place == 3 and line.title not in named
                               else line.title)) for line in first]  # fmt: skip
    titles += [
        (line, of_bracket(champion_word(tournament), line.bracket))
        for line in lines
        if line.title == "bracket_champion"
    ]
    titles += [
        (line, _("Winner of the consolation"))
        for line in consolation
        if line.title == "consolation_winner"
    ]
    earned = [(line, title) for line, title in titles if title]
    if not earned:
        wait = _("Diplomas will be available once the final has ended.")
        pen.text(40 * mm, pen.height / 2, wait, size=16)
    for index, (line, title) in enumerate(earned):
        if index:
            pen.page()
        _diploma(pen, tournament, title, line)
    return pen.done()


def _diploma(pen: Pen, tournament: TournamentView, title: str, line: StandingLine) -> None:
    middle = pen.width / 2
    pen.box(8 * mm, 8 * mm, pen.width - 16 * mm, pen.height - 16 * mm, colour=BAIZE, thick=3)
    pen.box(11 * mm, 11 * mm, pen.width - 22 * mm, pen.height - 22 * mm, colour=GOLD, thick=1)
    top, wide = pen.height, 230 * mm
    day = day_of(tournament)
    _middle(pen, middle, top - 42 * mm, tournament.name, 32, DISPLAY, fit=240 * mm)
    _middle(pen, middle, top - 52 * mm, day, 13, colour=SOFT, fit=240 * mm)
    _middle(pen, middle, top - 84 * mm, title, 44, DISPLAY, colour=GOLD, fit=wide)
    # A name that itself contains such a dash is not split.
    players = line.pair.name.split(" – ")
    players = players if len(players) == 2 else [line.pair.name]
    for player, base in zip(players, (108, 124), strict=False):
        _middle(pen, middle, top - base * mm, player, 28, BOLD, fit=wide)
    _middle(pen, middle, top - 138 * mm, line.pair.club, 14, colour=SOFT, fit=wide)
    for x, who in ((0.28, _("For the organizers")), (0.72, _("Referee"))):
        pen.rule(pen.width * x - 38 * mm, 32 * mm, pen.width * x + 38 * mm, colour=INK)
        _middle(pen, pen.width * x, 26 * mm, who, 10, colour=SOFT)
