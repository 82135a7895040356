"""Days from other installations: whom this one trusts, what is verified, and one day once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone, translation

from jobs.models import Job
from operations.federation import queries, services, tasks
from operations.removal.services import remove_tournament
from scoring.proof.queries.verify import verify_tournament
from scoring.proof.rules.lines import read, written
from scoring.proof.services import erasing
from scoring.proof.services.files import write_file
from scoring.rulings.services import endings
from season.models import Claim, Difference, Merge, MergedEntry, Origin, Peer
from season.queries.carrying import circuit_file, read_circuit
from season.queries.log import log_page
from season.queries.ranking import ranking
from tests.operations.federation.elsewhere import Elsewhere
from tests.refusals import refusal
from tests.season import seasons
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.championship.services import tournaments
from tournament.entries.models import Pair
from tournament.errors import NotFound
from tournament.log.models import Event
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


@pytest.mark.postgres
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


@pytest.mark.parametrize("name", ["hash", "previous"])
@pytest.mark.parametrize("value", ["zz", "\x00", 3, None])
def test_a_file_with_an_event_without_a_hash_is_refused(
    cup: Tournament, name: str, value: object
) -> None:
    day = exported(cup)
    gone(cup)
    parts = [(one.kind, dict(one.data)) for one in read(day["content"])]
    next(data for kind, data in parts if kind == "event")[name] = value
    content = "".join(written(parts)).encode()
    assert refusal(services.accept, content=content, note=day["note"]) == ("not_an_event",)


@pytest.mark.postgres
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
    difference = Difference.objects.create(circuit=circuit, at=copy.starts_at)
    for side, pair in enumerate(pairs):
        MergedEntry.objects.create(merge=merge, pair=pair, seat=0)
        difference.entries.create(side=side, pair=pair, seat=1)
    Claim.objects.create(circuit=circuit, user=owner, pair=pairs[0], seat=1)
    Watch.objects.create(pair=pairs[0], endpoint="https://push.example/1", at=copy.starts_at)
    assert services.accept(**end).became == "further"
    assert Tournament.objects.get().status == "finished"
    assert ranking(circuit=seasons.view(circuit)).lines
    assert merge.merged.count() == difference.entries.count() == 2
    assert Watch.objects.get().pair_id == pairs[0].pk
    assert (cup.name,) in {line.about for line in log_page(circuit_id=circuit.pk).lines}
    assert Claim.objects.get().pair_id == pairs[0].pk
    assert refusal(services.accept, **start) == ("longer_here",), "the beginning of it"


def test_a_day_made_here_is_not_replaced_and_a_second_history_is_refused(cup: Tournament) -> None:
    start = exported(cup)
    play.play_out(cup)
    end = exported(cup)
    assert refusal(services.accept, **start) == ("longer_here",)
    assert services.accept(**end).became == "same"
    gone(cup)
    services.accept(**start)
    made_here(Tournament.objects.get())
    assert refusal(services.accept, **end) == ("ours",)
    copy = Tournament.objects.get()
    match = Match.objects.filter(tournament=copy, status="ready")[0]
    endings.walkover(match_id=match.pk, winner="A", reason="nobody came", actor=play.PROGRAM)
    assert refusal(services.accept, **end) == ("two_histories",)


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
    assert refusal(services.accept, **theirs) == ("other_origin",)
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
        assert refusal(endings.walkover, **walkover, actor=actor) == ("is_copy",)
        assert refusal(tournaments.change, tournament_id=copy.pk, name="X Cup", actor=actor) == (
            "is_copy",
        )
    assert services.accept(**day).became == "same"


ERASE = {"words": ["Getaria"], "asked_by": "person", "reason": "asked by mail"}


def erase_here(cup: Tournament) -> None:
    root = seasons.actor_of(User.objects.create_superuser(f"root-{cup.pk}"))
    erasing.erase(tournament_id=cup.pk, actor=root, **ERASE)


def named_here(cup: Tournament) -> bool:
    """Whether the name that is erased stands anywhere in the file of a tournament."""
    return b"Getaria" in write_file(tournament_id=cup.pk)


@pytest.mark.postgres
def test_a_name_erased_from_a_copy_stays_erased_while_it_follows(cup: Tournament) -> None:
    start = exported(cup)
    match = play.match(cup, 1, 1)
    reason = "Getaria and Orio came late"
    endings.walkover(match_id=match.pk, winner="A", reason=reason, actor=play.PROGRAM)
    play.play_out(cup)
    end = exported(cup)
    gone(cup)
    services.accept(**start)
    owner = User.objects.create_user("lezo")
    circuit = seasons.circuit(owner, Tournament.objects.get())
    assert named_here(Tournament.objects.get())
    erase_here(Tournament.objects.get())
    carried = circuit_file(circuit=seasons.view(circuit))
    assert services.accept(**start).became == "same"
    assert services.accept(**end).became == "further"
    copy = Tournament.objects.get()
    assert copy.status == "finished"
    assert not named_here(copy)
    assert verify_tournament(tournament_id=copy.pk).ok
    told = Event.objects.filter(tournament=copy).latest("number")
    assert (told.kind, told.data["reason"]) == ("texts.erased", "asked by mail")
    assert services.accept(**end).became == "same"
    assert Tournament.objects.get() == copy
    assert not named_here(copy)
    gone(copy)
    services.accept(**end)
    assert read_circuit(content=carried).counting == (Tournament.objects.get(),), "the same day"


def test_all_names_erased_by_the_term_stay_erased(cup: Tournament) -> None:
    play.play_out(cup)
    start = exported(cup)
    endings.reopen(match_id=play.match(cup, 2, 0).pk, reason="miscounted", actor=play.PROGRAM)
    end = exported(cup)
    gone(cup)
    services.accept(**start)
    assert erasing.erase_old_names(before=timezone.now() + timedelta(days=9999)) == 1
    assert services.accept(**end).became == "further"
    assert {pair.player_1 for pair in Pair.objects.all()} == {"[…]"}


@pytest.mark.postgres
def test_two_installations_with_one_day_agree_both_ways(cup: Tournament, settings: Any) -> None:
    """`cup` is made with one key; the copy and its erasure are another installation's."""
    own_key, start = settings.HEAD_KEY, exported(cup)
    gone(cup)
    services.accept(**start)
    copy = Tournament.objects.get()
    erase_here(copy)
    settings.HEAD_KEY = OTHER_KEY
    services.trust(address="https://other.example", key=public_key())
    from_copy = exported(copy)
    settings.HEAD_KEY = own_key
    gone(copy)
    services.accept(**start)
    assert services.accept(**from_copy).became == "same", "a copy beside a copy"
    assert named_here(Tournament.objects.get()), "who erased there erased there"
    made_here(Tournament.objects.get())
    assert services.accept(**from_copy).became == "same", "a copy comes back to where it was made"
    play.play_out(Tournament.objects.get())
    assert refusal(services.accept, **from_copy) == ("longer_here",)
    end = exported(Tournament.objects.get())
    gone(Tournament.objects.get())
    services.accept(**from_copy)
    assert not named_here(Tournament.objects.get())
    assert refusal(services.accept, **end) == ("other_origin",)
    assert services.accept(**start).became == "same"


