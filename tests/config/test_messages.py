"""The compiled catalogues in the repository say what their sources say, the fuzzy entries too."""

import gettext
import re
from pathlib import Path

import polib
import pytest

from tests.config.glossary import is_only, unsourced

ROOT = Path(__file__).resolve().parents[2]
CATALOGUES = sorted((ROOT / "locale").glob("*/LC_MESSAGES/*.po"))
ROOMS = {path.parent for path in ROOT.glob("*/__init__.py")} - {ROOT / "tests", ROOT / "bench"}
RENAMED = re.compile(r"import n?gettext\w* as (?!_\b)\w+")


@pytest.mark.parametrize("source", CATALOGUES, ids=lambda path: path.parts[-3])
def test_a_catalogue_is_compiled(source):
    with source.with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    for entry in polib.pofile(str(source)):
        if entry.obsolete or not (entry.msgstr or any(entry.msgstr_plural.values())):
            continue
        key = f"{entry.msgctxt}\x04{entry.msgid}" if entry.msgctxt else entry.msgid
        if entry.msgid_plural:
            for number, text in entry.msgstr_plural.items():
                assert compiled.get((key, number)) == text, entry.msgid
        else:
            assert compiled.get(key) == entry.msgstr, entry.msgid


@pytest.mark.parametrize("source", CATALOGUES, ids=lambda path: path.parts[-3])
def test_what_is_counted_has_every_form_of_its_language(source):
    catalogue = polib.pofile(str(source))
    forms = int(catalogue.metadata["Plural-Forms"].partition("nplurals=")[2].partition(";")[0])
    counted = [entry for entry in catalogue if entry.msgid_plural and not entry.obsolete]
    assert counted
    assert [one.msgid for one in counted if len(one.msgstr_plural) != forms] == []
    assert [one.msgid for one in counted if not all(one.msgstr_plural.values())] == []


@pytest.mark.parametrize("source", CATALOGUES, ids=lambda path: path.parts[-3])
def test_the_words_without_a_source_are_marked_and_nothing_else_is(source):
    language = source.parts[-3]
    words = unsourced(language)
    entries = [entry for entry in polib.pofile(str(source)) if not entry.obsolete]
    unmarked = [e.msgid for e in entries if is_only(e, words, language) and not e.fuzzy]
    assert unmarked == [], "put `#, fuzzy` there: docs/glossary.md has no source for the word"
    guessed = [e.msgid for e in entries if e.fuzzy and not is_only(e, words, language)]
    assert guessed == [], "these were guessed by a tool: read them and take the mark away"


def test_make_messages_finds_every_text_by_the_name_of_the_function_around_it():
    """Under any other name than these, `make messages` would put the translation out of use."""
    sources = [path for room in ROOMS for path in room.rglob("*.py")]
    assert len(sources) > 500
    assert [path.name for path in sources if RENAMED.search(path.read_text("utf-8"))] == []


def test_the_glossary_has_words_without_a_source():
    assert {"koadro", "libre"} <= set(unsourced("eu"))
    assert {"forfait", "règlement"} <= set(unsourced("fr"))


# The words that lost where two said the same thing: docs/glossary.md, "One word for one thing".
LOST = {
    "en": r"\btelephone|\bjudges?\b|\b(an|the) officials?\b|\bbets? seen\b|\b[AB] sees|\blevel\b"
    r"|\bdesk (is told|was called|decides|will decide|has (ruled|been called))",
    "es": r"\bapunt(a|an|ar|ó|aron|ando|ad[oa]s?)\b|\bapúnt|\bintrod[uú][cjz]|\bárbitro"
    r"|^puede empezar$",
    "eu": r"\bharri(a|ak|en|ek|ekin|rik)?\b|\bgertaera|\binskriba|\bprobabilitate|\bsalbue"
    r"|\bmahai nagusi(ak|ari|aren|arenak)\b",
    "fr": r"\bpierres?\b|\be-mail|\bagenda\b|\bfai(t|re) appel\b|\bdélai d’appel\b",
}
SEARCHED = "other words for a rule"
"""The context of words under which a rule is found, whatever a sheet calls it."""


