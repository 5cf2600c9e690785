import type { BacktestRow, PolicyBacktest, PolicyBody } from '@clearwatch/contracts/detection-policy.dto';
import { skipToken, type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getBacktest, startBacktest } from '../../api/detection-api.ts';
import { describeError } from '../../api/error-messages.ts';
import { useToasts } from '../../components/toasts.tsx';
import { formatCount, formatQuantity } from '../../lib/number-format.ts';

export type BacktestSum = Omit<BacktestRow, 'activityType'>;

export function sumBacktestRows(rows: BacktestRow[]): BacktestSum {
  const sum = { now: 0, candidate: 0, gained: 0, lost: 0, lostSuspicious: 0, lostFalsePositive: 0 };
  for (const row of rows) {
    for (const figure of Object.keys(sum) as (keyof BacktestSum)[]) sum[figure] += row[figure];
  }
  return sum;
}

export function formatBacktestResult(
  { comparedWith }: Pick<PolicyBacktest, 'comparedWith'>,
  sum: BacktestSum,
): string {
  const { now, candidate, gained, lost } = sum;
  if (gained === 0 && lost === 0) {
    return `The same ${formatQuantity(now, 'alert')} as under version ${comparedWith}: no alert gained, none lost.`;
  }
  return (
    `${formatQuantity(candidate, 'alert')} instead of ${formatCount(now)} under version ${comparedWith}: ` +
    `${formatCount(gained)} gained, ${formatCount(lost)} lost.`
  );
}

/** Null when no lost alert was decided as suspicious or escalated. */
export function formatLostAlerts({ lostSuspicious }: BacktestSum): string | null {
  if (lostSuspicious === 0) return null;
  return `${formatQuantity(lostSuspicious, 'lost alert')} had been found suspicious or escalated.`;
}

export interface PolicyBacktestRun {
  /** Null before the first run. */
  started: { id: number; body: PolicyBody } | null;
  query: UseQueryResult<PolicyBacktest>;
  isStarting: boolean;
  start: (body: PolicyBody) => void;
  close: () => void;
}

/** The newest try-out of this screen. The server keeps one per user. */
export function usePolicyBacktest(): PolicyBacktestRun {
  const client = useQueryClient();
  const toasts = useToasts();
  const [started, setStarted] = useState<PolicyBacktestRun['started']>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (body: PolicyBody) => startBacktest(client, body),
    onMutate: () => toasts.clear(),
    onSuccess: ({ id }, body) => setStarted({ id, body }),
    onError: (error) =>
      toasts.failure({
        title: 'Try-out Failed',
        description: describeError(error, 'The try-out could not be started.'),
      }),
  });
  const options = getBacktest(started?.id ?? 0);
  const query = useQuery(started === null ? { queryKey: options.queryKey, queryFn: skipToken } : options);
  return { started, query, isStarting: isPending, start: mutate, close: () => setStarted(null) };
}

/** The key order is the same: `toPolicyBody` builds both. */
export function isSamePolicy(one: PolicyBody, other: PolicyBody | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
