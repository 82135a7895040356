"""Days from other installations: whom this one trusts, what is verified, and one day once."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from jobs.models import Job
from operations.federation import fetching, queries, services, tasks
from operations.federation.fetching import fetch
from operations.removal.services import remove_tournament
from scoring.proof.services import erasing
from scoring.proof.services.files import write_file
from scoring.rulings.services import endings
from season.models import Claim, Merge, MergedEntry, Origin, Peer
from season.queries.circuits import acts_of
from season.queries.ranking import ranking
from tests.season import seasons
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.championship.services import tournaments
from tournament.entries.models import Pair
from tournament.errors import NotFound, Refusal
from tournament.matches.models import Match
from tournament.notices.models import Watch
from tournament.witness.queries import public_key, signed_head

pytestmark = pytest.mark.django_db
OTHER_KEY = "11" * 32
THERE = "https://mus.example"


def exported(cup: Tournament) -> dict[str, Any]:
    """The file of a tournament and the signed head of its log."""
    return {
        "content": write_file(tournament_id=cup.pk), "note": signed_head(tournament_id=cup.pk)
    }  # fmt: skip


def gone(cup: Tournament) -> None:
    remove_tournament(tournament_id=cup.pk, slug=cup.slug)


def codes(act: Any, *args: Any, **given: Any) -> tuple[str, ...]:
    with pytest.raises(Refusal) as refused:
        act(*args, **given)
    return refused.value.codes


@pytest.fixture
def there(settings: Any) -> Peer:
    """An installation that is trusted. Its key is that of this process while a day is exported."""
    return services.trust(address=f"{THERE}/", key=public_key())


@pytest.fixture
def cup(there: Peer) -> Tournament:
    """A tournament half-way, played elsewhere."""
    made = seasons.cup(played=False)
    play.win(play.match(made, 1, 0))
    made.refresh_from_db()
    return made


def test_a_day_is_taken_in_with_its_origin_and_once(cup: Tournament) -> None:
    day = exported(cup)
    gone(cup)
    taken = services.accept(**day)
    assert (taken.slug, taken.became) == (cup.slug, "new")
    (found,) = queries.taken_days()
    assert (found.slug, found.address) == (cup.slug, f"{THERE}/t/{cup.slug}/")
    again = Tournament.objects.get()
    assert again.event_hash == cup.event_hash
    assert queries.origin_of(tournament_id=again.pk) == found
    assert services.accept(**day).became == "same"
    assert Tournament.objects.count() == Origin.objects.count() == 1


def test_a_copy_follows_its_day_with_its_circuits_and_watchers(cup: Tournament) -> None:
    start = exported(cup)
    play.play_out(cup)
    end = exported(cup)
    gone(cup)
    services.accept(**start)
    copy = Tournament.objects.get()
    owner = User.objects.create_user("lezo")
    circuit = seasons.circuit(owner, copy)
    pairs = list(Pair.objects.order_by("number")[:2])
    merge = Merge.objects.create(circuit=circuit, at=copy.starts_at)
    for pair in pairs:
        MergedEntry.objects.create(merge=merge, pair=pair, seat=0)
    Claim.objects.create(circuit=circuit, user=owner, pair=pairs[0], seat=1)
    Watch.objects.create(pair=pairs[0], endpoint="https://push.example/1", at=copy.starts_at)
    assert services.accept(**end).became == "further"
    assert Tournament.objects.get().status == "finished"
    assert ranking(circuit=seasons.view(circuit)).lines
    assert merge.merged.count() == 2
    assert Watch.objects.get().pair_id == pairs[0].pk
    assert (cup.name,) in {act.about for act in acts_of(circuit_id=circuit.pk)}
    assert Claim.objects.get().pair_id == pairs[0].pk
    assert codes(services.accept, **start) == ("longer_here",), "the beginning of it"


def test_a_day_made_here_is_not_replaced_and_a_second_history_is_refused(cup: Tournament) -> None:
    start = exported(cup)
    play.play_out(cup)
    end = exported(cup)
    assert codes(services.accept, **start) == ("longer_here",)
    assert services.accept(**end).became == "same"
    gone(cup)
    services.accept(**start)
    Origin.objects.all().delete()
    Tournament.objects.update(is_copy=False)
    assert codes(services.accept, **end) == ("ours",)
    copy = Tournament.objects.get()
    match = Match.objects.filter(tournament=copy, status="ready")[0]
    endings.walkover(match_id=match.pk, winner="A", reason="nobody came", actor=play.PROGRAM)
    assert codes(services.accept, **end) == ("two_histories",)


def test_only_the_key_that_a_copy_came_with_continues_it(cup: Tournament, settings: Any) -> None:
    start, own_key = exported(cup), settings.HEAD_KEY
    settings.HEAD_KEY = OTHER_KEY
    services.trust(address="https://other.example", key=public_key())
    play.play_out(cup)
    theirs = exported(cup)
    settings.HEAD_KEY = own_key
    end = exported(cup)
    gone(cup)
    services.accept(**start)
    assert codes(services.accept, **theirs) == ("other_origin",)
    assert queries.taken_days()[0].address == f"{THERE}/t/{cup.slug}/"
    assert services.accept(**end).became == "further"
    assert services.accept(**theirs).became == "same", "both have the whole day"


def test_a_copy_refuses_every_act_but_the_erasing_of_names(cup: Tournament) -> None:
    day = exported(cup)
    gone(cup)
    services.accept(**day)
    copy = Tournament.objects.get()
    root = seasons.actor_of(User.objects.create_superuser("root"))
    match = Match.objects.filter(tournament=copy, status="ready")[0]
    walkover = {"match_id": match.pk, "winner": "A", "reason": "nobody came"}
    for actor in (root, play.PROGRAM):
        assert codes(endings.walkover, **walkover, actor=actor) == ("is_copy",)
        assert codes(tournaments.change, tournament_id=copy.pk, name="X Cup", actor=actor) == (
            "is_copy",
        )
    assert services.accept(**day).became == "same"
    erase = {"words": ["Getaria"], "asked_by": "person", "reason": "asked by mail"}
    erasing.erase(tournament_id=copy.pk, actor=root, **erase)
    assert codes(services.accept, **day) == ("longer_here",)


def test_only_what_a_trusted_installation_has_signed_comes_in(
    cup: Tournament, there: Peer, settings: Any
) -> None:
    day = exported(cup)
    gone(cup)
    note = day["note"]
    forged = note.replace("\nchain ", "\nchain 0", 1)
    assert codes(services.accept, content=day["content"], note="none") == ("bad_head",)
    assert codes(services.accept, content=day["content"], note=forged) == ("bad_head",)
    size = note.split("\n")[1]
    other = note.replace(f"\n{size}\n", f"\n{int(size) + 1}\n", 1)
    assert codes(services.accept, content=day["content"], note=other) == ("wrong_signature",)
    settings.HEAD_KEY = OTHER_KEY
    stranger = signed_head(tournament_id=seasons.cup("Other Cup", played=False).pk)
    assert codes(services.accept, content=day["content"], note=stranger) == ("not_trusted",)
    services.distrust(peer_id=there.pk)
    assert codes(services.accept, **day) == ("not_trusted",)
    with pytest.raises(NotFound):
        services.distrust(peer_id=there.pk)


def test_the_file_must_be_the_one_that_was_signed(cup: Tournament) -> None:
    early = exported(cup)
    play.play_out(cup)
    late = exported(cup)
    other = exported(seasons.cup("Other Cup", played=False))
    for one in list(Tournament.objects.all()):
        gone(one)
    mixed = {"content": late["content"], "note": early["note"]}
    assert codes(services.accept, **mixed) == ("changed_meanwhile",)
    assert codes(services.accept, content=b"{}", note=late["note"])
    swapped = {"content": other["content"], "note": early["note"]}
    assert codes(services.accept, **swapped)[0] in ("another_log", "changed_meanwhile")
    cut = late["content"][:-40]
    assert codes(services.accept, content=cut, note=late["note"])
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    "key", ["", "mus-tournaments", "a+00000000+AAAA", "x" * 200, "ключ+00000000+AAAA"]
)
def test_a_key_is_copied_whole(key: str, db: None) -> None:
    assert codes(services.trust, address=THERE, key=key) == ("bad_key",)


@pytest.mark.parametrize(
    "address",
    ["", "mus.example", "http://mus.example", "https://a:b@mus.example", "https://mus.example/?a=1",
     "ftp://mus.example", "https://mus.example:x", "https://[", "https://müs.example", "file:///etc",
     "https://x example", "https://%00", "https://<script>", "https://mus.example:0",
     "https://-mus.example", "https://mus..example", "https://[fe80::1%25a]"],
)  # fmt: skip
def test_only_https_addresses_are_asked(address: str, db: None) -> None:
    assert codes(services.trust, address=address, key=public_key()) == ("bad_address",)
    assert codes(fetch, address, most=10) == ("bad_address",)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "10.1.2.3", "192.168.1.1", "169.254.169.254", "[::1]",
             "0.0.0.0", "[::ffff:10.0.0.1]", "224.0.0.1", "[64:ff9b::10.0.0.1]", "[fec0::1]",
             "[::10.0.0.1]", "[::ffff:0:10.0.0.1]", "[2002:a00:1::1]"],
)  # fmt: skip
def test_private_addresses_are_not_asked(host: str) -> None:
    assert codes(fetch, f"https://{host}/", most=10) == ("private_address",)


def test_a_tournament_is_asked_for_by_its_address_on_a_trusted_installation(
    there: Peer, django_user_model: Any
) -> None:
    by = django_user_model.objects.create_user("operator")
    assert codes(services.ask_for, address=f"{THERE}/tournaments/", by=by) == ("bad_address",)
    other = "https://other.example/t/cup/"
    assert codes(services.ask_for, address=other, by=by) == ("not_trusted",)
    assert codes(services.trust, address=THERE, key=public_key()) == ("already_trusted",)


# Another installation, as a server that answers with what a tournament exports.


class Elsewhere:
    """A server of a thread. `answers`: path → status and body."""

    def __init__(self) -> None:
        answers: dict[str, tuple[int, bytes]] = {}

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                status, body = answers.get(self.path, (404, b""))
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_args: object) -> None:
                """Says nothing."""

        self.answers = answers
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.base = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def elsewhere(settings: Any) -> Iterator[Elsewhere]:
    settings.FEDERATION_PRIVATE = True
    made = Elsewhere()
    yield made
    made.server.shutdown()
    made.server.server_close()


def test_a_day_is_fetched_verified_and_taken_in_by_its_address(
    elsewhere: Elsewhere, django_user_model: Any
) -> None:
    services.trust(address=elsewhere.base, key=public_key())
    cup = seasons.cup()
    day = exported(cup)
    gone(cup)
    where = f"{elsewhere.base}/t/{cup.slug}/"
    elsewhere.answers |= {
        f"/t/{cup.slug}/head/": (200, day["note"].encode()),
        f"/t/{cup.slug}/tournament.mustour": (200, day["content"]),
    }
    by = django_user_model.objects.create_user("operator")
    services.ask_for(address=where, by=by)
    job = Job.objects.get(name="federation.take_in")
    assert services.do_ask(**job.arguments) == f"{cup.slug}: new"
    assert queries.on_their_way()[0].outcome == {"slug": cup.slug, "became": "new"}
    assert queries.taken_days()[0].address == where
    elsewhere.answers.clear()
    with pytest.raises(Exception, match="bad_answer"):
        services.do_ask(**job.arguments)
    assert queries.on_their_way()[0].outcome["code"] == "bad_answer"
    assert tasks.TAKE_IN == "federation.take_in"


def test_what_an_address_serves_must_be_its_own(elsewhere: Elsewhere, settings: Any) -> None:
    cup = seasons.cup(played=False)
    day = exported(cup)
    services.trust(address=elsewhere.base, key=public_key())
    gone(cup)

    def served_at(slug: str) -> str:
        elsewhere.answers |= {
            f"/t/{slug}/head/": (200, day["note"].encode()),
            f"/t/{slug}/tournament.mustour": (200, day["content"]),
        }
        return f"{elsewhere.base}/t/{slug}/"

    assert codes(services.take_in, address=served_at("other")) == ("other_address",)
    Peer.objects.update(address=THERE)
    settings.HEAD_KEY = OTHER_KEY
    services.trust(address=elsewhere.base, key=public_key())
    assert codes(services.take_in, address=served_at(cup.slug)) == ("other_address",)
    assert not Tournament.objects.exists()


def test_what_is_too_large_too_slow_or_leads_elsewhere_is_refused(
    elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere.answers |= {"/large": (200, b"x" * 1000), "/moved": (302, b""), "/ok": (200, b"ok")}
    assert fetch(f"{elsewhere.base}/ok", most=2) == b"ok"
    assert codes(fetch, f"{elsewhere.base}/large", most=999) == ("too_large",)
    assert codes(fetch, f"{elsewhere.base}/moved", most=999) == ("bad_answer",)
    monkeypatch.setattr(fetching, "SECONDS", -1)
    assert codes(fetch, f"{elsewhere.base}/ok", most=2) == ("too_slow",)
    monkeypatch.setattr(fetching, "SECONDS", 60)
    elsewhere.server.shutdown()
    elsewhere.server.server_close()
    assert codes(fetch, f"{elsewhere.base}/ok", most=2) == ("unreachable",)


def raw_server(pieces: list[bytes], seconds: float) -> str:
    """The address of a server that answers once, and waits after each piece."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        with listener, suppress(OSError):
            answering, _address = listener.accept()
            with answering:
                answering.recv(1000)
                for piece in pieces:
                    answering.sendall(piece)
                    time.sleep(seconds)

    threading.Thread(target=serve, daemon=True).start()
    return f"http://127.0.0.1:{listener.getsockname()[1]}/"


