import type { BacktestRow, PolicyBacktest } from '@clearwatch/contracts/detection-policy.dto';
import { formatCount, formatCounted } from '../../../formats/count.ts';

export type TryoutSum = Omit<BacktestRow, 'activityType'>;

export function sumOf(rows: BacktestRow[]): TryoutSum {
  const sum = { now: 0, candidate: 0, gained: 0, lost: 0, lostSuspicious: 0, lostFalsePositive: 0 };
  for (const row of rows) {
    for (const figure of Object.keys(sum) as (keyof TryoutSum)[]) sum[figure] += row[figure];
  }
  return sum;
}

/** The result in a sentence. */
export function tryoutWords({ comparedWith }: Pick<PolicyBacktest, 'comparedWith'>, sum: TryoutSum): string {
  const { now, candidate, gained, lost } = sum;
  if (gained === 0 && lost === 0) {
    return `The same ${formatCounted(now, 'alert')} as under version ${comparedWith}: no alert gained, none lost.`;
  }
  return (
    `${formatCounted(candidate, 'alert')} instead of ${formatCount(now)} under version ${comparedWith}: ` +
    `${formatCount(gained)} gained, ${formatCount(lost)} lost.`
  );
}

/** What analysts had found of the alerts that would be lost; null when none of them mattered. */
export function lossWords({ lostSuspicious }: TryoutSum): string | null {
  if (lostSuspicious === 0) return null;
  return `${formatCounted(lostSuspicious, 'lost alert')} had been found suspicious or escalated.`;
}
