"""Hypothesis strategies: hand records that can be true, records gone wrong, and any JSON."""

from typing import Any

from hypothesis import strategies as st

from mus import RANKS, SETTINGS, SUITS, ruleset_from
from mus.play import pack_of
from mus.tests.build import Json, truth

LANCES = ("grande", "chica", "pares", "juego")
PACK = [rank + suit for rank in RANKS for suit in SUITS]
JOKERS = ("So", "Sc")

any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)


@st.composite
def rule_sets(draw: st.DrawFn, *, jokers: bool = True) -> Json:
    chosen: Json = {
        "preset": draw(st.sampled_from(["brisbane-2024", "pagat", "euskal-herria", "nabo"]))
    }
    for name, setting in SETTINGS.items():
        if draw(st.booleans()) and (jokers or name != "jokers"):
            value = draw(st.sampled_from(setting.choices))
            chosen[name] = str(value) if isinstance(value, str) else value
    return chosen


@st.composite
def call_sequences(draw: st.DrawFn) -> list[Json]:
    """The bets on one lance, rightly made and closed; often none."""
    if draw(st.integers(0, 2)) == 0:
        return []
    calls: list[Json] = []
    by, standing = draw(st.sampled_from("AB")), 0
    for _ in range(draw(st.integers(1, 4))):
        if draw(st.integers(0, 5)) == 0:
            calls.append({"by": by, "call": "ordago"})
            by = other(by)
            break
        stake = standing + 2 + draw(st.sampled_from([0, 0, 1, 3, 40]))
        said = {"by": by, "call": "envido", "stake": stake}
        if stake == standing + 2 and draw(st.booleans()):
            del said["stake"]
        calls.append(said)
        by, standing = other(by), stake
    return [*calls, {"by": by, "call": draw(st.sampled_from(["quiero", "no_quiero"]))}]


@st.composite
def records(draw: st.DrawFn, *, jokers: bool = True, lies: bool = True) -> Json:
    """A hand that can have been played, false words, false claims and near targets included.

    Bets follow E7 by what was declared. Bets after the game is over are the one fault that may
    remain: those records are still answered, as refused.
    """
    rules = draw(rule_sets(jokers=jokers))
    seats, target = rules.get("seats", 4), rules.get("target", 30)
    near = st.sampled_from([1, 1, 2, 3, 5]).map(lambda missing: target - missing)
    score = draw(st.lists(near | st.integers(0, target - 1), min_size=2, max_size=2))
    ace = "4" if rules.get("without_twos") else "2"
    cards = draw(st.permutations(list(map(str, pack_of(ruleset_from(rules))))))[: 4 * seats]
    if rules.get("jokers"):
        values = st.sampled_from("RA")
        cards = [f"{card}={draw(values)}" if card in JOKERS else card for card in cards]
    fours = [" ".join(cards[4 * seat : 4 * seat + 4]) for seat in range(seats)]
    kings = rules.get("kings", 4 if rules["preset"] in ("euskal-herria", "nabo") else 8)
    declared = {lance: [truth(lance, four, kings, ace) for four in fours] for lance in LANCES[2:]}
    if lies:
        words = st.tuples(st.sampled_from(LANCES[2:]), st.integers(0, seats - 1))
        for lance, seat in draw(st.lists(words, max_size=3)):
            declared[lance][seat] = not declared[lance][seat]
    record: Json = {
        "ruleset": rules,
        "mano": draw(st.integers(0, seats - 1)),
        "score": score,
        "cards": fours,
        "declared": declared,
        "bets": _bets(draw, declared),
    }
    if lies and draw(st.integers(0, 5)) == 0:
        claims = draw(st.lists(st.integers(0, seats - 1), min_size=1, max_size=2))
        record["infractions"] = [{"kind": "false_claim", "seat": seat} for seat in claims]
    if draw(st.booleans()):
        record["claim"] = draw(st.lists(st.integers(0, 50), min_size=2, max_size=2))
    return record


@st.composite
def hands_near_the_end(draw: st.DrawFn) -> Json:
    """A hand that dejes of first bets may end, with words that may be false; nothing is raised."""
    cards = draw(st.permutations(PACK))[:16]
    fours = [" ".join(cards[4 * seat : 4 * seat + 4]) for seat in range(4)]
    declared = {lance: [truth(lance, four) for four in fours] for lance in LANCES[2:]}
    lance = draw(st.sampled_from(LANCES[2:]))
    for seat in draw(st.lists(st.integers(0, 3), min_size=1, max_size=2, unique=True)):
        declared[lance][seat] = not declared[lance][seat]
    score = [40 - draw(st.sampled_from([1, 1, 2, 2, 3])) for _ in "AB"]
    missing = {pair: 40 - stones for pair, stones in zip("AB", score, strict=True)}
    bets: Json = {}
    for name in _open_lances(declared):
        by = draw(st.sampled_from("AB"))
        bets[name] = [{"by": by, "call": "envido"}, {"by": other(by), "call": "no_quiero"}]
        missing[by] -= 1
        if not missing[by]:
            break
    return {"mano": draw(st.integers(0, 3)), "score": score, "cards": fours,
            "declared": declared, "bets": bets}  # fmt: skip


def _open_lances(declared: dict[str, list[bool]]) -> list[str]:
    """The declared lances that may be bet (E7)."""
    pares, juego = declared["pares"], declared["juego"]
    both = {lance: any(said[0::2]) and any(said[1::2]) for lance, said in declared.items()}
    return [lance for lance, said in (("pares", pares), ("juego", juego))
            if both[lance] or (lance == "juego" and not any(said))]  # fmt: skip


def _bets(draw: st.DrawFn, declared: dict[str, list[bool]]) -> Json:
    bets: Json = {}
    for lance in LANCES:
        said = declared.get(lance)
        if said is not None:
            both, nobody = any(said[0::2]) and any(said[1::2]), not any(said)
            if not both and not (nobody and lance == "juego"):
                continue
        bets[lance] = draw(call_sequences())
        if [call["call"] for call in bets[lance][-2:]] == ["ordago", "quiero"]:
            break
    return bets


@st.composite
def broken_records(draw: st.DrawFn) -> Any:
    """A record with something in it replaced by any JSON value, somewhere."""
    record = draw(records())
    if draw(st.integers(0, 5)) == 0:
        record["cards"] = None
    for _ in range(draw(st.integers(0, 3))):
        _break(draw, record)
    return record


def _break(draw: st.DrawFn, inside: Any) -> None:
    if isinstance(inside, dict):
        key = draw(st.sampled_from([*sorted(inside), "extra"]))
    elif isinstance(inside, list) and inside:
        key = draw(st.integers(0, len(inside) - 1))
    else:
        return
    child = inside.get(key) if isinstance(inside, dict) else inside[key]
    if isinstance(child, dict | list) and draw(st.booleans()):
        _break(draw, child)
    else:
        inside[key] = draw(any_json | st.sampled_from([4, 5, 9, "R R R R", "Ro Ro 7 7", "ordago"]))


def other(pair: str) -> str:
    return "B" if pair == "A" else "A"
