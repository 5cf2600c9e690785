import type { Span } from '@clearwatch/contracts/reports/report-document';
import type { Asked } from '../asked.ts';
import { type FactSheet, type Stated, sizeOf } from '../fact-sheet.ts';
import { absolute, compact, prose } from '../prose.ts';

/** Below so many a percentage says less than the two counts. */
const LEAST_FOR_PERCENT = 10;

/** Whether the ledger reaches over the whole period before: otherwise everything seems to have grown. */
export function isComparable({ firstDay, previous }: Asked): boolean {
  return firstDay <= previous.firstDay;
}

/** "up 12.5% from $1,204.00", "down from 7", "the same as before": to follow the figure itself. */
export function againstBefore(sheet: FactSheet, label: string, now: Stated, before: Stated): Span[] {
  const [size, base] = [sizeOf(now), sizeOf(before)];
  if (size === base) return prose`as many as in the period before`.map((span) => sameWords(span, now));
  const way = size > base ? 'up' : 'down';
  const change = sheet.change(`${label}, change`, now, before);
  const isFew = now.fact.value.kind === 'count' && Math.abs(base) < LEAST_FOR_PERCENT;
  if (change === null || base < 0 || isFew) return prose`${way} from ${compact(before)}`;
  return prose`${way} ${absolute(change)} from ${compact(before)}`;
}

function sameWords(span: Span, { fact }: Stated): Span {
  return fact.value.kind === 'money' ? { ...span, text: 'as much as in the period before' } : span;
}
