import type { Block, Fact, FactValue, ReportDocument, Span } from '@clearwatch/contracts/ai-reports';
import { numberOf } from '../fact-sheet.ts';
import { formatFactInSentence } from '../format-fact.ts';
import { mergeSpans } from '../report-sentences.ts';
import { FactIndex, isNameOfFact, matchesFact } from './fact-index.ts';
import type { StatedValue, Statement, TextRange } from './find-figures.ts';
import { findStatements } from './find-statements.ts';
import {
  type Clause,
  changeDirectionAt,
  clauseAround,
  isChange,
  REFERENCE_MARK,
  type Reference,
  type StatementStop,
  withoutReferences,
} from './statement-context.ts';

export interface UnverifiedStatement {
  text: string;
  around: string;
}

export interface VerificationFacts {
  facts: FactIndex;
  /** Distinguishes words from names. Null for our own templates, which are not searched for names. */
  isKnownWord: ((word: string) => boolean) | null;
  aliases?: ReadonlyMap<string, string>;
}

/**
 * Binds every number, day and name to a fact. "[F12]" after a figure names its fact, which must equal the
 * figure at the written precision; "[F12]" in place of a figure is replaced; other figures are looked up by
 * value. Unconfirmed statements are marked.
 */
export function verifyText(source: readonly Span[], { facts, isKnownWord, aliases }: VerificationFacts) {
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
    if (reference !== undefined) return [{ ...placeFact(text, reference, { facts, clause }), clause }];
    const ids = confirmed.get(start)?.ids;
    const span = verifiedSpan(stop, { text: text.slice(start, end), clause, facts, ids });
    return span === null ? [] : [{ start, end, spans: [span], clause }];
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

/**
 * Null for a code that needs no fact. `ids` are the fact IDs in the reference that confirms the statement.
 */
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

interface TextReplacement extends TextRange {
  spans: Span[];
}

type PlacedFact = TextReplacement & { clause: Clause };

const UNIT_AFTER: Partial<Record<FactValue['kind'], RegExp>> = {
  share: /^[ -]?(?:%|percent\b|per cent\b)/iu,
  money: /^ (?:US )?(?:dollars?\b|USD\b)/iu,
};
/** Text after a figure that changes its value. */
const SCALED =
  /^(?:[ -]?(?:hundred|thousand|million|billion|trillion|dozen|%|percent|per cent|percentage|points?|fold)(?![\p{L}])|[\p{L}\p{N}]|[.,]\d)/iu;
const JOINED_BEFORE = /(?:[\p{N}$%]|[\p{N}][.,]|(?:^|[\s(])[-−+]|\b(?:half|twice|double) )$/iu;
const MINUS_BEFORE = /\b(?:minus|negative) $/iu;

/**
 * Removes units that the fact already includes ("$[F1]"). Marks text that would change the figure ("[F1]
 * million").
 */
function placeFact(
  text: string,
  { at, ids, sourceText }: Reference,
  { facts, clause }: { facts: FactIndex; clause: Clause },
): TextReplacement {
  const referred = ids.flatMap((id) => facts.get(id) ?? []);
  const [first, last] = [referred[0], referred.at(-1)];
  if (first === undefined || last === undefined || referred.length < ids.length)
    return { start: at, end: at + 1, spans: [{ text: sourceText, unbound: true }] };
  const hasDollar = first.value.kind === 'money' && text.charAt(at - 1) === '$';
  const start = hasDollar ? at - 1 : at;
  const after = text.slice(at + REFERENCE_MARK.length);
  const end = at + REFERENCE_MARK.length + (UNIT_AFTER[last.value.kind]?.exec(after)?.[0].length ?? 0);
  const before = text.slice(Math.max(0, start - 12), start);
  const isTorn = SCALED.test(text.slice(end)) || JOINED_BEFORE.test(before);
  const spans = referred.map((fact): Span => {
    const shown = formatFactInSentence(fact.value);
    const isBelow = shown.startsWith('-');
    const unsigned = isBelow ? shown.slice(1) : shown;
    const direction = isChange(fact.label) ? changeDirectionAt(clause) : null;
    const isOther = direction !== null && isBelow !== (direction === 'fell') && !/^\$?[0.]+ ?%?$/.test(unsigned);
    const unbound: Span = { text: shown, unbound: true };
    if (numberOf(fact.value) === null)
      return isTorn && fact.value.kind !== 'name' ? unbound : { text: shown, fact: fact.id };
    // "Minus [F3]" and "fell by [F3]" show the value without a sign; "rose by [F3]" is wrong for a negative change.
    if (MINUS_BEFORE.test(before)) return isBelow ? { text: unsigned, fact: fact.id } : unbound;
    if (isTorn || isOther || facts.isDenied(fact, clause)) return unbound;
    return { text: direction === 'fell' ? unsigned : shown, fact: fact.id };
  });
  return {
    start,
    end,
    spans: spans.flatMap((span, index) => (index === 0 ? [span] : [{ text: ', ' }, span])),
  };
}

/**
 * A reference directly after a figure of its kind confirms that figure ("$5.00 [F2]"). Any other reference is
 * replaced by its fact ("Credits were [F2]"), but not repeated. `confirmed` is keyed by the start of the
 * figure, `placed` by position.
 */
function sortReferences(
  references: readonly Reference[],
  { text, statements, facts }: { text: string; statements: readonly Statement[]; facts: FactIndex },
) {
  const confirmed = new Map<number, Reference>();
  const placed = new Map<number, Reference>();
  /** Includes the space and the bracket before the reference. */
  const removed: TextRange[] = [];
  let last: Reference | undefined;
  for (const reference of references) {
    const { at, ids, isAlias } = reference;
    const end = at + REFERENCE_MARK.length;
    const isBracketed = text.charAt(at - 1) === '(' && text.charAt(end) === ')';
    const isDirectlyBehind = (other: number) => {
      const gap = text.slice(other, at).replaceAll(REFERENCE_MARK, '').trim();
      return gap === '' || (gap === '(' && isBracketed);
    };
    const figure = statements.findLast((statement) => statement.end <= at);
    const isConfirming = figure !== undefined && !isAlias && isDirectlyBehind(figure.end) && mayConfirm(figure, ids);
    // "Member 3 [F7]" where F7 is the name of that member.
    const isRepeated = last !== undefined && isDirectlyBehind(last.at + 1) && ids.some((id) => last?.ids.includes(id));
    if (isConfirming && !confirmed.has(figure.start)) confirmed.set(figure.start, reference);
    if (isConfirming || isRepeated) {
      const bracket = isBracketed ? 1 : 0;
      removed.push({ start: text.slice(0, at - bracket).trimEnd().length, end: end + bracket });
    } else {
      placed.set(at, reference);
      last = reference;
    }
  }
  return { confirmed, placed, removed };

  function mayConfirm({ start, end, parsed }: Statement, ids: readonly string[]): boolean {
    const referred = ids.flatMap((id) => facts.get(id) ?? []);
    const figure = text.slice(start, end);
    // A reference without a fact leaves the figure before it unconfirmed.
    return referred.length === 0 || referred.some(({ value }) => isOfKind(parsed, value, figure));
  }
}

/** In "In August [F3]", the reference does not claim that August is an amount. */
function isOfKind(parsed: StatedValue, value: FactValue, figure: string): boolean {
  if (value.kind === 'name') return value.name === figure || !['day', 'month', 'number'].includes(parsed.kind);
  if (parsed.kind === 'unclear') return /\p{N}/u.test(figure);
  const isTime = value.kind === 'day' || value.kind === 'month';
  return parsed.kind === 'number' ? !isTime : isTime && (parsed.kind === 'day' || parsed.kind === 'month');
}

const FROM = /\bfrom\s+$/iu;
const TO = /^\s*to\s+$/iu;

/** Marks both facts in "rose from [F1] to [F2]" when F2 is the smaller one. */
function contradictsDirection(text: string, placed: readonly PlacedFact[], facts: FactIndex) {
  const valueIn = ({ spans }: TextReplacement) =>
    spans.length === 1 ? facts.get(spans[0]?.fact ?? '')?.value : undefined;
  const contradicted = new Set<TextReplacement>();
  placed.forEach((mark, index) => {
    const next = placed[index + 1];
    if (next === undefined || !FROM.test(text.slice(Math.max(0, mark.start - 12), mark.start))) return;
    if (!TO.test(text.slice(mark.end, next.start).replaceAll(REFERENCE_MARK, ''))) return;
    const [from, to] = [valueIn(mark), valueIn(next)];
    const direction = changeDirectionAt(mark.clause);
    if (from === undefined || to === undefined || from.kind !== to.kind || direction === null) return;
    const [before, after] = [numberOf(from), numberOf(to)];
    if (before === null || after === null) return;
    if (direction === 'rose' ? after <= before : after >= before) contradicted.add(mark).add(next);
  });
  const unbound = ({ text }: Span): Span => ({ text, unbound: true });
  return placed.map((mark) => (contradicted.has(mark) ? { ...mark, spans: mark.spans.map(unbound) } : mark));
}

/** Applies the replacements and keeps emphasis. If two overlap, the first is applied. */
function applyReplacements(
  text: string,
  { marks, strength }: { marks: readonly TextReplacement[]; strength: readonly boolean[] },
): Span[] {
  const spans: Span[] = [];
  let done = 0;
  const add = (span: Span, position: number) =>
    spans.push(strength[position] === true ? { ...span, strong: true } : span);
  const addText = (until: number) => {
    while (done < until) {
      const change = strength.indexOf(strength[done] !== true, done);
      const end = change === -1 ? until : Math.min(change, until);
      add({ text: text.slice(done, end) }, done);
      done = end;
    }
  };
  for (const mark of marks.toSorted((left, right) => left.start - right.start)) {
    if (mark.start < done) continue;
    addText(mark.start);
    for (const span of mark.spans) add(span, mark.start);
    done = mark.end;
  }
  addText(text.length);
  return mergeSpans(spans);
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
 * A span with a fact must state only its value. Plain spans are not searched for names, because templates
 * take names from facts.
 */
export function verifyDocument({ headline, sections }: ReportDocument, facts: readonly Fact[]) {
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

function verifySpans(spans: readonly Span[], index: FactIndex): Span[] {
  return spans.flatMap((span, position): Span[] => {
    if (span.unbound === true || (span.fact !== undefined && statesFact(span, index))) return [span];
    if (span.fact === undefined && !isDigitBeside(spans, position))
      return verifyText([span], { facts: index, isKnownWord: null }).spans;
    const { fact: _, ...unsupported } = span;
    return [{ ...unsupported, unbound: true }];
  });
}

/** "1" before a bound "2.00": together, the two spans read as one number. */
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
  // cspell:disable-next-line
  if (value.kind === 'count' && value.count === 0 && /^(?:no|none|never|nobody|nothing)$/i.test(text.trim()))
    return true;
  const statements = findStatements(text, { names: index.names, isKnownWord: null });
  return statements.length > 0 && statements.every(({ parsed }) => matchesFact(parsed, value) !== null);
}
