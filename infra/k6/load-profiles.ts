import { type RequestKind, STAFF_VISITS } from './staff-visits.ts';

/** A linear change of the number of staff to `staff`. */
export interface Stage {
  staff: number;
  seconds: number;
}

export interface LoadProfile {
  what: string;
  /** Sessions created beforehand; larger numbers of staff share them. */
  sessions: number;
  startStaff: number;
  stages: readonly Stage[];
  timeFactor: number;
  /** Share of refusals (429, or 503 with Retry-After); errors are never allowed. */
  refusals: number;
}

const MINUTE = 60;

export const LOAD_PROFILES = {
  smoke: {
    what: 'everything answers',
    sessions: 5,
    startStaff: 60,
    stages: [{ staff: 60, seconds: 20 }],
    timeFactor: 1,
    refusals: 0,
  },
  load: {
    what: '200 staff on an ordinary day',
    sessions: 200,
    startStaff: 0,
    stages: [
      { staff: 200, seconds: MINUTE },
      { staff: 200, seconds: 5 * MINUTE },
      { staff: 0, seconds: 30 },
    ],
    timeFactor: 1,
    refusals: 0,
  },
  stress: {
    what: 'eight times as many: slower, and refused at worst',
    sessions: 200,
    startStaff: 200,
    stages: [200, 400, 800, 1_600].map((staff) => ({ staff, seconds: 2 * MINUTE })),
    timeFactor: 10,
    refusals: 0.05,
  },
  soak: {
    what: '200 staff for two hours: nothing grows',
    sessions: 200,
    startStaff: 200,
    stages: [{ staff: 200, seconds: 120 * MINUTE }],
    timeFactor: 1,
    refusals: 0,
  },
  spike: {
    what: 'everybody comes back from a meeting at once',
    sessions: 200,
    startStaff: 20,
    stages: [
      { staff: 20, seconds: 30 },
      { staff: 1_000, seconds: 5 },
      { staff: 1_000, seconds: 30 },
      { staff: 20, seconds: 5 },
      { staff: 20, seconds: MINUTE },
    ],
    timeFactor: 10,
    refusals: 0.05,
  },
} as const satisfies Record<string, LoadProfile>;

export type LoadName = keyof typeof LOAD_PROFILES;

/** Screens per user and second: the inverse of the weighted mean of the time on a screen. */
export function visitsPerSecond(): number {
  const weights = STAFF_VISITS.reduce((sum, { weight }) => sum + weight, 0);
  const seconds = STAFF_VISITS.reduce(
    (sum, { weight, thinkSeconds: [from, to] }) => sum + (weight * (from + to)) / 2,
    0,
  );
  return weights / seconds;
}

export function requestsPerSecond(kind: string): number {
  const weights = STAFF_VISITS.reduce((sum, { weight }) => sum + weight, 0);
  const weighted = STAFF_VISITS.reduce(
    (sum, { weight, requests }) => sum + weight * requests.filter((request) => request.kind === kind).length,
    0,
  );
  return (visitsPerSecond() * weighted) / weights;
}

/** 95th percentile in ms, on a separate machine with 10 million rows (docs/load.md). */
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

export function thresholdsOf({ timeFactor }: LoadProfile): Threshold[] {
  return (Object.keys(P95_MS) as RequestKind[]).map((kind) => ({ kind, p95Ms: P95_MS[kind] * timeFactor }));
}

export type AnswerClass = 'answered' | 'refused' | 'error';

/** A refusal must say when to retry. */
export function classifyAnswer(status: number, hasRetryAfter: boolean): AnswerClass {
  if (status >= 200 && status < 300) return 'answered';
  if (status === 429 || (status === 503 && hasRetryAfter)) return 'refused';
  return 'error';
}
