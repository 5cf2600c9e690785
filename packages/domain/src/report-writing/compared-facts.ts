import type { Span } from '@clearwatch/contracts/ai-reports';
import { type CitedFact, type FactSheet, factSize } from './fact-sheet.ts';
import type { ReportContext, ReportScope } from './report-composer.ts';
import { compactMoney, prose, type SentencePart, withoutSign } from './report-sentences.ts';

/** Below this count, a percentage is less useful than the two counts. */
const MIN_COUNT_FOR_PERCENT = 10;

/** Whether the ledger covers the whole previous period. Otherwise every figure would appear to grow. */
export const isComparable = ({ firstDay, previous }: ReportScope): boolean => firstDay <= previous.firstDay;

/**
 * ", up 12.5% from $1,204.00", ", down from 7" or ", unchanged from the previous period" after a figure.
 * Empty when there is no comparison.
 */
export function pairComparison(sheet: FactSheet, { label, now, before }: PeriodPair): SentencePart {
  if (before === null) return '';
  const [size, base] = [factSize(now), factSize(before)];
  if (size === base) return prose`, unchanged from the previous period`;
  const change = sheet.change(`${label}, change`, now, before);
  const isFew = now.fact.value.kind === 'count' && Math.abs(base) < MIN_COUNT_FOR_PERCENT;
  const by = change === null || base < 0 || isFew ? '' : prose`${withoutSign(change)} `;
  return prose`, ${size > base ? 'up' : 'down'} ${by}from ${compactMoney(before)}`;
}

export interface PeriodPair {
  label: string;
  now: CitedFact;
  /** Null when the ledger does not cover the whole previous period. */
  before: CitedFact | null;
}

/**
 * Figures from one source for both periods, or only for the current period when the ledger does not cover the
 * previous one.
 */
export function pairsFrom({ scope, sheet }: ReportContext, source: string) {
  const pair =
    (kind: 'money' | 'count') =>
    (label: string, now: number, before: number): PeriodPair => ({
      label,
      now: sheet.from(source, scope.period)[kind](label, now),
      before: isComparable(scope) ? sheet.from(source, scope.previous)[kind](label, before) : null,
    });
  return { money: pair('money'), count: pair('count') };
}

/** Above this growth, the two figures are easier to read than a percentage. */
const MAX_GROWTH_PERCENT = 2;
/** Changes smaller than this are called "steady". */
const STEADY_CHANGE = 0.005;

/** "rose 9.4% to $724,113", or "came to $724,113" without a comparison. */
export function changePhrase(sheet: FactSheet, { label, now, before }: PeriodPair): Span[] {
  const size = factSize(now);
  if (before === null) return prose`came to ${compactMoney(now)}`;
  const base = factSize(before);
  if (size === base) return prose`stayed at ${compactMoney(now)}`;
  const way = size > base ? 'rose' : 'fell';
  if (base === 0) return prose`${way} from none to ${compactMoney(now)}`;
  const change = growthFact(sheet, { label, now, before });
  const share = change?.fact.value.kind === 'share' ? change.fact.value.share : 0;
  if (base < 0 || change === null || share > MAX_GROWTH_PERCENT)
    return prose`${way} from ${compactMoney(before)} to ${compactMoney(now)}`;
  if (Math.abs(share) < STEADY_CHANGE) return prose`held steady at ${compactMoney(now)}`;
  return prose`${way} ${withoutSign(change)} to ${compactMoney(now)}`;
}

/** Difference from the previous period. Null when there is no comparison. */
export const differenceFact = (sheet: FactSheet, { label, now, before }: PeriodPair): CitedFact | null =>
  before && sheet.difference(`${label}, difference`, now, before);

/** Growth since the previous period. Null without a comparison, or if the previous figure is not positive. */
export function growthFact(sheet: FactSheet, { label, now, before }: PeriodPair): CitedFact | null {
  if (before === null || factSize(before) <= 0) return null;
  return sheet.change(`${label}, change compared with the previous period`, now, before);
}
