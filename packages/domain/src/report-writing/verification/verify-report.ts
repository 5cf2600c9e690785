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
  REFERENCE_MARK,
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
  const { text, references, strength } = withoutReferences(source, aliases);
  const statements = findStatements(text, { names: facts.names, isKnownWord });
  const { confirmed, removed, placed } = sortReferences(references, { text, statements, facts });
  const places = [...placed.keys()].map(
    (start): Statement => ({ start, end: start + REFERENCE_MARK.length, parsed: { kind: 'unclear' } }),
  );
  const stops = [...statements, ...places]
    .map((stop): StatementStop => {
      const value = facts.get(placed.get(stop.start)?.ids[0] ?? '')?.value;
      const words = value?.kind === 'name' ? value.name : text.slice(stop.start, stop.end);
      return { ...stop, holders: facts.holdersIn(words) };
    })
    .toSorted((left, right) => left.start - right.start);
  const found = stops.flatMap((stop, index): PlacedFact[] => {
    const clause = clauseAround(text, stops, index);
    const { start, end } = stop;
    const reference = placed.get(start);
    if (reference !== undefined) return [{ mark: placeFact(text, reference, { facts, clause }), clause }];
    const ids = confirmed.get(start)?.ids;
    const span = verifiedSpan(stop, { text: text.slice(start, end), clause, facts, ids });
    return span === null ? [] : [{ mark: { start, end, spans: [span] }, clause }];
  });
  const marks = [
    ...contradictsDirection(text, found, facts),
    ...removed.map((range): TextReplacement => ({ ...range, spans: [] })),
  ];
  const spans = applyReplacements(text, { marks, strength });
  return {
    spans,
    stated: spans.filter(({ fact, unbound }) => fact !== undefined || unbound === true).length,
    unbound: unverifiedStatementsIn(spans),
  };
}

/** Null for a code that needs no fact. `ids` are those of the reference that confirms the statement. */
function verifiedSpan(
  { parsed }: Statement,
  { text, clause, facts, ids }: { text: string; clause: Clause; facts: FactIndex; ids: string[] | undefined },
): Span | null {
  if (ids === undefined && parsed.kind === 'code' && facts.hasCode(parsed.code)) return null;
  const fact =
    ids === undefined
      ? facts.find({ parsed, text }, clause)
      : ids
          .flatMap((id) => facts.get(id) ?? [])
          .find((referred) => isNameOfFact(referred, text) || facts.states(parsed, referred, clause));
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

/**
 * Checks composed documents: a span with a fact must state only its value, and plain words must hold no number or day without a
 * fact. Names in plain words are not searched, because templates take them from facts.
 */
export function verifyDocument(
  { headline, sections }: ReportDocument,
  facts: readonly Fact[],
): { document: ReportDocument; unbound: UnverifiedStatement[] } {
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
  const checkBlock = (block: Block): Block => {
    if (block.kind === 'paragraph') return { ...block, spans: check(block.spans) };
    if (block.kind === 'list') return { ...block, items: block.items.map(check) };
    if (block.kind === 'chart') checkWords(block.chart.title);
    if (block.kind !== 'table') return block;
    for (const { label } of block.columns) checkWords(label);
    checkWords(block.caption);
    return { ...block, rows: block.rows.map((row) => row.map((cell) => check([cell])[0] ?? cell)) };
  };
  const document = {
    headline: check(headline),
    sections: sections.map(({ title, blocks }) => {
      checkWords(title);
      return { title, blocks: blocks.map(checkBlock) };
    }),
  };
  return { document, unbound };
}

/** Plain spans are read together, around spans of facts. */
function verifySpans(spans: readonly Span[], index: FactIndex): Span[] {
  return spans.flatMap((span, position): Span[] => {
    if (span.unbound === true || (span.fact !== undefined && statesFact(span, index))) return [span];
    if (span.fact === undefined && !isDigitBeside(spans, position))
      return verifyText([span], { facts: index, isKnownWord: null }).spans;
    const { fact: _, ...unsupported } = span;
    return [{ ...unsupported, unbound: true }];
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
  const value = index.get(id ?? '')?.value;
  const normal = (words: string) => words.trim().replaceAll(/\s+/g, ' ');
  if (value === undefined) return false;
  if (value.kind === 'name') return normal(text) === normal(value.name);
  if (value.kind === 'count' && value.count === 0 && /^(?:no|none|never|nobody|nothing)$/i.test(text.trim()))
    return true;
  const statements = findStatements(text, { names: index.names, isKnownWord: null });
  return statements.length > 0 && statements.every(({ parsed }) => matchesFact(parsed, value) !== null);
}
