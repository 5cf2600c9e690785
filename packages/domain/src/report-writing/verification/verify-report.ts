import type { Block, Fact, ReportDocument, Span } from '@clearwatch/contracts/ai-reports';
import { FactIndex, isNameOfFact, matchesFact } from './fact-index.ts';
import {
  applyReplacements,
  contradictsDirection,
  type PlacedFact,
  placeFact,
  sortReferences,
  type TextReplacement,
} from './fact-references.ts';
import type { Statement } from './find-figures.ts';
import { findStatements } from './find-statements.ts';
import {
  type Clause,
  clauseAround,
  type NamedParty,
  REFERENCE_MARK,
  type Reference,
  type StatementStop,
  withoutReferences,
} from './statement-context.ts';

export interface UnverifiedStatement {
  text: string;
  around: string;
}

export interface VerifiedText {
  spans: Span[];
  stated: number;
  unbound: UnverifiedStatement[];
}

export interface VerificationFacts {
  facts: FactIndex;
  /** Tells words from names. Null for our own templates, in which names are not searched. */
  isKnownWord: ((word: string) => boolean) | null;
  aliases?: ReadonlyMap<string, string>;
}

/**
 * Binds every number, day and name to a fact. "[F12]" behind a figure names its fact, which must equal the figure at the written
 * precision; "[F12]" in place of a figure is replaced; other figures are looked up by value. Anything doubtful is marked.
 */
export function verifyText(source: readonly Span[], ground: VerificationFacts): VerifiedText {
  const { facts, isKnownWord, aliases } = ground;
  const sourceText = source.map(({ text }) => text).join('');
  const { text, references, origin } = withoutReferences(sourceText, aliases);
  const statements = findStatements(text, { names: facts.names, isKnownWord });
  const { confirmed, removed, placed } = sortReferences(references, { text, statements, facts });
  const stops = [...statements, ...[...placed.values()].map(placeOf)]
    .map(
      (stop): StatementStop => ({
        ...stop,
        holders: partiesAt(stop, { text, facts, reference: placed.get(stop.start) }),
      }),
    )
    .toSorted((left, right) => left.start - right.start);
  const found = stops.flatMap((stop, index): PlacedFact[] => {
    const clause = clauseAround(text, stops, index);
    const reference = placed.get(stop.start);
    if (reference !== undefined) return [{ mark: placeFact(text, reference, { facts, clause }), clause }];
    const span = verifiedSpans(stop, { text, clause, facts, reference: confirmed.get(stop.start) });
    return span === null ? [] : [{ mark: { start: stop.start, end: stop.end, spans: [span] }, clause }];
  });
  const marks = [
    ...contradictsDirection(text, found, facts),
    ...removed.map((stretch): TextReplacement => ({ ...stretch, spans: [] })),
  ];
  const spans = applyReplacements(text, { marks, isStrong: strengthOf(source, origin) });
  return {
    spans,
    stated: spans.filter(({ fact, unbound }) => fact !== undefined || unbound === true).length,
    unbound: unverifiedStatementsIn(spans),
  };
}

function placeOf({ at }: Reference): Statement {
  return { start: at, end: at + REFERENCE_MARK.length, parsed: { kind: 'unclear' } };
}

function partiesAt(
  { start, end }: Statement,
  { text, facts, reference }: { text: string; facts: FactIndex; reference: Reference | undefined },
): NamedParty[] {
  const value = facts.get(reference?.ids[0] ?? '')?.value;
  const words = value?.kind === 'name' ? value.name : text.slice(start, end);
  return facts.holdersIn(words);
}

function verifiedSpans(
  { start, end, parsed }: Statement,
  place: { text: string; clause: Clause; facts: FactIndex; reference: Reference | undefined },
): Span | null {
  const { clause, facts, reference } = place;
  const text = place.text.slice(start, end);
  if (reference !== undefined) {
    const fact = reference.ids
      .flatMap((id) => facts.get(id) ?? [])
      .find((fact) => isNameOfFact(fact, text) || facts.states(parsed, fact, clause));
    return fact === undefined ? { text, unbound: true } : { text, fact: fact.id };
  }
  if (parsed.kind === 'code' && facts.hasCode(parsed.code)) return null;
  const fact = facts.find({ parsed, text }, clause);
  return fact === undefined ? { text, unbound: true } : { text, fact: fact.id };
}

