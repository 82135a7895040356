"""Repeats the draw from its seed, and works the bracket out again from its results."""

from collections.abc import Iterable, Iterator, Mapping
from operator import itemgetter
from typing import Any

from mus import RecordRefused
from mus.course import EnteredHand, HandCourse, Ruled, content_of, settle_entered
from mus.quick import QUICK
from mus.ruleset import ruleset_from
from scoring.outbox.rules import agreement_text
from scoring.proof.rules.beside import EVERY_TITLE_LOST, TITLE_LOST
from scoring.proof.rules.lines import Key, State
from scoring.proof.rules.parting import Mismatch, named
from scoring.proof.rules.replay import NONSENSE, Replay, counting_of
from tournament.commitment.rules import WITHOUT_WISHES, commitment_of, seed_of
from tournament.draw.rules import drawn_by_hand, round_1_of
from tournament.formats.bouts import Bout
from tournament.formats.lots import of_a_tie
from tournament.formats.protocol import Draw, Format
from tournament.formats.registry import individuals
from tournament.formats.regulations import evidence
from tournament.formats.setting import BY_HAND, Wishes
from tournament.log.rules.events import LogEntry
from tournament.log.rules.kinds import step_of
from tournament.tables.rules import is_signed

NOT_THERE: State = {"pairs": [None, None], "status": "", "winner": ""}


def draw_faults(replay: Replay) -> Iterator[Mismatch]:
    """Every draw, undone or not, whose matches do not follow from its seed and pairs."""
    yield from _given_up_faults(replay)
    for draw in replay.draws:
        listed = [pair["number"] for pair in draw.get("pairs", ())]
        if listed and listed != draw["numbers"]:
            yield Mismatch(
                "draw › pairs", str(listed)[:200], str(draw["numbers"])[:200], draw["event"]
            )
        if "commitment" in draw:
            yield from _commitment_faults(replay, draw)
        again = _again(draw)
        if draw["algorithm"] != again.algorithm:
            continue  # this version does not know the recipe; `unknown_draws` reports it
        expected = [list(match) for match in again.matches]
        if expected != [list(match) for match in draw["matches"]]:
            log_matches = str(draw["matches"])[:200]
            yield Mismatch("draw › matches", log_matches, str(expected)[:200], draw["event"])


def _given_up_faults(replay: Replay) -> Iterator[Mismatch]:
    """Faults of cancelled commitments: the list of pairs was not the one at that time, or the
    secret does not fit. A commitment cancelled on another machine has an empty secret."""
    for number, prepared in replay.auxiliary.rows["prepared"].items():
        before = replay.commitments[number]
        event = replay.auxiliary.by["prepared", number]
        if before["head"] != before["after"]:
            yield Mismatch("draw › head", before["after"], before["head"], event)
        if prepared["state"] == "cancelled" and prepared["secret"]:
            again = _committed_again(before, prepared["secret"])
            if again != prepared["commitment"]:
                yield Mismatch("draw › secret", prepared["commitment"], again, event)


def _committed_again(before: Mapping[str, Any], secret: str) -> str:
    """The commitment that this secret gives."""
    return commitment_of(
        algorithm=before["algorithm"],
        numbers=before["numbers"],
        head=before["head"],
        secret=secret,
        wishes=Wishes.from_json(before),
        recipe=before["recipe"],
    )


