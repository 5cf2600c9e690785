/// <reference types="k6" />
import exec from 'k6/execution';
import http from 'k6/http';
import { Rate } from 'k6/metrics';
import { type Catalogue, chooseVisit } from '../bench/src/staff-load/choose-visit.ts';
import { verdictOn } from '../bench/src/staff-load/limits.ts';
import { CATALOGUE } from '../bench/src/staff-load/staff-day.ts';
import { codeAt } from './totp.ts';

/** Addresses and people come from outside: `k6 run -e URL=… -e STAFF=… infra/k6/load.ts` (docs/load.md). */
const URL = __ENV['URL'] ?? 'http://localhost:3000';

interface Person {
  username: string;
  password: string;
  secret: string;
}

const people = JSON.parse(open(__ENV['STAFF'] ?? 'staff.json')) as Person[];
/** Neither an error nor an answer in time: the server asked to come back later. */
const refused = new Rate('refused');
const errors = new Rate('errors');

interface Prepared {
  catalogue: Catalogue;
  /** Cookie headers. */
  sessions: string[];
}

/** Signs everybody in before anything is measured. @returns for `playVisit` */
export function signInStaff(sessions: number): Prepared {
  const headers = people.slice(0, sessions).map(signIn);
  const catalogue = Object.fromEntries(
    Object.entries(CATALOGUE).map(([source, path]) => [
      source,
      http.get(`${URL}${path}`, { headers: { cookie: headers[0] ?? '' } }).json(),
    ]),
  ) as unknown as Catalogue;
  return { catalogue, sessions: headers };
}

/** One iteration: somebody opens one screen. */
export function playVisit({ catalogue, sessions }: Prepared): void {
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
    const verdict = verdictOn(status, headers['Retry-After'] !== undefined);
    refused.add(verdict === 'refused');
    errors.add(verdict === 'error');
  }
}

function signIn({ username, password, secret }: Person): string {
  // A session each: the jar of this script would keep one for all.
  const jar = new http.CookieJar();
  const body = JSON.stringify({ username, password, twoFactorCode: codeAt(secret, Date.now()) });
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
