"""Sentences on which pair goes on to which match, before a match is given to a pair and after."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournament.matches.queries.advancing import Advance


def words_if_won(advances: Iterable[Advance]) -> list[str]:
    """For each side, a sentence on what follows if it wins the match."""
    return [
        _("If the match goes to %(pair)s: %(what)s")
        % {"pair": _pair(advance), "what": _what(advance)}
        for advance in advances
    ]


def winner_words(advance: Advance) -> str:
    """A sentence on who wins the match, or will win it, and what follows."""
    words = {"match": advance.match, "pair": _pair(advance), "what": _what(advance)}
    return _("Match %(match)s goes to %(pair)s: %(what)s") % words


def walks_on(advances: Iterable[Advance]) -> list[str]:
    """A sentence for each pair that goes on without playing, because it gets no opponent."""
    return [
        _("Match %(match)s will not be played. %(pair)s: %(what)s")
        % {"match": advance.match, "pair": _pair(advance), "what": _what(advance)}
        for advance in advances
    ]


def _pair(advance: Advance) -> str:
    if advance.pair is not None:
        return advance.pair.name
    return _("the winner of match %(match)s") % {"match": advance.pair_from}


def _what(advance: Advance) -> str:
    if advance.is_champion:
        return _("it wins the championship.")
    if not advance.to and advance.is_of_consolation:
        return _("nobody goes on from a consolation match.")
    if not advance.to:
        return _("it counts in the standings, and no match follows from it.")
    if advance.against is not None:
        words = {"to": advance.to, "against": advance.against.name}
        return _("it goes on to match %(to)s, against %(against)s.") % words
    return _("it goes on to match %(to)s, against the winner of match %(match)s.") % {
        "to": advance.to,
        "match": advance.against_from,
    }
