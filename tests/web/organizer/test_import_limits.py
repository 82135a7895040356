"""A file of a list has the same bounds as a pasted list, and a long one is read in a separate
process, which is ended when it takes too much."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from jobs import beside
from tournament.entries import queries
from tournament.entries.models import Pair
from tournament.entries.queries import read_list
from tournament.log.models import Event

LONG = "".join(f"Ane Deba {n} / Miren Lezo {n}; Kaia\n" for n in range(490))


@pytest.mark.parametrize(
    "content", [b"a, b\n" * 380_000, b"\n" * 300_000 + b"a", b'"x, y\n' * 6_000]
)
@pytest.mark.sampled(3)
def test_a_large_text_file_is_refused_with_a_small_page(desk, at, empty, content):
    file = SimpleUploadedFile("list.txt", content)
    response = desk.post(at("import_pairs", empty.slug), {"file": file})
    assert response.status_code == 400
    assert len(response.content) < 1_000_000


@pytest.mark.parametrize("step", ["", "enter"])
def test_a_list_that_takes_too_much_to_read_says_so_and_nothing_changes(
    desk, at, empty, monkeypatch, step
):
    monkeypatch.setattr(queries, "READ_HERE", 10)
    monkeypatch.setattr(beside, "MEMORY", 1_000_000)  # less than any process needs
    before = Event.objects.count()
    response = desk.post(at("import_pairs", empty.slug), {"text": "Deba, Lezo\n", "step": step})
    assert response.status_code == 400
    assert "This text takes too long to read." in response.text
    assert "Deba, Lezo" in response.text, "what was pasted is not lost"
    assert (Pair.objects.count(), Event.objects.count()) == (0, before)


@pytest.mark.parametrize(
    "text", [LONG, "Player 1; Player 2; Paid\n" + LONG, "\t" * 21_000, "﷽, a\n" * 5_000]
)
def test_a_list_is_read_in_a_separate_process_as_it_is_here(text, monkeypatch):
    how = {"ignored": frozenset({2}), "looked_at": frozenset({3})}
    monkeypatch.setattr(queries, "READ_HERE", len(text))
    here = read_list(text, **how)
    monkeypatch.setattr(queries, "READ_HERE", len(text) - 1)
    assert read_list(text, **how) == here