def test_the_headers_are_bounded_in_time_too(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.FEDERATION_PRIVATE = True
    monkeypatch.setattr(fetching, "SECONDS", 0.3)
    slow = raw_server([b"HTTP/1.1 200 OK\r\n", *([b"X"] * 100)], 0.1)
    assert codes(fetch, slow, most=10) == ("too_slow",)


def test_an_answer_that_is_cut_off_is_refused(settings: Any) -> None:
    settings.FEDERATION_PRIVATE = True
    cut = raw_server([b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok"], 0)
    assert codes(fetch, cut, most=10) == ("bad_answer",)


def test_the_commands_trust_and_take_in(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, in_english: None, db: None
) -> None:
    call_command("trust_installation", THERE, public_key())
    assert "is trusted from now on" in capsys.readouterr().out
    with pytest.raises(CommandError, match="trusted already"):
        call_command("trust_installation", THERE, public_key())
    cup = seasons.cup()
    day = exported(cup)
    gone(cup)
    file, head = tmp_path / "cup.mustour", tmp_path / "head"
    file.write_bytes(day["content"])
    head.write_text(day["note"], "utf-8")
    call_command("take_in_day", str(file), head=str(head))
    assert f"{cup.slug} is taken in" in capsys.readouterr().out
    call_command("take_in_day", str(file), head=str(head))
    assert "both have the same" in capsys.readouterr().out
    with pytest.raises(CommandError):
        call_command("take_in_day", str(tmp_path / "none"), head=str(head))
    with pytest.raises(CommandError, match="not trusted"):
        call_command("take_in_day", "https://other.example/t/cup/")
