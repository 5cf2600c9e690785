import type { Sensitivity } from '@clearwatch/contracts/detection-policy';

export const SENSITIVITY_LABELS: Record<Sensitivity, string> = { low: 'Low', medium: 'Medium', high: 'High' };

/** Detection catalogue, section 7. */
export const SENSITIVITY_MEANINGS: Record<Sensitivity, string> = {
  low: 'Fewer alerts: counts and sums are a quarter higher, an account counts as dormant after 180 days, and alerts of low risk are not shown.',
  medium: 'Every number is used as it stands below.',
  high: 'More alerts: counts and sums are a fifth lower, an account counts as dormant after 90 days, and 30 days of history are enough.',
};
