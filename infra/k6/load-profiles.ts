import { type RequestKind, STAFF_VISITS } from './staff-visits.ts';

export interface LoadProfile {
  /** Sessions created in advance; larger numbers of staff share them. */
  sessions: number;
  startStaff: number;
  stages: readonly ReturnType<typeof at>[];
  timeFactor: number;
  /** Allowed share of refused requests (429, or 503 with Retry-After). Errors are never allowed. */
  refusals: number;
}

const MINUTE = 60;
/** Changes the number of staff linearly to `staff`. */
const at = (staff: number, seconds: number) => ({ staff, seconds });
const ORDINARY = { sessions: 200, timeFactor: 1, refusals: 0 };
const OVERLOAD = { sessions: 200, timeFactor: 10, refusals: 0.05 };

export const LOAD_PROFILES = {
  smoke: { ...ORDINARY, sessions: 5, startStaff: 60, stages: [at(60, 20)] },
  load: { ...ORDINARY, startStaff: 0, stages: [at(200, MINUTE), at(200, 5 * MINUTE), at(0, 30)] },
  stress: {
    ...OVERLOAD,
    startStaff: 200,
    stages: [200, 400, 800, 1_600].map((staff) => at(staff, 2 * MINUTE)),
  },
  soak: { ...ORDINARY, startStaff: 200, stages: [at(200, 120 * MINUTE)] },
  spike: {
    ...OVERLOAD,
    startStaff: 20,
    stages: [at(20, 30), at(1_000, 5), at(1_000, 30), at(20, 5), at(20, MINUTE)],
  },
} as const satisfies Record<string, LoadProfile>;

export type LoadName = keyof typeof LOAD_PROFILES;

const totalOf = (valueOf: (visit: (typeof STAFF_VISITS)[number]) => number) =>
  STAFF_VISITS.reduce((sum, visit) => sum + visit.weight * valueOf(visit), 0);

/** Screens per user per second: the inverse of the weighted average time on a screen. */
export const visitsPerSecond = () => totalOf(() => 1) / totalOf(({ thinkSeconds: [from, to] }) => (from + to) / 2);

export const requestsPerSecond = (kind: string) =>
  (visitsPerSecond() * totalOf(({ requests }) => requests.filter((request) => request.kind === kind).length)) /
  totalOf(() => 1);

/** Limits for the 95th percentile in ms (docs/operations.md). */
export const P95_MS: Readonly<Record<RequestKind, number>> = {
  small: 100,
  figures: 100,
  list: 200,
  detail: 200,
  report: 500,
};

export const thresholdsOf = ({ timeFactor }: LoadProfile): { kind: RequestKind; p95Ms: number }[] =>
  (Object.keys(P95_MS) as RequestKind[]).map((kind) => ({ kind, p95Ms: P95_MS[kind] * timeFactor }));

/** A 503 without Retry-After is an error, not a refusal. */
export function classifyAnswer(status: number, hasRetryAfter: boolean): 'answered' | 'refused' | 'error' {
  if (status >= 200 && status < 300) return 'answered';
  if (status === 429 || (status === 503 && hasRetryAfter)) return 'refused';
  return 'error';
}
