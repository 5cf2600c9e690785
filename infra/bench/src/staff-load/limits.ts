import type { LoadProfile } from './load-profiles.ts';
import type { RequestKind } from './staff-day.ts';

/** Milliseconds within which 95 of 100 answers are there, on a machine of its own with 10 million rows (see docs/load.md). */
export const P95_MS: Readonly<Record<RequestKind, number>> = {
  small: 100,
  figures: 100,
  list: 200,
  detail: 200,
  report: 500,
};

export interface Threshold {
  kind: RequestKind;
  p95Ms: number;
}

export function thresholdsOf({ patience }: LoadProfile): Threshold[] {
  return (Object.keys(P95_MS) as RequestKind[]).map((kind) => ({ kind, p95Ms: P95_MS[kind] * patience }));
}

export type Verdict = 'answered' | 'refused' | 'error';

/** Too much at the moment is no error, if it says when to come back; anything else that is no success is one. */
export function verdictOn(status: number, hasRetryAfter: boolean): Verdict {
  if (status >= 200 && status < 300) return 'answered';
  if (status === 429 || (status === 503 && hasRetryAfter)) return 'refused';
  return 'error';
}
