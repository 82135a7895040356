"""Heads are signed, and a history that is not a continuation is refused by whoever kept one."""

import base64
import hashlib
import json
from collections.abc import Callable

import pytest
from django.test import Client
from pymerkle import InmemoryTree

from static.proof import witness
from static.proof.witness import Refused
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.entries.services import pairs
from tournament.log.models import Event
from tournament.log.queries.log import export_log
from tournament.witness import rules
from tournament.witness.queries import heads_to_keep

LEAVES = [hashlib.sha256(bytes([n])).digest() for n in range(40)]


def test_roots_are_those_of_another_program():
    other = InmemoryTree(algorithm="sha256")
    for size, leaf in enumerate(LEAVES, start=1):
        other.append_entry(leaf)
        assert rules.root(LEAVES[:size]) == other.get_root(), size
    assert rules.root([]) == hashlib.sha256(b"").digest()


def test_every_event_is_proved_to_be_in_every_head_and_no_other_is():
    for size in range(1, 34):
        leaves = LEAVES[:size]
        root = rules.root(leaves)
        for index in range(size):
            path = rules.inclusion(leaves, index)
            assert witness.is_included(leaves[index].hex(), index + 1, size, root, path)
            assert not witness.is_included(LEAVES[39].hex(), index + 1, size, root, path)
            if size > 1:
                other = (index + 1) % size
                assert not witness.is_included(leaves[index].hex(), other + 1, size, root, path)


def test_every_head_is_proved_to_be_a_beginning_of_every_later_one_and_no_other_is():
    for second in range(1, 34):
        root = rules.root(LEAVES[:second])
        for first in range(1, second + 1):
            path = rules.consistency(LEAVES[:second], first)
            begun = rules.root(LEAVES[:first])
            assert witness.is_consistent(first, begun, second, root, path), (first, second)
            rewritten = rules.root([LEAVES[39], *LEAVES[1:first]])
            assert not witness.is_consistent(first, rewritten, second, root, path)
            if path:
                assert not witness.is_consistent(first, begun, second, root, path[:-1])


def test_proofs_of_what_is_not_there_are_refused():
    with pytest.raises(ValueError, match="leaf"):
        rules.inclusion(LEAVES, 40)
    for first in (0, 41):
        with pytest.raises(ValueError, match="head"):
            rules.consistency(LEAVES, first)


def asking(client: Client, slug: str) -> Callable[[str], str]:
    def fetch(path: str) -> str:
        answer = client.get(f"/t/{slug}/{path}")
        assert answer.status_code == 200, path
        return answer.content.decode()

    return fetch


def test_a_witness_follows_a_log_that_grows(client, cup):
    fetch = asking(client, cup.slug)
    seen = witness.watch(fetch, {})
    assert witness.watch(fetch, seen)["size"] == seen["size"]
    play.win(play.match(cup, 1, 0))
    later = witness.watch(fetch, seen)
    assert later["size"] > seen["size"]
    proof = json.loads(fetch(f"head/{later['size']}/holds/2/"))
    root = base64.b64decode(later["root"])
    path = [base64.b64decode(one) for one in proof["path"]]
    assert witness.is_included(proof["hash"], 2, later["size"], root, path)


def test_a_kept_event_is_proved_to_be_in_the_head_and_another_one_is_refused(client, cup):
    fetch = asking(client, cup.slug)
    play.win(play.match(cup, 1, 0))
    state = witness.watch(fetch, {})
    lines = list(map(json.loads, export_log(tournament_id=cup.pk)))
    assert any(line["texts"] for line in lines if "texts" in line)
    for line in lines:
        witness.must_hold(fetch, state, line)
    other = {**lines[-1], "data": {**lines[-1]["data"], "reason": "another"}}
    for edited in (other, {**lines[2], "number": 2}):
        with pytest.raises(Refused, match="is not in this head"):
            witness.must_hold(fetch, state, edited)
    with pytest.raises(Refused, match="no event"):
        witness.must_hold(fetch, state, {**lines[0], "number": state["size"] + 1})


def rewritten(cup: Tournament) -> None:
    """Another history of the same length: the second event is not what it was."""
    Event.objects.filter(tournament=cup, number=2).update(hash="ab" * 32)


def test_a_witness_refuses_a_history_that_was_rewritten_or_cut(client, cup):
    fetch = asking(client, cup.slug)
    seen = witness.watch(fetch, {})
    with pytest.raises(Refused, match="cut"):
        witness.watch(fetch, {**seen, "size": seen["size"] + 1})
    rewritten(cup)
    with pytest.raises(Refused, match="rewritten"):
        witness.watch(fetch, seen)
    play.start(play.match(cup, 1, 0))
    with pytest.raises(Refused, match="rewritten"):
        witness.watch(fetch, seen)


def test_two_witnesses_find_a_server_that_shows_two_histories(client, cup):
    one = witness.watch(asking(client, cup.slug), {})
    rewritten(cup)
    other = witness.watch(asking(client, cup.slug), {})
    assert (one["size"], one["origin"]) == (other["size"], other["origin"])
    assert one["root"] != other["root"]


def test_a_head_signed_by_another_key_or_edited_is_refused(client, cup, settings):
    fetch = asking(client, cup.slug)
    seen = witness.watch(fetch, {})
    edited = fetch("head/").replace(f"\n{seen['size']}\n", f"\n{seen['size'] + 1}\n")
    with pytest.raises(Refused):
        witness.read_head(edited, seen["key"])
    settings.HEAD_KEY = "11" * 32
    with pytest.raises(Refused):
        witness.read_head(fetch(f"head/{seen['size']}/"), seen["key"])


def test_a_head_that_is_not_there_is_a_404(client, cup):
    for path in ("head/0/", "head/999/", "head/3/follows/4/", "head/3/holds/4/", "head/3/holds/0/"):
        assert client.get(f"/t/{cup.slug}/{path}").status_code == 404, path


def test_the_end_of_each_round_is_worth_keeping(cup):
    pairs.change(pair_id=play.pair(cup, 1).pk, club="Kaia", actor=play.PROGRAM)
    play.play_out(cup)
    newest, *rounds = heads_to_keep(tournament_id=cup.pk)
    cup.refresh_from_db()
    assert (newest.size, newest.round) == (cup.event_number, None)
    assert [head.round for head in rounds] == [2, 1]