def _commitment_faults(replay: Replay, draw: Mapping[str, Any]) -> Iterator[Mismatch]:
    """A fault for a draw that does not follow from its commitment or from the words of the room."""
    opened, event = draw["commitment"], draw["event"]
    before = replay.commitments.get(opened["event"])
    if before is None or before["commitment"] != opened["hash"]:
        yield Mismatch("draw › commitment", "no such commitment", str(opened["hash"]), event)
        return
    again = _committed_again(before, opened["secret"])
    expected = {
        "commitment": (again, opened["hash"]),
        "head": (before["after"], before["head"]),
        "words": (replay.words.get(opened["hash"], []), opened["words"]),
        "numbers": (sorted(before["numbers"]), sorted(draw["numbers"])),
        "seed": (seed_of(secret=opened["secret"], words=opened["words"]), draw["seed"]),
    }
    if before["recipe"] != WITHOUT_WISHES:
        expected["wishes"] = (Wishes.from_json(before), Wishes.from_json(draw))
        expected["recipe"] = (before["algorithm"], draw["algorithm"])
    for name, (wanted, held) in expected.items():
        if wanted != held:
            yield Mismatch(f"draw › {name}", str(wanted)[:200], str(held)[:200], event)


def unknown_draws(replay: Replay) -> list[str]:
    """Recipes of draws in this log that this version does not know."""
    recipes = [(draw["algorithm"], _again(draw).algorithm) for draw in replay.draws]
    return sorted({named for named, known in recipes if named != known})


def other_rules(replay: Replay) -> list[str]:
    """Regulations of draws whose data differ in this version (numbers of games, cards). This is
    reported but is no fault, because each hand is settled by the rule set in its own record."""
    regulations = set()
    for draw in replay.draws:
        rules = draw.get("rules")
        now = evidence(replay.day["regulation"], replay.day["settings"])
        if rules and rules["regulation"] == now["regulation"] and rules["sha256"] != now["sha256"]:
            regulations.add(f"{rules['regulation']} {rules['sha256'][:16]}")
    return sorted(regulations)


def _again(draw: Mapping[str, Any]) -> Draw:
    """The draw, repeated from what the log tells; of one by hand, what follows from round 1."""
    format_: Format = draw["format"]
    if draw["algorithm"].startswith(BY_HAND):
        numbers, places = sorted(draw["numbers"]), format_.places(len(draw["numbers"]))
        round_1 = round_1_of(draw["matches"], places)
        again = drawn_by_hand(format_, round_1, numbers, draw["seed"])
        return again if isinstance(again, Draw) else Draw("", (), (), draw["algorithm"])
    return format_.draw(list(draw["numbers"]), draw["seed"], Wishes.from_json(draw))


def bracket_faults(replay: Replay) -> Iterator[Mismatch]:
    """Every championship match that differs from what the format works out, and a champion who does
    not follow from the results."""
    bouts, gone = replay.bouts, replay.gone
    for one in replay.changes_by_hand:
        if one["own"] != one["instead_of"]:
            where = f"bracket › round {one['round']} before it was changed by hand"
            yield Mismatch(where, str(one["instead_of"])[:200], str(one["own"])[:200], one["event"])
    for one in replay.swaps:
        if one["own"] != one["now"]:
            where = "bracket › the places of two pairs that changed them"
            yield Mismatch(where, str(one["now"])[:200], str(one["own"])[:200], one["event"])
    for one in replay.let_in:
        matches = [
            [state["match"]["round"], state["match"]["slot"], state["pairs"][0]["number"]]
            for state in one.get("matches", [one])
        ]
        if matches != one["own"]:
            where = "bracket › the matches of a late pair that the lot names"
            yield Mismatch(where, str(matches)[:200], str(one["own"])[:200], one["event"])
    for one in replay.by_lot:
        side = "AB"[
            [pair["number"] if pair else None for pair in one["pairs"]].index(one["pair"]["number"])
        ]
        place = [one["match"]["slot"], side]
        if place != one["own"]:
            where = "bracket › the place of a late pair that the lot names"
            yield Mismatch(where, str(place), str(one["own"]), one["event"])
    for one in replay.day.get("ties") or ():
        if "seed" in one and one["pairs"] != (own := of_a_tie(one["pairs"], one["seed"])):
            where = "bracket › the lot that the program drew for a tie"
            yield Mismatch(where, str(one["pairs"])[:200], str(own)[:200])
    for one in replay.seatings:
        if one["own"] != one["seats"]:
            where = f"bracket › tables of round {one['round']}"
            yield Mismatch(where, str(one["seats"])[:200], str(one["own"])[:200], one["event"])
    if replay.rounds:
        over, best = individuals(replay.format()).ended(list(replay.pairs), replay.rounds, gone)
        if (over, best) != (replay.status == "finished", replay.champion):
            yield Mismatch("bracket › champion", str(replay.champion), str(best))
    if not bouts:
        return
    format_ = replay.format()
    resolved = format_.resolve(bouts, gone)
    if not keeps_rank(replay):
        for bout in resolved.changed:
            key = ("championship", bout.place.round, bout.place.slot)
            was, stands = replay.matches.get(key, NOT_THERE), _standing(bout)
            held = {name: was[name] for name in stands}
            yield Mismatch(
                named(("bracket", key)), str(held), str(stands), replay.by.get(("matches", key))
            )
    ended = format_.champion(resolved.bouts, gone)
    if ended != (replay.status == "finished", replay.champion) and not keeps_title(replay):
        yield Mismatch("bracket › champion", str(replay.champion), str(ended[1]))


