import type { Span } from '@clearwatch/contracts/ai-reports';
import { type CitedFact, type FactSheet, factSize } from './fact-sheet.ts';
import type { ReportContext, ReportScope } from './report-composer.ts';
import { compactMoney, prose, type SentencePart, withoutSign } from './report-sentences.ts';

/** Below this count a percentage says less than the two counts. */
const MIN_COUNT_FOR_PERCENT = 10;

/** Whether the ledger covers the whole previous period. Otherwise every figure would seem to have grown. */
export function isComparable({ firstDay, previous }: ReportScope): boolean {
  return firstDay <= previous.firstDay;
}

/** "up 12.5% from $1,204.00", "down from 7", "as many as in the period before". */
export function comparisonPhrase(sheet: FactSheet, label: string, now: CitedFact, before: CitedFact): Span[] {
  const [size, base] = [factSize(now), factSize(before)];
  if (size === base) return prose`as many as in the period before`.map((span) => unchangedPhrase(span, now));
  const way = size > base ? 'up' : 'down';
  const change = sheet.change(`${label}, change`, now, before);
  const isFew = now.fact.value.kind === 'count' && Math.abs(base) < MIN_COUNT_FOR_PERCENT;
  if (change === null || base < 0 || isFew) return prose`${way} from ${compactMoney(before)}`;
  return prose`${way} ${withoutSign(change)} from ${compactMoney(before)}`;
}

/** ", up 12.5% from $1,204.00" behind a figure. Empty where nothing can be compared. */
export function pairComparison(sheet: FactSheet, { label, now, before }: PeriodPair): SentencePart {
  return before === null ? '' : prose`, ${comparisonPhrase(sheet, label, now, before)}`;
}

function unchangedPhrase(span: Span, { fact }: CitedFact): Span {
  return fact.value.kind === 'money' ? { ...span, text: 'as much as in the period before' } : span;
}

export interface PeriodPair {
  label: string;
  now: CitedFact;
  /** Null where the ledger does not reach over the whole period before. */
  before: CitedFact | null;
}

/** States a figure for both periods, or for this one alone where the ledger does not reach over the other. */
export function periodPair(
  { scope, sheet }: ReportContext,
  kind: 'money' | 'count',
  { label, source, now, before }: { label: string; source: string; now: number; before: number },
): PeriodPair {
  return {
    label,
    now: sheet.from(source, scope.period)[kind](label, now),
    before: isComparable(scope) ? sheet.from(source, scope.previous)[kind](label, before) : null,
  };
}

/** Above this growth two figures side by side are easier to read than a percentage. */
const MAX_GROWTH_PERCENT = 2;
/** Smaller changes are called steady. */
const STEADY_CHANGE = 0.005;

/** "rose 9.4% to $724,113", or "came to $724,113" where nothing can be compared. */
export function changePhrase(sheet: FactSheet, { label, now, before }: PeriodPair): Span[] {
  if (before === null)
    return factSize(now) === 0 ? prose`came to nothing` : prose`came to ${compactMoney(now)}`;
  const [size, base] = [factSize(now), factSize(before)];
  if (size === base) return size === 0 ? prose`stayed at nothing` : prose`stayed at ${compactMoney(now)}`;
  if (base === 0) return prose`came to ${compactMoney(now)} after none in the period before`;
  const way = size > base ? 'rose' : 'fell';
  const change = growthFact(sheet, { label, now, before });
  const share = change?.fact.value.kind === 'share' ? change.fact.value.share : 0;
  if (base < 0 || change === null || share > MAX_GROWTH_PERCENT)
    return prose`${way} from ${compactMoney(before)} to ${compactMoney(now)}`;
  if (Math.abs(share) < STEADY_CHANGE) return prose`held steady at ${compactMoney(now)}`;
  return prose`${way} ${withoutSign(change)} to ${compactMoney(now)}`;
}

/** Series of a chart: the period and, where it can be compared, the period before. */
export function pairSeries(pairs: readonly Pick<PeriodPair, 'now' | 'before'>[], name: string) {
  const before = pairs.flatMap((pair) => pair.before ?? []);
  return [
    { name, values: pairs.map(({ now }) => now) },
    ...(before.length === 0 ? [] : [{ name: 'Period before', values: before }]),
  ];
}

/** How much more than in the previous period. Null where there is nothing to compare with. */
export function differenceFact(sheet: FactSheet, { label, now, before }: PeriodPair): CitedFact | null {
  return before === null ? null : sheet.difference(`${label}, difference`, now, before);
}

/** Growth against the previous period. Null where there is nothing to compare with. */
export function growthFact(sheet: FactSheet, { label, now, before }: PeriodPair): CitedFact | null {
  if (before === null || factSize(before) <= 0) return null;
  return sheet.change(`${label}, change against the period before`, now, before);
}
