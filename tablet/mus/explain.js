// Explains a settlement with keys and parameters for a catalogue (tablet/i18n/): a reason for each
// entry of the ledger, sentences for each false word, a place for each fault. In `params` a seat is a
// number and a pair a letter: the page replaces them with names.

import { indexOf, otherSide, sideOf } from "./betting.js";
import { placeOf } from "./cards.js";
import { DECLARED_LANCES, LANCES } from "./data.js";
import { settleOrRefuse } from "./settling.js";

const phrase = (key, params = {}) => ({ key, params });

/**
 * Explains a record: `{ok: true, lines, penalties, notes, claim}` or `{ok: false, faults}`.
 * `lines`: one for each ledger entry, in order: `{pair, lance, kind, stones, label, score, why,
 * parts}`; `score` is the score after the entry, `parts` are the paid pares or juegos, `{seat,
 * stones, name}`. `claim`: where the claim differs; null when no claim was made.
 */
export const explain = (value) => explainSettled(settleOrRefuse(value));

/** Explains a result of `settleOrRefuse`; returns the same as `explain`. @param {any} result */
export function explainSettled({ faults, settlement, fold }) {
  if (!settlement) return { ok: false, faults: faults.map(explainFault) };
  const score = [...fold.record.score];
  const lines = settlement.ledger.map((entry) => {
    score[indexOf(entry.pair)] += entry.stones;
    return {
      ...entry,
      label: phrase(`entry.${entry.kind}`, { lance: shownLance(entry, fold) }),
      score: [...score],
      why: why(entry, fold),
      parts: entry.kind === entry.lance ? parts(entry, fold) : [],
    };
  });
  return {
    ok: true,
    lines,
    penalties: penaltiesOf(settlement, fold),
    notes: notes(settlement, fold),
    claim: settlement.claim ? explainClaim(settlement.claim, lines) : null,
  };
}

/** A fault as a sentence, with the place of the fault in the record. */
export const explainFault = ({ code, path, params }) => ({
  code,
  path,
  ...phrase(`fault.${code}`, params),
  where: whereIs(path),
});

/** "cards[2][0]" → the first card of seat 2; "bets.pares[1]" → the second call of pares. */
function whereIs(path) {
  for (const [pattern, place] of PLACES) {
    const found = pattern.exec(path);
    if (found) return place(...found.slice(1));
  }
  return phrase("field.record");
}

const nth = (index) => Number(index) + 1;
/** @type {[RegExp, (...found: string[]) => any][]} */
const PLACES = [
  [/^cards\[(\d)\]\[(\d)\]$/, (seat, card) =>
    phrase("field.card", { seat: Number(seat), number: nth(card) })],
  [/^cards\[(\d)\]$/, (seat) => phrase("field.cards.of", { seat: Number(seat) })],
  [/^bets\.(grande|chica|pares|juego)\[(\d+)\]$/, (lance, call) =>
    phrase("field.call", { lance, number: nth(call) })],
  [/^(bets|declared)\.(grande|chica|pares|juego)$/, (field, lance) =>
    phrase(`field.${field}.of`, { lance })],
  [/^(id|ruleset|mano|score|cards|declared|bets|infractions|claim|quick)\b/, (field) =>
    phrase(`field.${field}`)],
];

/** The reason why this pair took this entry. */
function why({ pair, lance, kind }, fold) {
  const bet = fold.betting.bets[LANCES.indexOf(lance)];
  const other = otherSide(pair);
  if (fold.guilty.size) {
    const ownBet = bet?.kind === "refused" && bet.by === pair;
    return phrase(ownBet ? "why.refused" : "why.forfeit", { other });
  }
  const verdict = fold.verdicts[lance];
  const [penalty] = verdict?.isVoid ? verdict.penalties : [];
  if (kind === "deje" && !penalty) return phrase("why.refused", { other });
  const onCards = isOnCards(lance, fold);
  if (penalty && !onCards) {
    if (sideOf(penalty.seat) === pair) return phrase("why.only", { lance });
    return phrase("why.penalty", { other, clause: penalty.clause });
  }
  if (!onCards && bet?.kind === "refused") return phrase("why.refused", { other });
  const key = kind === "punto" || (!onCards && fold.count.isPunto(lance)) ? "punto" : lance;
  return best(key, onCards ? null : fold.counting(lance), fold);
}

