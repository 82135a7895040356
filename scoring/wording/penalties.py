"""Each penalty in one sentence: what was said, and what it costs (rules of record §6)."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from mus.facts import Effect, FalseWord
from mus.lances import Lance
from mus.ruleset import FalseWords, RefusedRaise, RuleSet
from mus.settlement import LedgerKind
from tournament.errors import StrOrPromise, lazy_text

# The lances by the names people read.


LANCES: dict[str, StrOrPromise] = {
    "grande": _("Grande"),
    "chica": _("Chica"),
    "pares": _("Pares"),
    "juego": _("Juego"),
}
PUNTO = _("Punto")


def lance_name(lance: str | None, *, punto: bool = False) -> StrOrPromise:
    """A lance's name on the screen; "" for None."""
    if lance == "juego" and punto:
        return PUNTO
    return LANCES.get(lance or "", "")


_YES_ALONE = _(
    "%(player)s said yes to %(lance)s without having it, and the partner does not have it either: "
    "the bets are void, and the other pair scores what its own cards are worth."
)
_YES_WITH_PARTNER = _(
    "%(player)s said yes to %(lance)s without having it, and the partner has it: if this pair "
    "would have won the lance, the bets are void and the other pair takes 1 stone and what its own "
    "cards are worth."
)
_NO_WITH_PARTNER = _(
    "%(player)s said no to %(lance)s and has it: those cards do not count, neither to win nor "
    "for their worth."
)
_NO_ALONE = _(
    "%(player)s said no to %(lance)s and has it, and the partner has none: the other pair takes "
    "1 stone and what its own is worth."
)
_YES_WITH_PARTNER_TWO = _(
    "%(player)s said yes to %(lance)s without having it, and the partner has it: if this pair "
    "would have won the lance, the bets are void and the other pair takes 2 stones and what its "
    "own cards are worth."
)
_NO_ALONE_TWO = _(
    "%(player)s said no to %(lance)s and has it, and the partner has none: the other pair takes "
    "2 stones and what its own is worth."
)
_YES_HARMLESS = _(
    "%(player)s said yes to %(lance)s without having it. It costs nothing: the partner has it and "
    "nobody else does."
)
_NO_BOTH = _(
    "%(player)s said no to %(lance)s and has it. Nobody else is harmed: the pair scores what both "
    "partners have."
)
_BOTH_PAIRS = _(
    "Both pairs declared %(lance)s wrongly (%(player)s): the bets are void, and the lance is "
    "settled on the cards as if all had told the truth and passed."
)
BOTH_PAIRS = frozenset({"PX", "JX"})
"""The clauses by which both pairs were wrong."""

PENALTIES: Mapping[str, StrOrPromise] = {
    "G0": _(
        "%(player)s claimed cards or a play, by more than a plain yes or no, and does not hold "
        "them: the pair loses all that is in play in this hand, an órdago included."
    ),
    "P1": _YES_ALONE,
    "P2": _YES_WITH_PARTNER,
    "P3": _NO_WITH_PARTNER,
    "P4": _NO_ALONE,
    "P5": _YES_HARMLESS,
    "P6": _NO_BOTH,
    "P7": _(
        "%(player)s said no to %(lance)s and has it. Nobody else is harmed: the pair scores what "
        "it is worth."
    ),
    "PX": _BOTH_PAIRS,
    "J1": _(
        "%(player)s said yes to %(lance)s without having it, and nobody has: the bets are void, "
        "and the other pair takes 1 stone and 1 for the punto, whatever the cards."
    ),
    "J2": _YES_HARMLESS,
    "J3": _YES_ALONE,
    "J4": _YES_WITH_PARTNER,
    "J5": _(
        "%(player)s said no to %(lance)s and has it, and nobody else does: the pair scores what "
        "it is worth; the bets on the punto are void and no punto is paid."
    ),
    "J6": _NO_BOTH,
    "J7": _NO_WITH_PARTNER,
    "J8": _NO_ALONE,
    "JX": _BOTH_PAIRS,
}


