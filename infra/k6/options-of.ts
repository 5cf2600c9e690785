import type { Options } from 'k6/options';
import { thresholdsOf } from '../bench/src/staff-load/limits.ts';
import {
  LOAD_PROFILES,
  type LoadName,
  type LoadProfile,
  visitsPerSecond,
} from '../bench/src/staff-load/load-profiles.ts';

/** Arrivals per minute: k6 takes whole numbers. */
const MINUTE = 60;

/** A profile as k6 wants it said: open arrival, thresholds per kind of request. */
export function optionsOf(name: LoadName): Options {
  const profile: LoadProfile = LOAD_PROFILES[name];
  const perMinute = (staff: number): number => Math.round(staff * visitsPerSecond() * MINUTE);
  const most = Math.max(profile.startStaff, ...profile.stages.map(({ staff }) => staff));
  const kinds = thresholdsOf(profile).map(({ kind, p95Ms }) => [
    `http_req_duration{kind:${kind}}`,
    [`p(95)<=${p95Ms}`],
  ]);
  return {
    setupTimeout: '20m',
    summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
    scenarios: {
      [name]: {
        executor: 'ramping-arrival-rate',
        startRate: perMinute(profile.startStaff),
        timeUnit: '1m',
        stages: profile.stages.map(({ staff, seconds }) => ({
          target: perMinute(staff),
          duration: `${seconds}s`,
        })),
        preAllocatedVUs: Math.min(most, 200),
        maxVUs: most * 2,
      },
    },
    thresholds: {
      ...Object.fromEntries(kinds),
      errors: ['rate==0'],
      refused: [`rate<=${profile.refusals}`],
    },
  };
}