/** Whether a lance was settled by the cards, as if all had told the truth and passed (D4, D6). */
function isOnCards(lance, { guilty, resumedAt, verdicts }) {
  if (guilty.size) return false;
  if (verdicts[lance]?.basis === "truth") return true;
  return resumedAt !== null && LANCES.indexOf(lance) > LANCES.indexOf(resumedAt);
}

/** The seat with the best cards; also whether others were equal, and in what, or the other pair had
 * nothing. */
function best(key, seats, { count: { holdings, order }, record }) {
  const value = (seat) => (!seats || key === "punto" || seats.has(seat) ? holdings[seat][key] : 0);
  const most = Math.max(...order.map(value));
  const seat = order.find((each) => value(each) === most);
  const others = order.filter((each) => sideOf(each) !== sideOf(seat));
  const equal = others.find((each) => value(each) === most);
  if (equal !== undefined) {
    const isTotal = key === "juego" || key === "punto";
    const cards = isTotal ? String(holdings[seat].total) : written(key === "pares" ? paired(record, seat) : record.cards[seat]);
    return phrase("why.mano", { seat, equal, cards });
  }
  if (DECLARED_LANCES.includes(key) && !others.some(value)) return phrase("why.only", { lance: key });
  return phrase("why.best", { seat, cards: written(record.cards[seat]) });
}

/** The cards of a seat that make its pares. */
function paired({ cards, ruleset }, seat) {
  const strength = (card) => placeOf(card, ruleset);
  return cards[seat].filter((card) => cards[seat].some((other) => other !== card && strength(other) === strength(card)));
}

/** The name of the lance to show: "punto" for the punto itself, and for bets when it was played. Never
 * where a juego is paid. */
const shownLance = ({ lance, kind }, { count, record }) => {
  if (lance !== "juego" || kind === "juego") return lance;
  return kind === "punto" || (record.declared.juego && count.isPunto(lance)) ? "punto" : lance;
};

/** The paid pares or juegos of the pair, for each seat. */
function parts({ pair, lance }, fold) {
  const seats = isOnCards(lance, fold) ? null : paidSeats(lance, fold);
  return fold.record.holdings.flatMap((holding, seat) => {
    const stones = holding.worth[lance];
    if (!stones || sideOf(seat) !== pair || (seats && !seats.has(seat))) return [];
    const name = lance === "pares" ? `pares.${stones}` : juegoName(holding);
    return [{ seat, stones, name: phrase(name, { total: holding.total }) }];
  });
}

const paidSeats = (lance, fold) =>
  fold.guilty.size ? fold.count.declarers(lance) : fold.counting(lance);

const juegoName = ({ worth }) => (worth.juego === 3 ? "juego.31" : "juego.other");

/** Cards as the table says them: their ranks, with what a joker stands for. */
const written = (cards) => cards.map(({ rank, suit, standsFor }) => rank + (standsFor ? `${suit}=${standsFor}` : "")).join(" ");

/** The false claims, then the false words of each lance: `{clause, lance, seats, sentences}`, the sentences made
 * of facts that the ledger holds. */
function penaltiesOf({ ledger, game_winner: won }, fold) {
  const claims = fold.record.infractions.map((seat) => (
    { clause: "G0", lance: null, seats: [seat], sentences: [phrase("penalty.G0", { seat })] }));
  const words = DECLARED_LANCES.filter((lance) => fold.verdicts[lance]).map((lance) => {
    const facts = falseWord(lance, ledger.filter((entry) => entry.lance === lance), Boolean(won), fold);
    const { clause, words: said } = facts;
    return { clause, lance, seats: said.map(([seat]) => seat), facts, sentences: sentencesOf(facts) };
  });
  return [...claims, ...words];
}

/** What became of the false words of a lance (mus/facts.py). */
function falseWord(lance, paid, isOver, fold) {
  const { guilty, verdicts, betting, record } = fold;
  const { penalties: [{ clause }], wrong, isVoid } = verdicts[lance];
  const declared = record.declared[lance];
  const wasBet = betting.bets[LANCES.indexOf(lance)].kind !== "paso";
  return {
    clause,
    lance,
    words: wrong.map((seat) => [seat, declared[seat]]),
    effect: effectOf(lance, fold),
    isVoid: Boolean(isVoid && wasBet && !guilty.size),
    isPunto: fold.count.isPunto(lance),
    paid: guilty.size ? [] : paid,
    isUnpaid: isOver && !guilty.size && isLeft(lance, paid, fold),
  };
}