def changed_by_hand(replay: Replay) -> tuple[tuple[int, int, str], ...]:
    """Each change of a round by hand, and each draw by hand and exchange of two places as one of
    round 1: its round, its event, its reason. Reported, and no fault."""
    draws = (one for one in replay.draws if one["algorithm"].startswith(BY_HAND))
    first = [(1, draw["event"], draw["reason"]) for draw in draws]
    later = [(one["round"], one["event"], one["reason"]) for one in replay.changes_by_hand]
    first += [(1, swap["event"], swap["reason"]) for swap in replay.swaps]
    return tuple(sorted([*first, *later], key=itemgetter(1)))


def _standing(bout: Bout) -> State:
    """A match as it is compared with what the log tells."""
    return {
        "pairs": list(bout.pairs),
        "status": bout.status,
        "winner": str(bout.winner or ""),
    }


def keeps_rank(replay: Replay) -> bool:
    """Whether the version that wrote the log let a disqualified pair keep its rank in its group,
    and so its place in a bracket that has not begun. This is reported but is no fault: the next act
    of today's version works the bracket out again."""
    bouts, gone = replay.bouts, replay.gone
    if replay.room.tells >= TITLE_LOST or not bouts or "disqualification" not in gone.values():
        return False
    format_ = replay.format()
    if not format_.resolve(bouts, gone).changed:
        return False
    # Whoever goes home has always kept the rank.
    before = format_.resolve(bouts, dict.fromkeys(gone, "withdrawal"))
    stood = {bout.place: _standing(bout) for bout in bouts}
    return all(_standing(bout) == stood.get(bout.place) for bout in before.changed)


def keeps_title(replay: Replay) -> bool:
    """Whether the champion was disqualified after the last match, and kept the title by the rule of
    the version that wrote the log. This is reported but is no fault."""
    champion = replay.pairs.get(replay.champion or 0, {})
    format_ = replay.format()
    lost_since = TITLE_LOST if format_.is_league else EVERY_TITLE_LOST
    if replay.room.tells >= lost_since or champion.get("status") != "disqualified":
        return False
    by_results = format_.champion(replay.bouts)
    return by_results == (replay.status == "finished", replay.champion)


# Settles every hand again, and follows every game through its hands.


OFFICIALS = ("forfeit", "ruling")


def hand_faults(replay: Replay) -> Iterator[Mismatch]:
    """Every version of a hand whose record does not settle to what the log tells."""
    for key, hands in replay.hands.items():
        for place, hand in hands.items():
            yield from _settlement_faults(replay, ("hands", key, place), hand)


