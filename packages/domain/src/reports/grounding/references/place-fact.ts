import type { Fact, FactValue, Span } from '@clearwatch/contracts/reports/report-document';
import { compactDollars } from '../../compact-dollars.ts';
import { formatFact } from '../../format-fact.ts';
import type { FactIndex } from '../fact-index.ts';
import type { Clause } from '../sentence/clause.ts';
import { directionOf, isChange } from '../sentence/contradiction.ts';
import { PLACE, type Reference } from './references.ts';

/** A fact where a sentence states it: large amounts shortly, as the rules write them. */
export function inSentence(value: FactValue): string {
  return value.kind === 'money' ? compactDollars(value.cents) : formatFact(value);
}

/** A stretch of a text, and what is written there instead. */
export interface Mark {
  start: number;
  end: number;
  spans: Span[];
}

const UNIT_BEHIND: Partial<Record<FactValue['kind'], RegExp>> = {
  share: /^[ -]?(?:%|percent\b|per cent\b)/iu,
  money: /^ (?:US )?(?:dollars?\b|USD\b)/iu,
};
/** What makes another figure of the one before it. */
const SCALED =
  /^(?:[ -]?(?:hundred|thousand|million|billion|trillion|dozen|%|percent|per cent|percentage|points?|fold)(?![\p{L}])|[\p{L}\p{N}]|[.,]\d)/iu;
const JOINED_IN_FRONT = /(?:[\p{N}$%]|[\p{N}][.,]|(?:^|[\s(])[-−+]|\b(?:half|twice|double) )$/iu;
const MINUS_IN_FRONT = /\b(?:minus|negative) $/iu;

/**
 * Writes facts where their reference stands. Units around it that the fact brings along are dropped ("$[F1]",
 * "[F2] %"); whatever else would make another figure of it ("[F1] million", "-[F1]") marks it.
 */
export function placeFact(
  text: string,
  { at, ids, written }: Reference,
  { facts, clause }: { facts: FactIndex; clause: Clause },
): Mark {
  const referred = ids.flatMap((id) => facts.get(id) ?? []);
  if (referred.length === 0 || referred.length < ids.length)
    return { start: at, end: at + 1, spans: [{ text: written, unbound: true }] };
  const { start, end } = withUnits(text, at, referred);
  const isTorn =
    SCALED.test(text.slice(end)) || JOINED_IN_FRONT.test(text.slice(Math.max(0, start - 12), start));
  return {
    start,
    end,
    spans: referred.flatMap((fact, index) => {
      const hasMinus = MINUS_IN_FRONT.test(text.slice(Math.max(0, start - 12), start));
      const span = asStated(fact, { clause, facts, hasMinus, isTorn: isTorn && fact.value.kind !== 'name' });
      return index === 0 ? [span] : [{ text: ', ' }, span];
    }),
  };
}

function withUnits(text: string, at: number, referred: readonly Fact[]): { start: number; end: number } {
  const behind = UNIT_BEHIND[referred.at(-1)?.value.kind ?? 'name']?.exec(text.slice(at + PLACE.length));
  const end = at + PLACE.length + (behind?.[0].length ?? 0);
  const hasDollar = referred[0]?.value.kind === 'money' && text.charAt(at - 1) === '$';
  return { start: hasDollar ? at - 1 : at, end };
}

/** "fell by [F3]" wants the size of what fell; "rose by [F3]" of something that fell is no statement of it. */
function asStated(
  fact: Fact,
  {
    clause,
    facts,
    hasMinus,
    isTorn,
  }: { clause: Clause; facts: FactIndex; hasMinus: boolean; isTorn: boolean },
): Span {
  const signed = inSentence(fact.value);
  if (!isFigure(fact.value))
    return isTorn ? { text: signed, unbound: true } : { text: signed, fact: fact.id };
  const direction = isChange(fact.label) ? directionOf(clause) : null;
  const isBelow = signed.startsWith('-');
  const isOther = direction !== null && isBelow !== (direction === 'fell');
  if (hasMinus) return isBelow ? { text: signed.slice(1), fact: fact.id } : { text: signed, unbound: true };
  if (isTorn || facts.isDenied(fact, clause) || (isOther && !/^-?\$?[0.]+ ?%?$/.test(signed)))
    return { text: signed, unbound: true };
  return { text: direction === 'fell' && isBelow ? signed.slice(1) : signed, fact: fact.id };
}

function isFigure({ kind }: FactValue): boolean {
  return kind !== 'name' && kind !== 'day' && kind !== 'month';
}
