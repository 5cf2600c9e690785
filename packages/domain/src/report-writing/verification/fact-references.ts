import type { FactValue, Span } from '@clearwatch/contracts/ai-reports';
import { numberOf } from '../fact-sheet.ts';
import { formatCompactDollars, formatFact } from '../format-fact.ts';
import { mergeSpans } from '../report-sentences.ts';
import type { FactIndex } from './fact-index.ts';
import type { StatedValue, Statement, TextRange } from './find-figures.ts';
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

export interface TextReplacement extends TextRange {
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
    const isOther =
      direction !== null && isBelow !== (direction === 'fell') && !/^\$?[0.]+ ?%?$/.test(unsigned);
    const unbound: Span = { text: shown, unbound: true };
    if (numberOf(fact.value) === null)
      return isTorn && fact.value.kind !== 'name' ? unbound : { text: shown, fact: fact.id };
    // "Minus [F3]" and "fell by [F3]" show the size without a sign; "rose by [F3]" is wrong for a fact that fell.
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
 * A reference directly behind a figure of its kind confirms that figure ("$5.00 [F2]"). Any other is replaced by its fact
 * ("Credits were [F2]"), but not twice in a row. `confirmed` is by the start of the figure, `placed` by position.
 */
export function sortReferences(
  references: readonly Reference[],
  { text, statements, facts }: { text: string; statements: readonly Statement[]; facts: FactIndex },
) {
  const confirmed = new Map<number, Reference>();
  const placed = new Map<number, Reference>();
  /** With the space and the bracket before them. */
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
    const isConfirming =
      figure !== undefined && !isAlias && isDirectlyBehind(figure.end) && mayConfirm(figure, ids);
    // "Member 3 [F7]" where F7 is the name of that member.
    const isRepeated =
      last !== undefined && isDirectlyBehind(last.at + 1) && ids.some((id) => last?.ids.includes(id));
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
    // A reference that leads nowhere makes what it stands behind doubtful.
    return referred.length === 0 || referred.some(({ value }) => isOfKind(parsed, value, figure));
  }
}

/** "In August [F3]" does not claim that August is an amount. */
function isOfKind(parsed: StatedValue, value: FactValue, figure: string): boolean {
  if (value.kind === 'name')
    return value.name === figure || !['day', 'month', 'number'].includes(parsed.kind);
  if (parsed.kind === 'unclear') return /\p{N}/u.test(figure);
  const isTime = value.kind === 'day' || value.kind === 'month';
  return parsed.kind === 'number' ? !isTime : isTime && (parsed.kind === 'day' || parsed.kind === 'month');
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
  const valueIn = ({ spans }: TextReplacement) =>
    spans.length === 1 ? facts.get(spans[0]?.fact ?? '')?.value : undefined;
  const contradicted = new Set<TextReplacement>();
  placed.forEach(({ mark, clause }, index) => {
    const next = placed[index + 1]?.mark;
    if (next === undefined || !FROM.test(text.slice(Math.max(0, mark.start - 12), mark.start))) return;
    if (!TO.test(text.slice(mark.end, next.start).replaceAll(REFERENCE_MARK, ''))) return;
    const [from, to] = [valueIn(mark), valueIn(next)];
    const direction = changeDirectionAt(clause);
    if (from === undefined || to === undefined || from.kind !== to.kind || direction === null) return;
    const [before, after] = [numberOf(from), numberOf(to)];
    if (before === null || after === null) return;
    if (direction === 'rose' ? after <= before : after >= before) contradicted.add(mark).add(next);
  });
  return placed.map(({ mark }) =>
    contradicted.has(mark)
      ? { ...mark, spans: mark.spans.map((span): Span => ({ text: span.text, unbound: true })) }
      : mark,
  );
}

/** Applies the replacements and keeps emphasis; the first of two that overlap counts. */
export function applyReplacements(
  text: string,
  { marks, strength }: { marks: readonly TextReplacement[]; strength: readonly boolean[] },
): Span[] {
  const spans: Span[] = [];
  let done = 0;
  const add = (span: Span, position: number) =>
    spans.push(strength[position] === true ? { ...span, strong: true } : span);
  const addText = (until: number) => {
    for (; done < until; done += 1) add({ text: text.charAt(done) }, done);
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
