"""The rules of Mus written down a second time, plainly: the yardstick for speed and for truth.

One JSON record in, one settlement out, with lists, sorting and dictionaries and nothing prepared
beforehand. It settles possible records of four or six seats and every rule of §3 to §6; it refuses
nothing, and leaves out ten kings, whose holders alone know what they show. Tests hold the engine
to it on random records; the benchmark says how much faster the engine is.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

LANCES = ("grande", "chica", "pares", "juego")
PRESETS = {"brisbane-2024": (8, 40), "pagat": (8, 40), "euskal-herria": (4, 30), "nabo": (4, 40)}
ORDER = "A234567SCR"
VALUES = {"R": 10, "C": 10, "S": 10, "A": 1} | {str(n): n for n in range(2, 8)}
JUEGOS = (33, 34, 35, 36, 37, 40, 32, 31)
ROWS = {  # said yes?, partner has, the others have: pares, juego
    (True, False, True): ("P1", "J3"),
    (True, False, False): ("P1", "J1"),
    (True, True, True): ("P2", "J4"),
    (True, True, False): ("P5", "J2"),
    (False, True, True): ("P3", "J7"),
    (False, False, True): ("P4", "J8"),
    (False, True, False): ("P6", "J6"),
    (False, False, False): ("P7", "J5"),
}


class Cards:
    """Four cards and what they hold: `pares` and `juego` are None when there is none."""

    def __init__(
        self, tokens: Sequence[str], kings: int, juego_real: str = "none", ace: str = "2"
    ) -> None:
        ranks = [token[0] for token in tokens]
        if kings == 8:
            ranks = [{"3": "R", ace: "A"}.get(rank, rank) for rank in ranks]
        self.high = sorted((ORDER.index(rank) for rank in ranks), reverse=True)
        self.low = sorted(-ORDER.index(rank) for rank in ranks)[::-1]
        self.total = sum(VALUES[rank] for rank in ranks)
        self.pares, pares_worth = self._pares(Counter(self.high))
        self.juego = JUEGOS.index(self.total) if self.total >= 31 else None
        if self._is_real(tokens, juego_real):
            self.juego = len(JUEGOS)
        juego_worth = 0 if self.juego is None else 3 if self.total == 31 else 2
        self.worth = {"pares": pares_worth, "juego": juego_worth}

    def has(self, lance: str) -> bool:
        return self.worth[lance] > 0

    def key(self, lance: str) -> Any:
        """What this holding compares with in a lance (or in "punto"): the larger the better."""
        return {"grande": self.high, "chica": self.low, "punto": self.total}.get(
            lance, self.pares if lance == "pares" else self.juego
        )

    @staticmethod
    def _pares(counts: Counter[int]) -> tuple[Any, int]:
        twice = sorted((place for place, count in counts.items() if count >= 2), reverse=True)
        if 4 in counts.values():
            return (3, twice * 2), 3
        if len(twice) == 2:
            return (3, twice), 3
        if 3 in counts.values():
            return (2, twice), 2
        return ((1, twice), 1) if twice else (None, 0)

    def _is_real(self, tokens: Sequence[str], form: str) -> bool:
        others = [token for token in tokens if token[0] != "7"]
        if form == "none" or self.total != 31 or len(others) != 1:
            return False
        if form == "three_sevens":
            return True
        if form == "sota_oros":
            return others[0] == "So"
        return others[0][0] == "S" and len({token[1:] for token in tokens}) == 4


def pair_of(seat: int) -> str:
    return "AB"[seat % 2]


def other(pair: str) -> str:
    return "B" if pair == "A" else "A"


def best(cards: Sequence[Cards], lance: str, mano: int, among: Iterable[int]) -> str | None:
    """The pair of the best cards among some seats, the nearest to the mano among equals."""
    seat = best_seat(cards, lance, mano, among)
    return None if seat is None else pair_of(seat)


def best_seat(cards: Sequence[Cards], lance: str, mano: int, among: Iterable[int]) -> int | None:
    winner = None
    seats = set(among)
    for step in range(len(cards)):
        seat = (mano + step) % len(cards)
        if seat not in seats:
            continue
        if winner is None or cards[seat].key(lance) > cards[winner].key(lance):
            winner = seat
    return winner


def judge_deal(deal: Sequence[Sequence[str]], kings: int, mano: int = 0) -> list[int | None]:
    """The winning seat in grande, chica, pares and juego or punto, all telling the truth."""
    cards = [Cards(four, kings) for four in deal]
    seats = range(len(cards))
    juegos = [seat for seat in seats if cards[seat].has("juego")]
    return [
        best_seat(cards, "grande", mano, seats),
        best_seat(cards, "chica", mano, seats),
        best_seat(cards, "pares", mano, [s for s in seats if cards[s].has("pares")]),
        best_seat(cards, "juego", mano, juegos)
        if juegos
        else best_seat(cards, "punto", mano, seats),
    ]


def outcome(calls: Sequence[dict[str, Any]], refused_raise: str) -> tuple[str, str, int]:
    """How the bets on a lance ended: kind, the pair that called last, the stake or deje."""
    standing, before, bettor, ordago = 0, 0, "", False
    for call in calls:
        if call["call"] == "quiero":
            return ("ordago", bettor, 0) if ordago else ("seen", bettor, standing)
        if call["call"] == "no_quiero":
            more = {"one": 1, "nothing": 0, "plus_one": before + 1, "previous": before or 1}
            return "refused", bettor, more[refused_raise]
        before, bettor = standing, call["by"]
        if call["call"] == "ordago":
            ordago = True
        else:
            standing = call.get("stake") or standing + 2
    return "paso", "", 0


def settle(record: dict[str, Any]) -> dict[str, Any]:
    """The settlement of a possible record, as the open format writes it."""
    return _Hand(record).settlement()


class _Hand:
    def __init__(self, record: dict[str, Any]) -> None:
        given = record.get("ruleset", "brisbane-2024")
        rules: dict[str, Any] = {"preset": given} if isinstance(given, str) else given
        kings, target = PRESETS[rules.get("preset", "brisbane-2024")]
        self.target = rules.get("target", target)
        self.false_words = rules.get("false_words", "table")
        self.flat = rules.get("false_word_stones", 5)
        self.before = record.get("score", [0, 0])
        self.score = dict(zip("AB", self.before, strict=True))
        self.mano = record["mano"]
        self.said = record.get("declared", {})
        fours = [four.split() for four in record.get("cards") or ()]
        ace = "4" if rules.get("without_twos") else "2"
        self.cards = [
            Cards(four, rules.get("kings", kings), rules.get("juego_real", "none"), ace)
            for four in fours
        ]
        self.seats = range(rules.get("seats", 4))
        self.false_claims = sorted({i["seat"] for i in record.get("infractions", ())})
        self.guilty = {pair_of(seat) for seat in self.false_claims}
        self.ledger: list[dict[str, Any]] = []
        self.winners: dict[str, str | None] = {}
        self.won: str | None = None
        self.penalties = [{"clause": "G0", "lance": None, "seat": s} for s in self.false_claims]
        self.ruling = len(self.guilty) == 2
        self.bets = self._bets(record.get("bets", {}), rules)

    def _bets(self, bets: dict[str, Any], rules: dict[str, Any]) -> dict[str, tuple[str, str, int]]:
        """The outcome of every lance that was reached, as the table lived it."""
        reached, score = {}, dict(self.score)
        for lance in LANCES:
            pays = rules.get(f"refused_raise_in_{lance}", "as_elsewhere")
            if pays == "as_elsewhere":
                pays = rules.get("refused_raise", "previous")
            kind, by, stones = outcome(bets.get(lance) or (), pays)
            reached[lance] = kind, by, stones
            if kind == "refused":
                score[by] += stones
            if kind == "ordago" or max(score.values()) >= self.target:
                break
        return reached

    def settlement(self) -> dict[str, Any]:
        self._settle()
        return {
            "ok": True,
            "winners": {lance: self.winners[lance] for lance in LANCES if lance in self.winners},
            "ledger": self.ledger,
            "stones": [self.score["A"] - self.before[0], self.score["B"] - self.before[1]],
            "score": [self.score["A"], self.score["B"]],
            "game_winner": self.won,
            "penalties": self.penalties,
            "needs_ruling": self.ruling,
        }

    def _settle(self) -> None:
        plans = {lance: self._plan(lance) for lance in self.bets}
        last = list(self.bets)[-1]
        seen = self._table_winner()
        ended = last != "juego" or self.bets[last][0] == "ordago" or seen is not None
        if ended and plans[last].get("void"):
            self.ruling = True
            for lance in LANCES[LANCES.index(last) + 1 :]:
                self.bets[lance], plans[lance] = ("paso", "", 0), {"void": True, "truth": True}
        self._pay_dejes(plans)
        if seen is not None and self.won != seen:
            self.ruling = True
        if self.won:
            return
        if self.bets[last][0] == "ordago" and not plans[last].get("void"):
            self._pay_ordago(last)
            return
        for lance in LANCES:
            winner, entries = self._count(lance, plans[lance])
            self.winners[lance] = winner
            for kind, stones in entries:
                self._pay(winner, lance, kind, stones)

    def _table_winner(self) -> str | None:
        """The pair whose dejes reached the target while the table bet."""
        score = dict(zip("AB", self.before, strict=True))
        for kind, by, stones in self.bets.values():
            if kind == "refused":
                score[by] += stones
                if score[by] >= self.target:
                    return by
        return None

    def _pay(self, pair: str | None, lance: str, kind: str, stones: int) -> None:
        if pair is None or self.won or not stones:
            return
        self.ledger.append({"pair": pair, "lance": lance, "kind": kind, "stones": stones})
        self.score[pair] += stones
        if self.score[pair] >= self.target:
            self.won = pair

    def _pay_dejes(self, plans: dict[str, dict[str, Any]]) -> None:
        for lance, (kind, by, stones) in self.bets.items():
            plan = plans[lance]
            if plan.get("to"):
                self.winners[lance] = plan["to"]
            if plan.get("void"):
                to, stones = plan.get("deje"), plan.get("stones", 1)
                if to and stones == "missing":
                    stones = self.target - self.score[to]
                self._pay(to, lance, "deje", stones)
            elif kind == "refused":
                self.winners[lance] = by
                self._pay(by, lance, "deje", stones)

    def _pay_ordago(self, lance: str) -> None:
        winner = None
        if not self.guilty:
            winner = self._count(lance, {})[0]
        elif len(self.guilty) == 1:
            winner = other(*self.guilty)
        self.winners[lance] = winner
        if winner:
            self._pay(winner, lance, "ordago", self.target - self.score[winner])

    # False words

    def _plan(self, lance: str) -> dict[str, Any]:
        """What false words do to a lance: void bets, a deje, a pair it is given to, whose worth."""
        if lance not in self.said or not self.cards or lance in ("grande", "chica"):
            return {}
        from_mano = [(self.mano + step) % len(self.seats) for step in self.seats]
        wrong = [s for s in from_mano if self.said[lance][s] != self.cards[s].has(lance)]
        if not wrong:
            return {}
        named = []
        for pair in "AB":
            seats = [s for s in wrong if pair_of(s) == pair]
            if seats:
                named.append(([s for s in seats if self.said[lance][s]] or seats)[0])
        plan = self._row(lance, wrong, sorted(named))
        if len(named) == 1:
            plan = self._otherwise(plan, other(pair_of(named[0])))
        return {} if self.guilty else plan

    def _row(self, lance: str, wrong: list[int], named: list[int]) -> dict[str, Any]:
        if len(named) == 2:
            clause = "PX" if lance == "pares" else "JX"
            self._penalise(clause, lance, named, ruling=True)
            return {"void": True, "truth": True}
        seat = named[0]
        x, y = pair_of(seat), other(pair_of(seat))
        having = {pair_of(s) for s in self._valid(lance)}
        row = ROWS[self.said[lance][seat], x in having, y in having]
        clause = row[lance == "juego"]
        self._penalise(clause, lance, named, ruling=len(wrong) > 1)
        if clause in ("P1", "J3"):
            return {"void": True, "to": y if y in having else None, "worth": self._valid(lance)}
        if clause == "J1":
            return {"void": True, "to": y, "deje": y, "punto": True}
        if clause in ("P2", "J4") and self._would_win(lance) == x:
            return {"void": True, "to": y, "deje": y, "worth": self._valid(lance)}
        if clause in ("P4", "J8"):
            return {"void": True, "to": y, "deje": y, "worth": self._valid(lance)}
        if clause in ("P7", "J5"):
            return {"void": True, "to": x, "worth": list(self.seats)}
        if clause in ("P6", "J6"):
            return {"counting": self._valid(lance) + wrong}
        return {}

    def _otherwise(self, plan: dict[str, Any], y: str) -> dict[str, Any]:
        """The plan under another rule than the table of §6."""
        if self.false_words == "table":
            return plan
        if self.false_words == "two_stones":
            return {**plan, "stones": 2}
        if self.false_words == "flat":
            return {"void": True, "to": y, "deje": y, "worth": [], "stones": self.flat}
        self.ruling = self.ruling or not self.guilty
        if self.false_words == "judges":
            return {"void": True, "to": None, "worth": []}
        return {"void": True, "to": y, "deje": y, "worth": [], "stones": "missing"}

    def _penalise(self, clause: str, lance: str, seats: list[int], *, ruling: bool) -> None:
        self.penalties += [{"clause": clause, "lance": lance, "seat": seat} for seat in seats]
        self.ruling = self.ruling or (ruling and not self.guilty)

    def _valid(self, lance: str) -> list[int]:
        said = self.said[lance]
        return [s for s, four in enumerate(self.cards) if said[s] and four.has(lance)]

    def _would_win(self, lance: str) -> str | None:
        kind, by, _ = self.bets[lance]
        return by if kind == "refused" else best(self.cards, lance, self.mano, self._valid(lance))

    # The count

    def _count(self, lance: str, plan: dict[str, Any]) -> tuple[str | None, list[tuple[str, int]]]:
        if plan.get("truth"):
            return self._truth(lance)
        if plan.get("punto"):
            return plan["to"], [("punto", 1)]
        if plan.get("void"):
            return plan["to"], self._worth(lance, plan["to"], plan["worth"])
        kind, by, stones = self.bets[lance]
        if len(self.guilty) == 2:
            return by if kind == "refused" else None, []
        if kind == "refused" and by in self.guilty:
            return by, []
        punto = lance == "juego" and True not in self.said["juego"]
        if lance == "pares" and True not in self.said["pares"]:
            return None, []
        stake = [("envite", stones)] if kind == "seen" else []
        winner = by if kind == "refused" else self._winner(lance, punto=punto)
        if lance in ("grande", "chica"):
            return winner, stake or ([] if kind == "refused" else [("paso", 1)])
        if punto:
            return winner, [*stake, ("punto", 1)]
        return winner, stake + self._worth(lance, winner, plan.get("counting", self._valid(lance)))

    def _winner(self, lance: str, *, punto: bool) -> str | None:
        if self.guilty:
            return other(*self.guilty)
        if punto or lance in ("grande", "chica"):
            return best(self.cards, "punto" if punto else lance, self.mano, self.seats)
        return best(self.cards, lance, self.mano, self._valid(lance))

    def _truth(self, lance: str) -> tuple[str | None, list[tuple[str, int]]]:
        if lance in ("grande", "chica"):
            return best(self.cards, lance, self.mano, self.seats), [("paso", 1)]
        having = [seat for seat in self.seats if self.cards[seat].has(lance)]
        if lance == "juego" and not having:
            return best(self.cards, "punto", self.mano, self.seats), [("punto", 1)]
        winner = best(self.cards, lance, self.mano, having)
        return winner, self._worth(lance, winner, having)

    def _worth(self, lance: str, pair: str | None, seats: Iterable[int]) -> list[tuple[str, int]]:
        return [(lance, sum(self.cards[s].worth[lance] for s in seats if pair_of(s) == pair))]
