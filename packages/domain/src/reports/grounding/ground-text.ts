import type { Span } from '@clearwatch/contracts/reports/report-document';
import { type FactIndex, isWordFor } from './fact-index.ts';
import { findStatements } from './reading/find-statements.ts';
import type { Statement } from './reading/statement.ts';
import { type Mark, placeFact } from './references/place-fact.ts';
import { PLACE, type Reference, withoutReferences } from './references/references.ts';
import { sortReferences } from './references/sort-references.ts';
import { type Clause, clauseAround } from './sentence/clause.ts';
import { againstDirection, type Placed } from './sentence/from-to.ts';
import type { Holder, Stop } from './sentence/whose.ts';
import { spansWithMarks } from './spans-with-marks.ts';

/** A statement that no fact has, with the words around it. */
export interface Unbound {
  text: string;
  around: string;
}

export interface Grounded {
  spans: Span[];
  /** How many numbers, days and names it states. */
  stated: number;
  unbound: Unbound[];
}

export interface Ground {
  facts: FactIndex;
  /**
   * Tells capitalised words of the language from names. Null where names are not looked for: in texts that our own
   * templates wrote.
   */
  isKnownWord: ((word: string) => boolean) | null;
  /** Fact ids by what stands for a name ("Member 3"). */
  aliases?: ReadonlyMap<string, string>;
}

/**
 * Ties every number, day and name of a text to the fact that it states. "[F12]" behind a figure says which fact it is,
 * and the figure must be that fact as rounded as it is written; "[F12]" where a figure should be is replaced by the
 * fact; a figure without a reference is looked up by its value. What no fact has is marked: when in doubt, it is.
 */
export function groundText(source: readonly Span[], ground: Ground): Grounded {
  const { facts, isKnownWord, aliases } = ground;
  const written = source.map(({ text }) => text).join('');
  const { text, references, origin } = withoutReferences(written, aliases);
  const statements = findStatements(text, { names: facts.names, isKnownWord });
  const { attested, dropped, placed } = sortReferences(references, { text, statements, facts });
  const stops = [...statements, ...[...placed.values()].map(placeOf)]
    .map(
      (stop): Stop => ({
        ...stop,
        holders: holdersAt(stop, { text, facts, reference: placed.get(stop.start) }),
      }),
    )
    .toSorted((left, right) => left.start - right.start);
  const found = stops.flatMap((stop, index): Placed[] => {
    const clause = clauseAround(text, stops, index);
    const reference = placed.get(stop.start);
    if (reference !== undefined) return [{ mark: placeFact(text, reference, { facts, clause }), clause }];
    const span = judged(stop, { text, clause, facts, reference: attested.get(stop.start) });
    return span === null ? [] : [{ mark: { start: stop.start, end: stop.end, spans: [span] }, clause }];
  });
  const marks = [
    ...againstDirection(text, found, facts),
    ...dropped.map((stretch): Mark => ({ ...stretch, spans: [] })),
  ];
  const spans = spansWithMarks(text, { marks, isStrong: strengthOf(source, origin) });
  return {
    spans,
    stated: spans.filter(({ fact, unbound }) => fact !== undefined || unbound === true).length,
    unbound: unboundIn(spans),
  };
}

function placeOf({ at }: Reference): Statement {
  return { start: at, end: at + PLACE.length, said: { kind: 'unclear' } };
}

/** Whom it names, by name or by a reference to it. */
function holdersAt(
  { start, end }: Statement,
  { text, facts, reference }: { text: string; facts: FactIndex; reference: Reference | undefined },
): Holder[] {
  const value = facts.get(reference?.ids[0] ?? '')?.value;
  const words = value?.kind === 'name' ? value.name : text.slice(start, end);
  return facts.holdersIn(words);
}

/** The words of a statement with its fact, or marked; null for what states nothing that needs one. */
function judged(
  { start, end, said }: Statement,
  place: { text: string; clause: Clause; facts: FactIndex; reference: Reference | undefined },
): Span | null {
  const { clause, facts, reference } = place;
  const text = place.text.slice(start, end);
  if (reference !== undefined) {
    const fact = reference.ids
      .flatMap((id) => facts.get(id) ?? [])
      .find((fact) => isWordFor(fact, text) || facts.states(said, fact, clause));
    return fact === undefined ? { text, unbound: true } : { text, fact: fact.id };
  }
  if (said.kind === 'code' && facts.hasCode(said.code)) return null;
  const fact = facts.find({ said, text }, clause);
  return fact === undefined ? { text, unbound: true } : { text, fact: fact.id };
}

const WORDS_AROUND = 40;

/** What no fact has, with some words on either side, for a person or a model to find it by. */
export function unboundIn(spans: readonly Span[]): Unbound[] {
  const whole = spans.map(({ text }) => text).join('');
  let start = 0;
  return spans.flatMap(({ text, unbound }) => {
    const from = start;
    start += text.length;
    if (unbound !== true) return [];
    return [{ text, around: whole.slice(Math.max(0, from - WORDS_AROUND), start + WORDS_AROUND).trim() }];
  });
}

function strengthOf(source: readonly Span[], origin: readonly number[]): (position: number) => boolean {
  const strength = source.flatMap(({ text, strong }) =>
    Array.from<boolean>({ length: text.length }).fill(strong === true),
  );
  return (position) => strength[origin[position] ?? 0] ?? false;
}