OTHERWISE: Mapping[FalseWords, StrOrPromise] = {
    FalseWords.FLAT: _(
        "%(player)s was wrong about %(lance)s: its bets are void, the other pair takes %(stones)s "
        "stones first of all, and nothing else of this lance is paid."
    ),
    FalseWords.GAME: _(
        "%(player)s was wrong about %(lance)s: its bets are void, and the other pair "
        "takes all the stones that it was missing, once the organizers confirm it."
    ),
    FalseWords.JUDGES: _(
        "%(player)s was wrong about %(lance)s: its bets are void, and nothing of this "
        "lance is paid until the organizers say what it costs."
    ),
}
"""What a false word costs where the table of §6 does not say it."""
TWO_STONES: Mapping[str, StrOrPromise] = {
    **dict.fromkeys(("P2", "J4"), _YES_WITH_PARTNER_TWO),
    **dict.fromkeys(("P4", "J8"), _NO_ALONE_TWO),
    "J1": _(
        "%(player)s said yes to %(lance)s without having it, and nobody has: the bets are void, "
        "and the other pair takes 2 stones and 1 for the punto, whatever the cards."
    ),
}
"""The sentences of the table with two stones for the deje of a penalty."""


def penalty_sentence(
    clause: str, *, player: StrOrPromise, lance: str | None, rules: RuleSet
) -> StrOrPromise:
    """What a clause says of a player who made the false declaration, whatever the hand. (What it
    did to one hand: `false_word_sentence`.)"""
    sentence, kind = PENALTIES[clause], rules.false_words
    if kind is FalseWords.TWO_STONES:
        sentence = TWO_STONES.get(clause, sentence)
    elif lance is not None and clause not in BOTH_PAIRS:
        sentence = OTHERWISE.get(kind, sentence)
    stones = rules.false_word_stones
    return lazy_text(sentence, player=player, lance=lance_name(lance), stones=stones)


# The false words of one hand: who said what, what that does, and what the ledger pays for it.


SAID: Mapping[tuple[Lance, bool], StrOrPromise] = {
    (Lance.PARES, True): _("%(player)s said yes to pares without having any."),
    (Lance.PARES, False): _("%(player)s said no to pares and had some."),
    (Lance.JUEGO, True): _("%(player)s said yes to juego without having it."),
    (Lance.JUEGO, False): _("%(player)s said no to juego and had it."),
}
VOID: Mapping[str, StrOrPromise] = {
    "pares": _("The bets on pares are void."),
    "juego": _("The bets on juego are void."),
    "punto": _("The bets on the punto are void."),
}
EFFECTS: Mapping[Effect, StrOrPromise] = {
    Effect.HARMLESS: _("It changes nothing."),
    Effect.LEFT_OUT: _("What was denied does not count."),
    Effect.COUNTS: _("What was denied counts for that pair."),
    Effect.CARDS: _("The cards decide, as if all had told the truth and passed."),
    Effect.JUDGES: _("The organizers say what it costs."),
    Effect.CLAIM: _("The false claim (G0) decides it."),
}
TAKES = _("%(pair)s takes %(paid)s.")
PAID: Mapping[LedgerKind, StrOrPromise] = {
    LedgerKind.DEJE: _("a deje of %(stones)s"),
    LedgerKind.ENVITE: _("%(stones)s of the bet"),
    LedgerKind.PARES: _("%(stones)s for pares"),
    LedgerKind.JUEGO: _("%(stones)s for juego"),
    LedgerKind.PUNTO: _("%(stones)s for the punto"),
    LedgerKind.ORDAGO: _("%(stones)s by the órdago"),
}
UNPAID = _("The game was over by then: what is left of that lance is not paid.")
NOTHING: Mapping[Lance, StrOrPromise] = {
    Lance.PARES: _("Nothing is paid for pares."),
    Lance.JUEGO: _("Nothing is paid for juego."),
}


