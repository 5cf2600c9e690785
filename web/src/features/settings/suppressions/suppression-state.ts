import type { Suppression } from '@clearwatch/contracts/alerts.dto';

export type SuppressionState = 'in force' | 'ended' | 'lifted';

/** @param today ISO date */
export function suppressionState(
  { until, liftedAt }: Pick<Suppression, 'until' | 'liftedAt'>,
  today: string,
): SuppressionState {
  if (liftedAt !== null) return 'lifted';
  return until.slice(0, 10) < today ? 'ended' : 'in force';
}

/** A day in the reader's own time zone as an ISO date, `months` from now. */
export function dayFromNow(now: Date, months = 0): string {
  const last = new Date(now.getFullYear(), now.getMonth() + months + 1, 0).getDate();
  const day = new Date(now.getFullYear(), now.getMonth() + months, Math.min(now.getDate(), last));
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
