"""A hand played call by call, from the deal to the showdown (§4, §7).

`begin` deals; every action is a trio: `verify_…` raises `IllegalAction` with a code and the remedy,
`can_…` answers, the verb returns the new state and a frozen record of what happened.
`legal_actions` lists all that may be done now, by seat, and `act` does one of it. `replay` comes
from the records to the same state; `hand_record` gives a finished hand in the open format.
"""

from .actions import Action, Verb, act
from .dealing import (
    begin,
    can_begin,
    can_deal_again,
    can_discard,
    can_expose,
    deal_again,
    discard,
    expose,
    to_be_shuffled,
    verify_begin,
    verify_deal_again,
    verify_discard,
    verify_expose,
)
from .declaring import (
    can_declare,
    can_put_right,
    declare,
    put_right,
    verify_declare,
    verify_put_right,
)
from .happenings import (
    Began,
    ClaimedFalsely,
    CutMus,
    DealtAgain,
    Declared,
    Discarded,
    Exposed,
    Happening,
    PutRight,
    RefusedToShow,
    SaidMus,
    Showed,
    Spoke,
    SpokeTogether,
)
from .illegal import REMEDIES, IllegalAction
from .legal import legal_actions, legal_discards, legal_words
from .mus import (
    can_cut_mus,
    can_say_mus,
    cut_mus,
    say_mus,
    verify_cut_mus,
    verify_say_mus,
)
from .pack import PACK, cut, pack_of, shuffled
from .places import PLAYERS, Places, Player, draw_places
from .replaying import again, replay
from .showing import (
    can_claim_falsely,
    can_refuse_to_show,
    can_show,
    claim_falsely,
    hand_record,
    refuse_to_show,
    ruleset_json,
    show,
    verify_claim_falsely,
    verify_refuse_to_show,
    verify_show,
)
from .speaking import (
    can_speak,
    can_speak_together,
    speak,
    speak_together,
    stake_of,
    verify_speak,
    verify_speak_together,
)
from .state import HandState, Phase, Round
from .words import ENVIDO, NO_QUIERO, ORDAGO, PASO, QUIERO, REENVIDO, Word, WordKind, envido, mas

__all__ = [
    "ENVIDO", "NO_QUIERO", "ORDAGO", "PACK", "PASO", "PLAYERS", "QUIERO", "REENVIDO", "REMEDIES",
    "Action", "Began", "ClaimedFalsely", "CutMus", "DealtAgain", "Declared", "Discarded",
    "Exposed", "HandState", "Happening", "IllegalAction", "Phase", "Places", "Player", "PutRight",
    "RefusedToShow", "Round", "SaidMus", "Showed", "Spoke", "SpokeTogether", "Verb", "Word",
    "WordKind", "act", "again", "begin", "can_begin", "can_claim_falsely", "can_cut_mus",
    "can_deal_again", "can_declare", "can_discard", "can_expose", "can_put_right",
    "can_refuse_to_show", "can_say_mus", "can_show", "can_speak", "can_speak_together",
    "claim_falsely", "cut", "cut_mus", "deal_again", "declare", "discard", "draw_places",
    "envido", "expose", "hand_record", "legal_actions", "legal_discards", "legal_words", "mas",
    "pack_of", "put_right", "refuse_to_show", "replay", "ruleset_json", "say_mus", "show",
    "shuffled", "speak", "speak_together", "stake_of", "to_be_shuffled", "verify_begin",
    "verify_claim_falsely", "verify_cut_mus", "verify_deal_again", "verify_declare",
    "verify_discard", "verify_expose", "verify_put_right", "verify_refuse_to_show",
    "verify_say_mus", "verify_show", "verify_speak", "verify_speak_together",
]  # fmt: skip