def false_word_sentence(
    word: FalseWord, *, players: Sequence[str], pairs: Sequence[str]
) -> StrOrPromise:
    """Who was wrong about a lance, and what that did: every payment of the lance, and no other.
    `players`: by seat; `pairs`: A and B."""
    sentences = [
        lazy_text(SAID[word.lance, said], player=players[seat]) for seat, said in word.words
    ]
    if word.is_void:
        sentences.append(VOID["punto" if word.is_punto else word.lance])
    if word.effect in EFFECTS:
        sentences.append(EFFECTS[word.effect])
    for side in dict.fromkeys(entry.pair for entry in word.paid):
        paid = [lazy_text(PAID[e.kind], stones=e.stones) for e in word.paid if e.pair is side]
        sentences.append(lazy_text(TAKES, pair=pairs[side.position], paid=listed(paid)))
    if word.is_unpaid:
        sentences.append(UNPAID)
    elif not word.paid and word.effect not in (Effect.JUDGES, Effect.CLAIM):
        sentences.append(NOTHING[word.lance])
    return joined(*sentences)


# Each line of a ledger in words: what was paid, and why.


PAYMENT_KINDS: Mapping[str, StrOrPromise] = {
    "deje": _("Deje"),
    "paso": _("Passed"),
    "envite": _("Bet"),
    "pares": _("Pares"),
    "juego": _("Juego"),
    "punto": _("Punto"),
    "ordago": _("Órdago"),
    "quick": _("Without cards"),
}
"""Kind of a ledger's entry → its name."""

REASONS: Mapping[str, StrOrPromise] = {
    "deje_first": _(
        "The first bet was refused: 1 stone at once, because there was no bet before it."
    ),
    "deje_raise": _("The raise was refused: the bet before it is paid at once."),
    "deje_plus_one": _(
        "The raise was refused: the bet before it is paid at once, and one stone more under this "
        "regulation."
    ),
    "deje_nothing": _("A refused bet pays nothing under this regulation."),
    "deje_one": _("The raise was refused: 1 stone at once, under this regulation."),
    "deje_penalty": _("First of all, because of the false declaration (%(clauses)s)."),
    "paso": _("Everybody passed: 1 stone for the best cards."),
    "envite": _("Bet accepted: the stake goes to the best cards."),
    "envite_awarded": _("The bet was accepted; the lance is awarded because of %(clauses)s."),
    "worth": _("Value of both partners’ cards: %(parts)s."),
    "worth_total": _("What the cards of both partners are worth."),
    "punto": _("Nobody has juego: 1 stone for the best punto."),
    "punto_refused": _("1 stone for the punto, after the deje."),
    "punto_awarded": _("1 stone for the punto, whatever the cards (%(clauses)s)."),
    "ordago": _("The órdago was accepted: the winner takes all the stones it still needed."),
    "awarded": _("Awarded because of %(clauses)s."),
    "quick": _("As the table says; entered without cards, so nobody can verify it."),
}

REFUSED: Mapping[RefusedRaise, str] = {
    RefusedRaise.PREVIOUS: "deje_raise",
    RefusedRaise.ONE: "deje_one",
    RefusedRaise.PLUS_ONE: "deje_plus_one",
    RefusedRaise.NOTHING: "deje_nothing",
}
"""What a refused raise pays → the reason of that payment."""

COMPARISONS: Mapping[str, StrOrPromise] = {
    "better": _("%(best)s (%(best_cards)s) beats %(other)s (%(other_cards)s)."),
    "equal": _(
        "%(best)s and %(other)s have the same (%(best_cards)s and %(other_cards)s): %(best)s wins, "
        "being nearer the mano."
    ),
    "alone": _("%(best)s has it (%(best_cards)s), the other pair has none."),
}


def payment_reason(key: str, **params: object) -> StrOrPromise:
    """Why a line was paid, in a sentence."""
    return lazy_text(REASONS[key], **params)


def comparison(key: str, **params: object) -> StrOrPromise:
    """Whose cards were better, in a sentence."""
    return lazy_text(COMPARISONS[key], **params)


def joined(*sentences: StrOrPromise) -> StrOrPromise:
    """Sentences one after the other, translated when they are shown."""
    out: StrOrPromise = _joined_lazily(*sentences)
    return out


