import { createHmac } from 'node:crypto';
import { readdirSync } from 'node:fs';
import {
  LOAD_PROFILES,
  type LoadName,
  thresholdsOf,
  visitsPerSecond,
} from '@clearwatch/bench/staff-load/load-profiles';
import { CATALOGUE, STAFF_VISITS } from '@clearwatch/bench/staff-load/staff-visits';
import { jest } from '@jest/globals';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const NAMES = Object.keys(LOAD_PROFILES) as LoadName[];

interface Sent {
  method: string;
  url: string;
  params: { tags: { name: string; kind: string }; headers: Record<string, string> };
}

const sent: Sent[] = [];
const rows = [{ id: 1, firstName: 'Ann', lastName: 'Sample', accountNumber: '1', company: 'ACME' }];
let iteration = 0;

/** As much of k6 as the scripts use: its program comes from no npm package. */
function pretendK6(): void {
  Object.assign(globalThis, {
    __ENV: { URL: 'http://clearwatch.test', STAFF: 'staff.json' },
    open: () => JSON.stringify([{ username: 'clerk', password: 'p', secret: SECRET }]),
  });
  const http = {
    get: () => ({ json: () => rows }),
    post: () => ({ status: 200 }),
    batch: (requests: Sent[]) => {
      sent.push(...requests);
      return requests.map(() => ({ status: 200, headers: {} }));
    },
    CookieJar: class {
      cookiesForURL = () => ({ session: ['one'] });
    },
  };
  const modules = {
    'k6/http': { default: http },
    'k6/execution': {
      default: {
        scenario: {
          get iterationInTest() {
            return (iteration += 1);
          },
        },
      },
    },
    'k6/metrics': {
      Rate: class {
        add = () => undefined;
      },
    },
    'k6/crypto': {
      hmac: (algorithm: string, key: ArrayBuffer, data: ArrayBuffer) =>
        createHmac(algorithm, Buffer.from(key)).update(Buffer.from(data)).digest('hex'),
    },
  };
  for (const [name, module] of Object.entries(modules)) {
    jest.unstable_mockModule(name, () => module, { virtual: true });
  }
}

describe('the scripts of k6', () => {
  beforeAll(pretendK6);

  it('are one for each profile', () => {
    const files = readdirSync(import.meta.dirname);
    expect(NAMES.filter((name) => !files.includes(`${name}-test.ts`))).toEqual([]);
  });

  it.each(NAMES)('%s has the stages and thresholds that the runner holds itself to', async (name) => {
    const { options } = (await import(`./${name}-test.ts`)) as typeof import('./load-test.ts');
    const { stages, startStaff, refusals } = LOAD_PROFILES[name];
    const perMinute = visitsPerSecond() * 60;
    expect(options.scenarios?.[name]).toMatchObject({
      executor: 'ramping-arrival-rate',
      timeUnit: '1m',
      startRate: Math.round(startStaff * perMinute),
      stages: stages.map(({ staff, seconds }) => ({
        target: Math.round(staff * perMinute),
        duration: `${seconds}s`,
      })),
    });
    expect(options.thresholds).toEqual({
      ...Object.fromEntries(
        thresholdsOf(LOAD_PROFILES[name]).map(({ kind, p95Ms }) => [
          `http_req_duration{kind:${kind}}`,
          [`p(95)<=${p95Ms}`],
        ]),
      ),
      errors: ['rate==0'],
      refused: [`rate<=${refusals}`],
    });
  });

  it('ask for what a day of staff asks for, in the sessions that were signed in, and for nothing else', async () => {
    const script = await import('./load-test.ts');
    const prepared = script.setup();
    expect(prepared).toEqual({
      sessions: ['session=one'],
      catalogue: Object.fromEntries(Object.keys(CATALOGUE).map((source) => [source, rows])),
    });
    for (let visit = 0; visit < 1_000; visit += 1) script.default(prepared);
    const defined = STAFF_VISITS.flatMap(({ requests }) =>
      requests.map(({ method, path, kind }) => `${method} ${path} ${kind}`),
    );
    const asked = sent.map(({ params }) => `${params.tags.name} ${params.tags.kind}`);
    expect([...new Set(asked)].toSorted()).toEqual(defined.toSorted());
    expect(new Set(sent.map(({ params }) => params.headers['cookie']))).toEqual(new Set(['session=one']));
  });

  it('sign in with the code that an authenticator shows', async () => {
    const { totpAt } = await import('./staff-day-script.ts');
    // The vectors of RFC 6238, appendix B, of which six digits are shown.
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    const vectors = [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_234_567_890, '005924'],
      [20_000_000_000, '353130'],
    ] as const;
    expect(vectors.map(([seconds]) => totpAt(secret, seconds * 1_000))).toEqual(
      vectors.map(([, code]) => code),
    );
  });
});
