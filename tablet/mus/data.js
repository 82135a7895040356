// Written by `python -m tablet.twin` from the Python engine; do not edit.
export const RULES_VERSION = "8470a3bc270b";
export const FORMAT = "mus-hand/1";
export const FIELDS = ["format", "id", "ruleset", "mano", "score", "cards", "declared", "bets", "infractions", "claim"];
export const LANCES = ["grande", "chica", "pares", "juego"];
export const DECLARED_LANCES = ["pares", "juego"];
export const DEFAULT_PRESET = "brisbane-2024";
export const PRESETS = {"brisbane-2024": {"preset": "brisbane-2024", "kings": 8, "target": 40, "refused_raise": "previous", "juego_real": "none", "jokers": false, "seats": 4, "deal_again_4567": false, "mus_visto": "obligatory", "first_hand": "corrida"}, "pagat": {"preset": "pagat", "kings": 8, "target": 40, "refused_raise": "previous", "juego_real": "none", "jokers": false, "seats": 4, "deal_again_4567": false, "mus_visto": "off", "first_hand": "plain"}, "euskal-herria": {"preset": "euskal-herria", "kings": 4, "target": 30, "refused_raise": "previous", "juego_real": "none", "jokers": false, "seats": 4, "deal_again_4567": false, "mus_visto": "obligatory", "first_hand": "corrida"}, "nabo": {"preset": "nabo", "kings": 4, "target": 40, "refused_raise": "previous", "juego_real": "none", "jokers": false, "seats": 4, "deal_again_4567": false, "mus_visto": "obligatory", "first_hand": "corrida"}};
export const CHOICES = {"kings": [8, 4], "target": {"from": 5, "to": 100}, "refused_raise": ["previous", "one"], "juego_real": ["none", "three_sevens", "sota_oros", "fourth_suit"], "jokers": [false, true], "seats": [4, 6], "deal_again_4567": [false, true], "mus_visto": ["obligatory", "off"], "first_hand": ["corrida", "plain"]};
export const RANKS = ["R", "C", "S", "7", "6", "5", "4", "3", "2", "A"];
export const SPELLINGS = {"R": "R", "C": "C", "S": "S", "7": "7", "6": "6", "5": "5", "4": "4", "3": "3", "2": "2", "A": "A", "1": "A", "10": "S", "11": "C", "12": "R"};
export const SUITS = ["o", "c", "e", "b"];
export const JOKER_SUITS = ["o", "c"];
export const STRENGTHS = {"8": {"R": 10, "C": 9, "S": 8, "7": 7, "6": 6, "5": 5, "4": 4, "3": 10, "2": 1, "A": 1}, "4": {"R": 10, "C": 9, "S": 8, "7": 7, "6": 6, "5": 5, "4": 4, "3": 3, "2": 2, "A": 1}};
export const JUEGO_ORDER = [33, 34, 35, 36, 37, 40, 32, 31];
export const FIRST_BET = 2;
export const CLAUSES = {"pares": {"111": "P2", "110": "P5", "101": "P1", "100": "P1", "011": "P3", "010": "P6", "001": "P4", "000": "P7", "both": "PX"}, "juego": {"111": "J4", "110": "J2", "101": "J3", "100": "J1", "011": "J7", "010": "J6", "001": "J8", "000": "J5", "both": "JX"}};
