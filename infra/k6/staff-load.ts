import { hmac } from 'k6/crypto';
import exec from 'k6/execution';
import http from 'k6/http';
import { Rate } from 'k6/metrics';
import type { Options } from 'k6/options';
import {
  classifyAnswer,
  LOAD_PROFILES,
  type LoadName,
  type LoadProfile,
  thresholdsOf,
  visitsPerSecond,
} from './load-profiles.ts';
import { CATALOGUE, type Catalogue, chooseVisit, type StaffCredentials } from './staff-visits.ts';

/** k6 accepts only whole numbers as arrival rates, which would be too coarse per second. */
const RATE_PERIOD_SECONDS = 60;

function k6Options(name: LoadName): Options {
  const profile: LoadProfile = LOAD_PROFILES[name];
  const perMinute = (staff: number): number => Math.round(staff * visitsPerSecond() * RATE_PERIOD_SECONDS);
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
    thresholds: { ...Object.fromEntries(kinds), errors: ['rate==0'], refused: [`rate<=${profile.refusals}`] },
  };
}

const STEP_SECONDS = 30;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 6238: SHA-1, six digits, 30-second steps. @param secret base32 */
export function totpAt(secret: string, milliseconds: number): string {
  const step = Math.floor(milliseconds / 1_000 / STEP_SECONDS);
  const counter = new Uint8Array(8);
  new DataView(counter.buffer).setUint32(4, step);
  const hex = hmac('sha1', decodeBase32(secret).buffer, counter.buffer, 'hex');
  const digest = Uint8Array.from({ length: hex.length / 2 }, (_, at) => parseInt(hex.slice(at * 2, at * 2 + 2), 16));
  const offset = (digest[digest.length - 1] ?? 0) & 15;
  const number = new DataView(digest.buffer).getUint32(offset) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

function decodeBase32(base32: string): Uint8Array<ArrayBuffer> {
  const bits = Array.from(base32.replaceAll('=', '')).flatMap((sign) => {
    const value = ALPHABET.indexOf(sign);
    return [16, 8, 4, 2, 1].map((bit) => (value & bit ? 1 : 0));
  });
  return Uint8Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2),
  );
}

/** `k6 run -e PROFILE=load -e URL=… -e STAFF=… infra/k6/staff-load.ts` (docs/operations.md). */
const URL = __ENV['URL'] ?? 'http://localhost:3000';

const profileName = (__ENV['PROFILE'] ?? 'smoke') as LoadName;
if (!(profileName in LOAD_PROFILES)) throw new Error(`PROFILE must be one of ${Object.keys(LOAD_PROFILES).join(', ')}`);
export const options = k6Options(profileName);

const people = JSON.parse(open(__ENV['STAFF'] ?? 'staff.json')) as StaffCredentials[];
const refused = new Rate('refused');
const errors = new Rate('errors');

export function setup() {
  const sessions = people.slice(0, LOAD_PROFILES[profileName].sessions).map(signIn);
  const catalogue = Object.fromEntries(
    Object.entries(CATALOGUE).map(([source, path]) => [
      source,
      http.get(`${URL}${path}`, { headers: { cookie: sessions[0] ?? '' } }).json(),
    ]),
  ) as unknown as Catalogue;
  return { catalogue, sessions };
}

export default function playVisit({ catalogue, sessions }: ReturnType<typeof setup>): void {
  const cookie = sessions[exec.scenario.iterationInTest % sessions.length] ?? '';
  const { requests } = chooseVisit(catalogue, Math.random);
  const answers = http.batch(
    requests.map(({ method, path, body, name, kind }) => ({
      method,
      url: `${URL}${path}`,
      body: body === undefined ? null : JSON.stringify(body),
      params: {
        headers: {
          cookie,
          origin: URL,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        tags: { name, kind },
      },
    })),
  );
  for (const { status, headers } of answers) {
    const verdict = classifyAnswer(status, headers['Retry-After'] !== undefined);
    refused.add(verdict === 'refused');
    errors.add(verdict === 'error');
  }
}

function signIn({ username, password, secret }: StaffCredentials): string {
  // Each user needs a cookie jar: k6 has only one per virtual user, and `setup` signs in all users.
  const jar = new http.CookieJar();
  const body = JSON.stringify({ username, password, twoFactorCode: totpAt(secret, Date.now()) });
  const answer = http.post(`${URL}/api/auth/login`, body, {
    jar,
    timeout: '180s',
    headers: { origin: URL, 'content-type': 'application/json' },
  });
  if (answer.status !== 200) throw new Error(`${username} could not sign in: ${answer.status}`);
  return Object.entries(jar.cookiesForURL(URL))
    .map(([name, [value = '']]) => `${name}=${value}`)
    .join('; ');
}
