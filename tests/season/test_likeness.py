"""Names that may be one person's: initials, abbreviations, a partner or a club in common."""

from __future__ import annotations

import pytest

from season.queries.alike import alike, likenesses
from season.rules.likeness import are_alike, pairs_are_alike
from season.services import merging
from tests.refusals import refusal
from tests.season.seasons import actor_of, circuit, cup, sums, view
from tournament.log.rules.text import folded


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("José Mª Agirre", "Jose Maria Agirre", True),
        ("J. M. Agirre", "Jose Maria Agirre", True),
        ("Fco. Etxeberria", "Francisco Etxeberria", True),
        ("Ana Fdez", "Ana Fernández", True),
        ("J. Mª", "José María", False),  # without a surname in common
        ("Jose Agirre", "Josu Agirre", False),
        ("Ane Agirre", "Ana Agirre", False),
        ("Jose Agirre", "Jose Maria Agirre", False),
        ("Jose Agirre", "JOSÉ AGIRRE", False),  # equal names are no likeness
    ],
)
def test_initials_and_abbreviations_are_alike(one, other, expected):
    assert are_alike(folded(one), folded(other)) is expected
    assert are_alike(folded(other), folded(one)) is expected


def test_initials_alone_are_alike_with_a_partner_or_a_club_in_common():
    assert are_alike("j m", "jose maria", known_otherwise=True)
    assert pairs_are_alike(("j m", "orio"), ("jose maria", "orio"))
    assert pairs_are_alike(("orio", "j m"), ("jose maria", "orio"))
    assert not pairs_are_alike(("j m", "orio"), ("jose maria", "deba"))
    assert not pairs_are_alike(("deba", "orio"), ("orio", "deba"))


THREE = ("José Mª Agirre, Oriotarra", "Jose Maria Agirre, Oriotarra", "J. M. Agirre, Oriotarra")


def three_cups(*lines: str):
    others = ("Lezo, Deba", "Eibar, Bera", "Irun, Zumaia")
    names = ("Zarautz Cup", "Deba Cup", "Orio Cup")
    return [
        cup(name, (line, *others), day=7 * day)
        for day, (name, line) in enumerate(zip(names, lines, strict=True))
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("carried_by", ["pair", "player"])
def test_one_person_under_three_spellings_is_proposed_and_joined(runner, carried_by):
    made = circuit(runner, *three_cups(*THREE), carried_by=carried_by, same_names="all")
    actor = actor_of(runner)
    assert alike(circuit=view(made)) == ()
    people = len(sums(made))
    found = likenesses(circuit=view(made))
    assert len(found) == 3, "each two of the three"
    assert all("Agirre" in person.name for one in found for person in one.people)
    merging.merge_alike(circuit_id=made.pk, seen="", keys=found[0].keys, actor=actor)
    found = likenesses(circuit=view(made))
    merging.merge_alike(circuit_id=made.pk, seen="", keys=found[0].keys, actor=actor)
    assert likenesses(circuit=view(made)) == ()
    assert len(sums(made)) == people - 2


@pytest.mark.django_db
def test_those_who_are_said_to_be_different_are_not_proposed_again(runner):
    made = circuit(runner, *three_cups(*THREE), same_names="all")
    keys = [one.keys for one in likenesses(circuit=view(made))]
    for one in keys:
        merging.part(circuit_id=made.pk, keys=one, actor=actor_of(runner))
    assert likenesses(circuit=view(made)) == ()
    again = {"circuit_id": made.pk, "seen": "", "keys": keys[0], "actor": actor_of(runner)}
    assert refusal(merging.merge_alike, **again) == ("changed_meanwhile",)


@pytest.mark.django_db
def test_two_who_played_in_one_tournament_are_not_alike(runner):
    both = ("Jose Maria Agirre, Orio", "J. M. Agirre, Lezo", "Deba, Zumaia", "Eibar, Bera")
    made = circuit(runner, cup(lines=both), carried_by="player", same_names="all")
    assert likenesses(circuit=view(made)) == ()
