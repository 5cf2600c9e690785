import type { Fact, FactValue, Span } from '@clearwatch/contracts/ai-reports';
import { numberOf } from '../fact-sheet.ts';
import { formatCompactDollars, formatFact } from '../format-fact.ts';
import type { FactIndex } from './fact-index.ts';
import type { Statement, TextRange } from './find-figures.ts';
import {
  type Clause,
  changeDirectionAt,
  isChange,
  REFERENCE_MARK,
  type Reference,
} from './statement-context.ts';

export function formatFactInSentence(value: FactValue): string {
  return value.kind === 'money' ? formatCompactDollars(value.cents) : formatFact(value);
}

export interface TextReplacement {
  start: number;
  end: number;
  spans: Span[];
}

const UNIT_AFTER: Partial<Record<FactValue['kind'], RegExp>> = {
  share: /^[ -]?(?:%|percent\b|per cent\b)/iu,
  money: /^ (?:US )?(?:dollars?\b|USD\b)/iu,
};
/** Turns the figure before it into another one. */
const SCALED =
  /^(?:[ -]?(?:hundred|thousand|million|billion|trillion|dozen|%|percent|per cent|percentage|points?|fold)(?![\p{L}])|[\p{L}\p{N}]|[.,]\d)/iu;
const JOINED_BEFORE = /(?:[\p{N}$%]|[\p{N}][.,]|(?:^|[\s(])[-−+]|\b(?:half|twice|double) )$/iu;
const MINUS_BEFORE = /\b(?:minus|negative) $/iu;

/**
 * Replaces a reference by its fact. Units that the fact brings along are dropped ("$[F1]", "[F2] %"). Anything else that would
 * make another figure of it ("[F1] million", "-[F1]") marks it.
 */
export function placeFact(
  text: string,
  { at, ids, sourceText }: Reference,
  { facts, clause }: { facts: FactIndex; clause: Clause },
): TextReplacement {
  const referred = ids.flatMap((id) => facts.get(id) ?? []);
  if (referred.length === 0 || referred.length < ids.length)
    return { start: at, end: at + 1, spans: [{ text: sourceText, unbound: true }] };
  const { start, end } = withUnits(text, at, referred);
  const isTorn =
    SCALED.test(text.slice(end)) || JOINED_BEFORE.test(text.slice(Math.max(0, start - 12), start));
  return {
    start,
    end,
    spans: referred.flatMap((fact, index) => {
      const hasMinus = MINUS_BEFORE.test(text.slice(Math.max(0, start - 12), start));
      const span = asDirected(fact, {
        clause,
        facts,
        hasMinus,
        isTorn: isTorn && fact.value.kind !== 'name',
      });
      return index === 0 ? [span] : [{ text: ', ' }, span];
    }),
  };
}

function withUnits(text: string, at: number, referred: readonly Fact[]): { start: number; end: number } {
  const behind = UNIT_AFTER[referred.at(-1)?.value.kind ?? 'name']?.exec(
    text.slice(at + REFERENCE_MARK.length),
  );
  const end = at + REFERENCE_MARK.length + (behind?.[0].length ?? 0);
  const hasDollar = referred[0]?.value.kind === 'money' && text.charAt(at - 1) === '$';
  return { start: hasDollar ? at - 1 : at, end };
}

/** "fell by [F3]" shows the size without a sign; "rose by [F3]" is wrong for a fact that fell. */
function asDirected(
  fact: Fact,
  {
    clause,
    facts,
    hasMinus,
    isTorn,
  }: { clause: Clause; facts: FactIndex; hasMinus: boolean; isTorn: boolean },
): Span {
  const signed = formatFactInSentence(fact.value);
  if (numberOf(fact.value) === null)
    return isTorn ? { text: signed, unbound: true } : { text: signed, fact: fact.id };
  const direction = isChange(fact.label) ? changeDirectionAt(clause) : null;
  const isBelow = signed.startsWith('-');
  const isOther = direction !== null && isBelow !== (direction === 'fell');
  if (hasMinus) return isBelow ? { text: signed.slice(1), fact: fact.id } : { text: signed, unbound: true };
  if (isTorn || facts.isDenied(fact, clause) || (isOther && !/^-?\$?[0.]+ ?%?$/.test(signed)))
    return { text: signed, unbound: true };
  return { text: direction === 'fell' && isBelow ? signed.slice(1) : signed, fact: fact.id };
}

export interface SortedReferences {
  /** References behind a figure ("$5.00 [F2]"), by the start of the figure. */
  confirmed: Map<number, Reference>;
  /** References that are replaced by their fact ("Credits were [F2]"), by position. */
  placed: Map<number, Reference>;
  /** Repeated references, with the space before them. */
  removed: TextRange[];
}

/** A reference directly behind a figure of its kind confirms that figure; any other is replaced by its fact. */
export function sortReferences(
  references: readonly Reference[],
  { text, statements, facts }: { text: string; statements: readonly Statement[]; facts: FactIndex },
): SortedReferences {
  const result: SortedReferences = { confirmed: new Map(), placed: new Map(), removed: [] };
  let last: Reference | undefined;
  for (const reference of references) {
    const statement = statements.findLast(({ end }) => end <= reference.at);
    if (statement !== undefined && canConfirm(reference, { statement, text, facts })) {
      if (!result.confirmed.has(statement.start)) result.confirmed.set(statement.start, reference);
      result.removed.push(withGapBefore(text, reference.at));
    } else if (last !== undefined && repeats(reference, last, text)) {
      result.removed.push(withGapBefore(text, reference.at));
    } else {
      result.placed.set(reference.at, reference);
      last = reference;
    }
  }
  return result;
}

function canConfirm(
  reference: Reference,
  { statement, text, facts }: { statement: Statement; text: string; facts: FactIndex },
): boolean {
  if (reference.isAlias || !isBetween(text.slice(statement.end, reference.at), text, reference.at))
    return false;
  const referred = reference.ids.flatMap((id) => facts.get(id) ?? []);
  const sourceText = text.slice(statement.start, statement.end);
  // A reference that leads nowhere makes what it stands behind doubtful.
  return referred.length === 0 || referred.some((fact) => isOfKind(statement, fact, sourceText));
}

/** "In August [F3]" does not claim that August is an amount. */
function isOfKind({ parsed }: Statement, { value }: Fact, sourceText: string): boolean {
  if (value.kind === 'name' && value.name === sourceText) return true;
  const isTime = value.kind === 'day' || value.kind === 'month';
  switch (parsed.kind) {
    case 'day':
    case 'month':
      return isTime;
    case 'name':
    case 'code':
      return value.kind === 'name';
    case 'number':
      return value.kind !== 'name' && !isTime;
    case 'unclear':
      return /\p{N}/u.test(sourceText) || value.kind === 'name';
  }
}

/** "Member 3 [F7]" where F7 is the name of that member. */
function repeats(reference: Reference, last: Reference, text: string): boolean {
  const between = text.slice(last.at + REFERENCE_MARK.length, reference.at);
  return isBetween(between, text, reference.at) && reference.ids.some((id) => last.ids.includes(id));
}

/** Only spaces, other references and a bracket stand between. */
function isBetween(between: string, text: string, at: number): boolean {
  const gap = between.replaceAll(REFERENCE_MARK, '').trim();
  return gap === '' || (gap === '(' && isBracketed(text, at));
}

function isBracketed(text: string, at: number): boolean {
  return text.charAt(at - 1) === '(' && text.charAt(at + REFERENCE_MARK.length) === ')';
}

function withGapBefore(text: string, at: number): TextRange {
  const bracket = isBracketed(text, at) ? 1 : 0;
  return {
    start: text.slice(0, at - bracket).trimEnd().length,
    end: at + REFERENCE_MARK.length + bracket,
  };
}

export interface PlacedFact {
  mark: TextReplacement;
  clause: Clause;
}

const FROM = /\bfrom\s+$/iu;
const TO = /^\s*to\s+$/iu;

/** Marks both facts of "rose from [F1] to [F2]" when F2 is the smaller one. */
export function contradictsDirection(
  text: string,
  placed: readonly PlacedFact[],
  facts: FactIndex,
): TextReplacement[] {
  const contradicted = new Set<TextReplacement>();
  placed.forEach(({ mark, clause }, index) => {
    const next = placed[index + 1]?.mark;
    if (next === undefined || !FROM.test(text.slice(Math.max(0, mark.start - 12), mark.start))) return;
    if (!TO.test(text.slice(mark.end, next.start).replaceAll(REFERENCE_MARK, ''))) return;
    const [before, after] = [sizeIn(mark, facts), sizeIn(next, facts)];
    const direction = changeDirectionAt(clause);
    if (before === null || after === null || before.kind !== after.kind || direction === null) return;
    const isTrue = direction === 'rose' ? after.size > before.size : after.size < before.size;
    if (!isTrue) contradicted.add(mark).add(next);
  });
  return placed.map(({ mark }) =>
    contradicted.has(mark) ? { ...mark, spans: mark.spans.map(unbound) } : mark,
  );
}

function unbound({ text }: Span): Span {
  return { text, unbound: true };
}

function sizeIn({ spans }: TextReplacement, facts: FactIndex) {
  const value = spans.length === 1 ? facts.get(spans[0]?.fact ?? '')?.value : undefined;
  const size = value === undefined ? null : numberOf(value);
  return value === undefined || size === null ? null : { kind: value.kind, size };
}

/** Applies the replacements and keeps emphasis. */
export function applyReplacements(
  text: string,
  { marks, isStrong }: { marks: readonly TextReplacement[]; isStrong: (position: number) => boolean },
): Span[] {
  const spans: Span[] = [];
  const add = (span: Span, strong: boolean) => {
    const last = spans.at(-1);
    const isPlain = span.fact === undefined && span.unbound === undefined;
    if (span.text === '') return;
    if (
      isPlain &&
      last !== undefined &&
      last.fact === undefined &&
      last.unbound === undefined &&
      (last.strong ?? false) === strong
    )
      spans[spans.length - 1] = { ...last, text: last.text + span.text };
    else spans.push(strong ? { ...span, strong: true } : span);
  };
  let done = 0;
  const addPlain = (until: number) => {
    while (done < until) {
      const strong = isStrong(done);
      let end = done + 1;
      while (end < until && isStrong(end) === strong) end += 1;
      add({ text: text.slice(done, end) }, strong);
      done = end;
    }
  };
  for (const mark of marks.toSorted((left, right) => left.start - right.start)) {
    if (mark.start < done) continue;
    addPlain(mark.start);
    for (const span of mark.spans) add(span, isStrong(mark.start));
    done = mark.end;
  }
  addPlain(text.length);
  return spans;
}