const WORDS_AROUND = 40;

function unverifiedStatementsIn(spans: readonly Span[]): UnverifiedStatement[] {
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

export interface VerifiedDocument {
  document: ReportDocument;
  unbound: UnverifiedStatement[];
}

/**
 * Checks composed documents: a span with a fact must state only its value, and plain words must hold no number or day without a
 * fact. Names in plain words are not searched, because templates take them from facts.
 */
export function verifyDocument(document: ReportDocument, facts: readonly Fact[]): VerifiedDocument {
  const index = new FactIndex(facts);
  const unbound: UnverifiedStatement[] = [];
  const check = (spans: readonly Span[]): Span[] => {
    const checked = verifySpans(spans, index);
    unbound.push(...unverifiedStatementsIn(checked));
    return checked;
  };
  const checkWords = (text: string) => {
    unbound.push(...verifyText([{ text }], { facts: index, isKnownWord: null }).unbound);
  };
  const checked: ReportDocument = {
    headline: check(document.headline),
    sections: document.sections.map(({ title, blocks }) => {
      checkWords(title);
      return { title, blocks: blocks.map((block) => verifyBlock(block, { check, checkWords })) };
    }),
  };
  return { document: checked, unbound };
}

function verifyBlock(
  block: Block,
  { check, checkWords }: { check: (spans: readonly Span[]) => Span[]; checkWords: (text: string) => void },
): Block {
  switch (block.kind) {
    case 'paragraph':
      return { ...block, spans: check(block.spans) };
    case 'list':
      return { ...block, items: block.items.map(check) };
    case 'table':
      for (const { label } of block.columns) checkWords(label);
      checkWords(block.caption);
      return { ...block, rows: block.rows.map((row) => row.map((cell) => check([cell])[0] ?? cell)) };
    case 'chart':
      checkWords(block.chart.title);
      return block;
    case 'alerts':
      return block;
  }
}

/** Plain spans are read together, around spans of facts. */
function verifySpans(spans: readonly Span[], index: FactIndex): Span[] {
  return spans.flatMap((span, position): Span[] => {
    if (span.unbound === true) return [span];
    if (span.fact !== undefined) return [statesFact(span, index) ? span : markUnverified(span)];
    if (isDigitBeside(spans, position)) return [markUnverified(span)];
    return verifyText([span], { facts: index, isKnownWord: null }).spans;
  });
}

/** "1" before a bound "2.00": two spans that read as one number. */
function isDigitBeside(spans: readonly Span[], position: number): boolean {
  const [before, own, after] = [spans[position - 1], spans[position], spans[position + 1]];
  const joinsFront = /\d$/.test(before?.text ?? '') && /^[.,]?\d/.test(own?.text ?? '');
  const joinsBack = /\d[.,]?$/.test(own?.text ?? '') && /^\d/.test(after?.text ?? '');
  return joinsFront || joinsBack;
}

function statesFact({ text, fact: id }: Span, index: FactIndex): boolean {
  const fact = index.get(id ?? '');
  if (fact === undefined) return false;
  const { value } = fact;
  if (value.kind === 'name')
    return text.trim().replaceAll(/\s+/g, ' ') === value.name.trim().replaceAll(/\s+/g, ' ');
  if (value.kind === 'count' && value.count === 0 && /^(?:no|none|never|nobody|nothing)$/i.test(text.trim()))
    return true;
  const statements = findStatements(text, { names: index.names, isKnownWord: null });
  return statements.length > 0 && statements.every(({ parsed }) => matchesFact(parsed, value) !== null);
}

function markUnverified({ text, strong }: Span): Span {
  return strong === true ? { text, strong, unbound: true } : { text, unbound: true };
}