function effectOf(lance, { guilty, verdicts, record }) {
  const { basis, counting, wrong } = verdicts[lance];
  const denied = (seat) => !record.declared[lance][seat];
  if (guilty.size) return "claim";
  if (basis === "truth") return "cards";
  if (basis !== "usual") {
    if (record.ruleset.false_words === "judges") return "judges";
    return [...counting].some(denied) ? "counts" : "none";
  }
  const hidden = wrong.filter(denied);
  if (!hidden.length) return "harmless";
  return hidden.every((seat) => counting.has(seat)) ? "counts" : "left_out";
}

/** Whether a lance has something to pay that was not paid before the game was over (S2). */
function isLeft(lance, paid, fold) {
  const kinds = paid.map(({ kind }) => kind);
  if (kinds.includes("ordago")) return false;
  const { dejeTo, deje } = fold.verdicts[lance];
  const [winner, entries] = fold.payment(lance);
  const due = winner ? entries.filter(([, stones]) => stones).map(([kind]) => kind) : [];
  if (dejeTo && deje !== 0) due.push("deje");
  return !due.every((kind) => kinds.includes(kind));
}

/** Who said what, what that does, and what was paid: a sentence for each fact. */
function sentencesOf({ lance, words, effect, isVoid, isPunto, paid, isUnpaid }) {
  const of = { lance: isPunto ? "punto" : lance };
  const pairs = [...new Set(paid.map(({ pair }) => pair))];
  return [
    ...words.map(([seat, said]) => phrase(`false.${said ? "yes" : "no"}.${lance}`, { seat })),
    ...(isVoid ? [phrase("false.void", of)] : []),
    ...(effect === "none" ? [] : [phrase(`false.${effect}`, { lance })]),
    ...pairs.map((pair) => phrase("false.paid", { pair, paid: paid.filter((entry) => entry.pair === pair) })),
    ...(isUnpaid ? [phrase("false.unpaid", of)] : []),
    ...(!paid.length && !isUnpaid && !SILENT.includes(effect) ? [phrase("false.nothing", { lance })] : []),
  ];
}

/** The effects that say by themselves who decides what is paid. */
const SILENT = ["claim", "judges"];

/** Further notes for the table: the hand goes on (D4), or a ruling is needed (D7). */
function notes(settlement, fold) {
  const found = [];
  if (fold.resumedAt) found.push(phrase("note.goes_on", { lance: fold.resumedAt }));
  if (settlement.needs_ruling) found.push(phrase("note.ruling"));
  return found;
}

/**
 * Compares the claim with the engine. For each pair that differs: `{pair, difference, line}`.
 * `line` is the number of the line that explains the difference: an own entry that the pair forgot,
 * or an entry of the other pair that it took. Null when no single line explains it.
 */
function explainClaim({ difference }, lines) {
  return ["A", "B"].flatMap((pair, side) => {
    const more = difference[side];
    if (!more) return [];
    const owner = more < 0 ? pair : otherSide(pair);
    const line = lines.findIndex(
      (each) => each.pair === owner && each.stones === Math.abs(more),
    );
    const key = `claim.${more < 0 ? "less" : "more"}${line < 0 ? "" : ".line"}`;
    const said = phrase(key, { pair, stones: Math.abs(more) });
    return [{ pair, difference: more, line: line < 0 ? null : line, ...said }];
  });
}

/**
 * A phrase as text of a catalogue; `{name}` stands for a parameter. `names.pair` and `names.seat`
 * turn the letter of a pair and the number of a seat into names.
 */
export function say(catalogue, { key, params = {} }, names = {}) {
  return catalogue[key].replace(/\{(\w+)\}/g, (_, name) => {
    const value = params[name];
    if (name === "lance") return catalogue[`lance.${value}`];
    if (name === "paid") return value.map((entry) => say(catalogue, { key: `paid.${entry.kind}`, params: entry })).join(", ");
    if (name === "seat" || name === "equal") return names.seat ? names.seat(value) : value + 1;
    return PAIRS.includes(name) && names.pair ? names.pair(value) : value;
  });
}

const PAIRS = ["pair", "other", "by"];
