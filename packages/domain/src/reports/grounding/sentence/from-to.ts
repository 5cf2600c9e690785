import type { FactValue, Span } from '@clearwatch/contracts/reports/report-document';
import type { FactIndex } from '../fact-index.ts';
import type { Mark } from '../references/place-fact.ts';
import { PLACE } from '../references/references.ts';
import type { Clause } from './clause.ts';
import { directionOf } from './contradiction.ts';

export interface Placed {
  mark: Mark;
  clause: Clause;
}

const FROM = /\bfrom\s+$/iu;
const TO = /^\s*to\s+$/iu;

/** "rose from [F1] to [F2]" where F2 is the smaller: both are facts, and the sentence is none. Marks the two. */
export function againstDirection(text: string, placed: readonly Placed[], facts: FactIndex): Mark[] {
  const lying = new Set<Mark>();
  placed.forEach(({ mark, clause }, index) => {
    const next = placed[index + 1]?.mark;
    if (next === undefined || !FROM.test(text.slice(Math.max(0, mark.start - 12), mark.start))) return;
    if (!TO.test(text.slice(mark.end, next.start).replaceAll(PLACE, ''))) return;
    const [before, after] = [sizeIn(mark, facts), sizeIn(next, facts)];
    const direction = directionOf(clause);
    if (before === null || after === null || before.kind !== after.kind || direction === null) return;
    const isTrue = direction === 'rose' ? after.size > before.size : after.size < before.size;
    if (!isTrue) lying.add(mark).add(next);
  });
  return placed.map(({ mark }) => (lying.has(mark) ? { ...mark, spans: mark.spans.map(unbound) } : mark));
}

function unbound({ text }: Span): Span {
  return { text, unbound: true };
}

function sizeIn({ spans }: Mark, facts: FactIndex): { kind: FactValue['kind']; size: number } | null {
  const [span, ...others] = spans;
  const value = others.length > 0 ? undefined : facts.get(span?.fact ?? '')?.value;
  if (value?.kind === 'money') return { kind: value.kind, size: value.cents };
  if (value?.kind === 'count') return { kind: value.kind, size: value.count };
  if (value?.kind === 'share') return { kind: value.kind, size: value.share };
  return value?.kind === 'number' ? { kind: value.kind, size: value.number } : null;
}