@pytest.mark.postgres
@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has one writer at a time")
@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_in_one_day_at_once_the_second_finds_it_here(cup: Tournament) -> None:
    day = exported(cup)
    gone(cup)

    def taken() -> str:
        try:
            return services.accept(**day).became
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as both:
        became = [both.submit(taken) for _one in range(2)]
    assert sorted(one.result() for one in became) == ["new", "same"]


def made_here(cup: Tournament) -> None:
    Origin.objects.filter(tournament=cup).delete()
    Tournament.objects.filter(pk=cup.pk).update(is_copy=False)


def test_only_what_a_trusted_installation_has_signed_comes_in(
    cup: Tournament, there: Peer, settings: Any
) -> None:
    day = exported(cup)
    gone(cup)
    note = day["note"]
    forged = note.replace("\nchain ", "\nchain 0", 1)
    assert refusal(services.accept, content=day["content"], note="none") == ("bad_head",)
    assert refusal(services.accept, content=day["content"], note=forged) == ("bad_head",)
    assert refusal(services.accept, content=day["content"], note=f"{note}\x00") == ("bad_head",)
    size = note.split("\n")[1]
    other = note.replace(f"\n{size}\n", f"\n{int(size) + 1}\n", 1)
    assert refusal(services.accept, content=day["content"], note=other) == ("wrong_signature",)
    settings.HEAD_KEY = OTHER_KEY
    stranger = signed_head(tournament_id=seasons.cup("Other Cup", played=False).pk)
    assert refusal(services.accept, content=day["content"], note=stranger) == ("not_trusted",)
    services.distrust(peer_id=there.pk)
    assert refusal(services.accept, **day) == ("not_trusted",)
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
    assert refusal(services.accept, **mixed) == ("changed_meanwhile",)
    assert refusal(services.accept, content=b"{}", note=late["note"])
    swapped = {"content": other["content"], "note": early["note"]}
    assert refusal(services.accept, **swapped)[0] in ("another_log", "changed_meanwhile")
    cut = late["content"][:-40]
    assert refusal(services.accept, content=cut, note=late["note"])
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    "key", ["", "mus-tournaments", "a+00000000+AAAA", "x" * 200, "ключ+00000000+AAAA"]
)
def test_a_key_is_copied_whole(key: str, db: None) -> None:
    assert refusal(services.trust, address=THERE, key=key) == ("bad_key",)