def way_faults(replay: Replay) -> Iterator[Mismatch]:
    """Every game whose hands do not follow each other, or do not lead to the game's score."""
    for key, games in replay.games.items():
        for number, game in games.items():
            hands = counting_of(replay.hands.get(key, {}), number)
            where = ("games", key, number)
            for fault in _followed(where, hands, game):
                yield Mismatch(*fault, replay.by.get(where))


def settled_again(hand: Mapping[str, Any]) -> HandCourse:
    """A stored hand settled from its own record. Raises RecordRefused."""
    record = hand["record"]
    entered = EnteredHand(record["id"], content_of(record), None, Ruled.from_json(hand["ruled"]))
    score = record["score"]
    return settle_entered(
        entered, ruleset=record["ruleset"], mano=record["mano"], score=(score[0], score[1])
    )


def _settlement_faults(replay: Replay, path: Key, hand: State) -> Iterator[Mismatch]:
    event = replay.by.get(path)
    try:
        course = settled_again(hand)
    except (RecordRefused, *NONSENSE) as error:
        yield Mismatch(named(path), "a hand", f"what cannot be settled: {error}", event)
        return
    again = {
        "settlement": course.settlement,
        "stones": list(course.stones),
        "score": list(course.score),
        "game_winner": None if course.game_winner is None else str(course.game_winner),
        "verified": QUICK not in course.record,
    }
    for name, value in again.items():
        if hand[name] != value and not _same_refusal(value, hand[name]):
            yield Mismatch(named((*path, name)), str(hand[name])[:200], str(value)[:200], event)


def _same_refusal(one: object, other: object) -> bool:
    """Whether two settlements are both refusals by the rules of a hand that an official decided.
    Their messages may differ."""
    both = (one, other)
    return all(isinstance(value, dict) and value.get("ok") is False for value in both)


def _followed(path: Key, hands: list[State], game: State) -> Iterator[tuple[str, str, str]]:
    score, mano = [0, 0], None
    for hand in hands:
        record = hand["record"]
        where = (*path, f"hand {hand['number']}")
        if record["score"] != score:
            yield named((*where, "score before it")), str(score), str(record["score"])
        if mano is not None and record["mano"] != mano:
            yield named((*where, "mano")), str(mano), str(record["mano"])
        score = hand["score"]
        mano = (record["mano"] + 1) % ruleset_from(record["ruleset"]).seats
    if game["score"] != score:
        yield named((*path, "score")), str(game["score"]), str(score)
    won = hands[-1]["game_winner"] if hands else None
    if game["ended_by"] not in OFFICIALS and game["winner"] != won:
        yield named((*path, "winner")), str(game["winner"]), str(won)


# Checks the signatures of agreements that pairs made on a tablet.


def is_agreement(entry: LogEntry) -> bool:
    return step_of(entry.kind) == "confirm"


def signature_faults(entries: Iterable[LogEntry]) -> Iterator[Mismatch]:
    """Signatures that do not fit their event, or were not made with the key that the tablet joined
    with or used before. An agreement without a signature is no fault."""
    keys: dict[int | None, str] = {}
    for entry in entries:
        if step_of(entry.kind) == "join" and "key" in entry.data:
            keys[entry.data["device"]] = entry.data["key"]
        mark = entry.data.get("signed") if is_agreement(entry) else None
        if not mark:
            continue
        where = f"event {entry.number}"
        known = keys.setdefault(entry.actor.id, mark["key"])
        if mark["key"] != known:
            yield Mismatch(where, f"a signature by {known}", mark["key"], entry.number)
        elif not is_signed(key=known, text=_text(entry), signature=mark["signature"]):
            yield Mismatch(where, "a signature over this score", mark["signature"], entry.number)


def _text(entry: LogEntry) -> str:
    data = entry.data
    return agreement_text(
        slug=entry.tournament,
        match=data["match"]["id"],
        game=data["game"],
        score=data["score"],
        hands=data["signed"]["hands"],
        by=data["by"],
    )