def _joined(*sentences: StrOrPromise) -> str:
    return " ".join(map(str, sentences))


_joined_lazily = lazy(_joined, str)


def listed(parts: Sequence[StrOrPromise]) -> StrOrPromise:
    """Parts of a sentence with commas between them, translated when they are shown."""
    out: StrOrPromise = _listed_lazily(*parts)
    return out


def _listed(*parts: StrOrPromise) -> str:
    return ", ".join(map(str, parts))


_listed_lazily = lazy(_listed, str)


# The clauses under which stones are paid, each in a sentence or two (rules of record §3 to §6).


DEJE, PENALTY_DEJE, ORDAGO = "E5", "D1", "S6"
BY_KIND = {"ordago": ORDAGO, "paso": "S3", "pares": "S4", "juego": "S4", "punto": "S5"}
"""Kind of payment or lance → its clause. A seen bet is paid under its lance's clause, a deje under
its own."""


def payment_clause(*, kind: str, lance: str, is_punto: bool, by_penalty: bool) -> str:
    """The clause of a payment; empty without cards. `by_penalty`: a deje for a false word."""
    if kind == "deje":
        return PENALTY_DEJE if by_penalty else DEJE
    if kind == "envite":
        if lance in (Lance.GRANDE, Lance.CHICA):
            return "S3"
        return "S5" if lance == Lance.JUEGO and is_punto else "S4"
    return BY_KIND.get(kind, "")


def clauses_in_words(
    ruleset: RuleSet, *, alone: bool = False
) -> Iterator[tuple[str, StrOrPromise]]:
    """Every clause under which a stone can be paid with a rule set, and its text. `alone`: where
    each player plays alone (`mus.everyone`)."""
    paid = dict.fromkeys(map(ruleset.refused_raise_of, Lance))
    raised = joined(*(payment_reason(REFUSED[each]) for each in paid))
    no_dejes = all(each is RefusedRaise.NOTHING for each in paid)
    yield DEJE, raised if no_dejes else joined(payment_reason("deje_first"), raised)
    yield "S3", joined(payment_reason("paso"), payment_reason("envite"), _COMPARED)
    yield "S4", joined(_PARES_AND_JUEGO_ALONE if alone else _PARES_AND_JUEGO, _WORTH)
    punto = payment_reason("punto")
    yield "S5", punto if no_dejes else joined(punto, payment_reason("punto_refused"))
    yield ORDAGO, payment_reason("ordago")
    if alone:
        yield "D6", _FALSE_ALONE
        return
    yield PENALTY_DEJE, _PENALTY_FIRST if no_dejes else _PENALTY_DEJE
    for clause in PENALTIES:
        lance = {"P": Lance.PARES, "J": Lance.JUEGO}.get(clause[0])
        player = _("a player of each") if clause in BOTH_PAIRS else _("A player")
        yield clause, penalty_sentence(clause, player=player, lance=lance, rules=ruleset)


_COMPARED = _(
    "Grande compares the highest card first, chica the lowest; equal cards go to the one nearer "
    "the mano."
)
_PARES_AND_JUEGO = _(
    "Pares and juego go to the best cards or, when a bet was refused, to the pair that "
    "made it. The winning pair takes the stake that was accepted and the worth of both "
    "partners’ cards."
)
_PARES_AND_JUEGO_ALONE = _(
    "Pares and juego go to the best cards or, when nobody accepted a bet, to the player "
    "who made it: the winner takes the stake that was accepted and what the winner's own "
    "cards are worth."
)
_FALSE_ALONE = _(
    "A false declaration of pares or juego voids the bets on that lance; it is settled on "
    "the cards, as if all had told the truth and passed. The organizers must confirm it."
)
_WORTH = _("A par is worth 1 stone, medias 2, duples 3; a juego of 31 is worth 3, any other 2.")
_PENALTY_DEJE = _(
    "The stones that a false declaration costs are taken first of all, with the dejes."
)
_PENALTY_FIRST = _("The stones that a false declaration costs are taken first of all.")