def test_a_tournament_is_asked_for_by_its_address_on_a_trusted_installation(
    there: Peer, django_user_model: Any
) -> None:
    by = django_user_model.objects.create_user("operator")
    assert refusal(services.ask_for, address=f"{THERE}/tournaments/", by=by) == ("bad_address",)
    other = "https://other.example/t/cup/"
    assert refusal(services.ask_for, address=other, by=by) == ("not_trusted",)
    assert refusal(services.trust, address=THERE, key=public_key()) == ("already_trusted",)
    long = f"https://{'mus.' * 50}example"
    assert refusal(services.trust, address=long, key=public_key()) == ("bad_address",)


@pytest.mark.postgres
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
    (row,) = queries.on_their_way()
    assert (row.address, row.slug, row.became, row.why) == (where, cup.slug, "new", "")
    assert queries.taken_days()[0].address == where
    elsewhere.answers.clear()
    with pytest.raises(Exception, match="bad_answer"):
        services.do_ask(**job.arguments)
    (row,) = queries.on_their_way()
    assert (row.became, row.why) == ("", "Responde 404.")
    with translation.override("fr"):
        assert queries.on_their_way()[0].why == "Elle répond 404."
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

    assert refusal(services.take_in, address=served_at("other")) == ("other_address",)
    Peer.objects.update(address=THERE)
    settings.HEAD_KEY = OTHER_KEY
    services.trust(address=elsewhere.base, key=public_key())
    assert refusal(services.take_in, address=served_at(cup.slug)) == ("other_address",)
    assert not Tournament.objects.exists()


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
    assert f"{cup.slug} is here" in capsys.readouterr().out
    call_command("take_in_day", str(file), head=str(head))
    assert "both have the same" in capsys.readouterr().out
    with pytest.raises(CommandError):
        call_command("take_in_day", str(tmp_path / "none"), head=str(head))
    with pytest.raises(CommandError, match="not trusted"):
        call_command("take_in_day", "https://other.example/t/cup/")
