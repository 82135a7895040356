// What the server says of a table, what the device keeps, and what a hand is while it is entered.
// docs/api.md has the server's shapes field by field.

export type Side = "A" | "B";
export type Lance = "grande" | "chica" | "pares" | "juego";
export type Pair2<T = number> = [T, T];

export interface Call {
  by: Side;
  call: "envido" | "ordago" | "quiero" | "no_quiero";
  stake?: number;
}

/** A hand as the table enters it (docs/hand-record.md). */
export interface HandRecord {
  ruleset?: Ruleset | string;
  mano?: number;
  score?: Pair2;
  cards?: (string | string[])[];
  declared?: Partial<Record<"pares" | "juego", boolean[]>>;
  bets?: Partial<Record<Lance, Call[]>>;
  infractions?: { kind: "false_claim"; seat: number }[];
  claim?: Pair2;
  quick?: { stones: Pair2; game_winner?: Side | null };
}

export interface Ruleset {
  preset?: string;
  kings: number;
  without_twos?: boolean;
  ninth_king?: string;
  ninth_ace?: string;
  target: number;
  seats: number;
  refused_raise: string;
  juego_real: string;
  jokers: boolean;
  first_hand: string;
}

/** A hand that stands in a match; `key` of the action that wrote it, null when none is known. */
export interface Hand {
  game: number;
  number: number;
  version: number | null;
  key: string | null;
  waits?: boolean;
  verified: boolean;
  ruled: { stones: Pair2; game_winner: Side | null } | null;
  record: HandRecord & { mano: number };
  settlement: any;
  stones: Pair2;
  score: Pair2;
  game_winner: Side | null;
  by?: { kind: string; id: number | null; label: string };
  at?: string;
}

export interface Game {
  number: number;
  score: Pair2;
  winner: Side | null;
  ended_by: string;
  hands: number;
}

/** A match that has not begun: who meets whom, by which rules. */
export interface Card {
  id: number;
  best_of: number;
  all_played?: boolean;
  /** The games that win a vaca; 1 where a match is played in games alone. */
  vaca?: number;
  /** `is_club`: it entered without players, who may be named when the match begins. */
  pairs: Record<Side, { number: number; name: string; players: string[]; club: string; is_club?: boolean }>;
  ruleset: Ruleset;
  /** The stones of the last game that the match can have, where it has its own. */
  last_game_stones?: number | null;
  four_kings_allowed: boolean;
  /** The number of the pair whose phone this is; null on the table's tablet. */
  own?: number | null;
}

export interface Match extends Card {
  version?: number;
  status: "playing" | "finished";
  winner: Side | null;
  seating: Record<Side, Pair2>;
  first_mano: number | null;
  four_kings: boolean;
  games_won: Pair2;
  games: Game[];
  game: { number: number; score: Pair2 } | null;
  hand: { number: number } | null;
  mano: number | null;
  mano_free: boolean;
  awaiting_ruling: boolean;
  /** The side whose agreement the result waits for. */
  awaits?: Side | null;
  open_rulings: number;
  history: Hand[];
  confirmed: { games: Record<string, Side[]>; match: Side[] };
}

/** The table as the server tells it; `closed`: keys that the desk has dealt with. */
export interface Table {
  device?: { id: number; label: string; pair: number | null };
  match: Match | null;
  last: Match | null;
  next: Card[];
  closed?: { key: string; became: string }[];
  pauses?: { starts_at: string; ends_at: string; reason: string }[];
  rules_version?: string;
}

export interface LocalTable {
  match: Match | null;
  last: Match | null;
  next: Card[];
  current: Match | null;
  marks: Map<string, "applied" | "late" | "gap" | "unfit">;
  order: string[];
}

/** What is sent: `kind`, and what that kind names (docs/api.md). */
export interface Action {
  kind: string;
  key: string;
  made_at?: string;
  match?: number;
  game?: number;
  hand?: number;
  version?: number | null;
  record?: HandRecord;
  instead?: string[];
  [more: string]: any;
}

/** An action in the outbox. */
export interface Item {
  key: string;
  seq: number;
  action: Action;
  status: "waiting" | "attention";
  after: string | null;
  on?: { key: string | null; version: number | null } | null;
  errors?: Fault[];
  theirs?: Hand | null;
  behind?: boolean;
  table?: { number: number; slug: string };
}

export interface Fault {
  code: string;
  path?: string;
  message?: string;
}

export interface Result {
  key: string;
  outcome: "applied" | "repeated" | "refused" | "conflict";
  errors?: Fault[];
  current?: Match;
  settlement?: any;
}

/** A hand while it is entered. */
export interface Draft {
  match: number;
  game: number;
  hand: number;
  mano: number;
  manoFree: boolean;
  score: Pair2;
  seats: number;
  at: number;
  cards: string[][];
  extra?: string | null; // absent from drafts of earlier versions
  order?: "cards" | "played"; // absent from drafts of earlier versions: cards first
  step: "cards" | "lances" | "stones" | "review";
  entry: "cards" | "unseen" | "stones";
  said: Record<"pares" | "juego", (boolean | null)[]>;
  bets: Partial<Record<Lance, Call[]>>;
  infractions: number[];
  claim: Pair2 | null;
  quick: { stones: Pair2<number | null>; game_winner: Side | null };
  agreed: Side[];
  edit: { key: string | null; version: number | null } | null;
  reason: string;
  instead?: string[];
  under?: Draft | null;
  dealt?: string[];
}

/** One write to the device's store, all or nothing. */
export interface Write {
  values?: Record<string, unknown>;
  put?: Item[];
  drop?: string[];
  relaxed?: boolean;
}

export interface Kept {
  read(): Promise<{ values: Record<string, any>; items: Item[] }>;
  write(what: Write): Promise<void>;
  durable: boolean;
}

export interface Answer {
  status: number;
  body: any;
  late?: boolean;
  etag?: string | null;
  portal?: boolean;
}