def texts_of_the_screens(language: str) -> list[str]:
    """Every text that a reader of this language may see: the catalogue's and the tablet's."""
    source = "es" if language == "en" else language  # any catalogue has the English texts
    entries = [
        entry
        for entry in polib.pofile(str(ROOT / f"locale/{source}/LC_MESSAGES/django.po"))
        if not entry.obsolete and entry.msgctxt != SEARCHED
    ]
    if language == "en":
        shown = [text for entry in entries for text in (entry.msgid, entry.msgid_plural)]
    else:
        shown = [text for e in entries for text in (e.msgstr, *e.msgstr_plural.values())]
    for folder in ("ui", "i18n"):
        lines = (ROOT / f"tablet/src/{folder}/{language}.js").read_text("utf-8").splitlines()
        shown += [line.partition(":")[2] for line in lines]
    return [text for text in shown if text]


@pytest.mark.parametrize("language", LOST)
def test_one_thing_has_one_word_on_every_screen(language):
    lost = re.compile(LOST[language], re.IGNORECASE)
    assert [text for text in texts_of_the_screens(language) if lost.search(text)] == []


# What a translation may not say where the English says this, except where it says that as well:
# words that are right elsewhere, of a rank, an appeal or a lance.
CONFUSED = {
    "es: a seat is an asiento": ("es", r"\bseats?\b", r"\bplace\b", r"\bpuestos?\b"),
    "es: an act is undone": (
        "es",
        r"\b(take|taken|took)\b.* back\b",
        r"appeal|verdict|proposal",
        r"\bretir(ar|ó|ad[oa]s?)\b",
    ),
    "es: a match is called off": (
        "es",
        r"\bcall(s|ed)? (it |them |this match )?off\b",
        r"\bpause",
        r"\bsusp[eé]nd",
    ),
    "eu: a hand is an esku": ("eu", r"\bhands?\b", r"\blances?\b|\bplay\b", r"\bjokaldi"),
    "eu: a rating is a puntuazio": ("eu", r"\bratings?\b", r"\bdivision", r"\bmail[ae]"),
    "fr: an appeal is a réclamation": ("fr", r"\bappeals?\b", r"\bcall", r"\bappels?\b"),
    "fr: a league is a championnat": ("fr", r"\bleagues?\b", r"\bbracket", r"\bligues?\b"),
}
HOLES = re.compile(r"%\(\w+\)[sd]|\{\w+\}")


def translated_texts(language: str) -> list[tuple[str, str]]:
    """Every text of the catalogue and of the tablet in English and in this language."""
    entries = polib.pofile(str(ROOT / f"locale/{language}/LC_MESSAGES/django.po"))
    texts = [
        (f"{entry.msgid} {entry.msgid_plural}", " ".join([entry.msgstr, *forms]))
        for entry in entries
        if not entry.obsolete and entry.msgctxt != SEARCHED
        for forms in [entry.msgstr_plural.values()]
    ]
    for folder in ("ui", "i18n"):
        english, other = (
            dict(line.strip().split(": ", 1) for line in lines if ": " in line)
            for lines in (
                (ROOT / f"tablet/src/{folder}/{code}.js").read_text("utf-8").splitlines()
                for code in ("en", language)
            )
        )
        texts += [(text, other[key]) for key, text in english.items() if key in other]
    return texts


@pytest.mark.parametrize("rule", CONFUSED)
def test_a_word_is_not_translated_by_that_of_another_thing(rule):
    language, *patterns = CONFUSED[rule]
    english, exempt, lost = (re.compile(one, re.IGNORECASE) for one in patterns)
    said = [
        (text, translation)
        for text, translation in translated_texts(language)
        if english.search(HOLES.sub("", text)) and not exempt.search(HOLES.sub("", text))
    ]
    assert said, "no text says this any more: take the rule out"
    assert [one for one in said if lost.search(one[1])] == []
