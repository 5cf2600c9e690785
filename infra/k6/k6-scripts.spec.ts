import { createHmac } from 'node:crypto';
import { Random } from '@clearwatch/sample-data/seeded-random';
import { jest } from '@jest/globals';
import { classifyAnswer, LOAD_PROFILES, type LoadName, thresholdsOf, visitsPerSecond } from './load-profiles.ts';
import { CATALOGUE, type Catalogue, chooseVisit, STAFF_VISITS } from './staff-visits.ts';

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

/** Provides the parts of k6 that the scripts use, because k6 is not an npm package. */
function pretendK6(): void {
  Object.assign(globalThis, {
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

const loadScript = async (profile: LoadName): Promise<typeof import('./staff-load.ts')> => {
  pretendK6();
  Object.assign(globalThis, {
    __ENV: { URL: 'http://clearwatch.test', STAFF: 'staff.json', PROFILE: profile },
  });
  // The script reads its profile when it loads, so each profile needs its own module.
  return import(`./staff-load.ts?profile=${profile}`) as Promise<typeof import('./staff-load.ts')>;
};

describe('load script', () => {
  it.each(NAMES)('the k6 script uses the stages and thresholds of the profile %s', async (name) => {
    const { options } = await loadScript(name);
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

  it('the k6 script rejects an unknown profile', async () => {
    await expect(loadScript('picnic' as LoadName)).rejects.toThrow('PROFILE must be one of smoke, load');
  });

  it('the k6 script sends only the requests in staff visits, in signed-in sessions', async () => {
    const script = await loadScript('load');
    const prepared = script.setup();
    expect(prepared).toEqual({
      sessions: ['session=one'],
      catalogue: Object.fromEntries(Object.keys(CATALOGUE).map((source) => [source, rows])),
    });
    for (let visit = 0; visit < 1_000; visit += 1) script.default(prepared);
    const defined = STAFF_VISITS.flatMap(({ requests }) =>
      requests.map(({ method, path, kind }) => `${method} ${path} ${kind}`),
    );
    const requested = sent.map(({ params }) => `${params.tags.name} ${params.tags.kind}`);
    expect([...new Set(requested)].toSorted()).toEqual(defined.toSorted());
    expect(new Set(sent.map(({ params }) => params.headers['cookie']))).toEqual(new Set(['session=one']));
  });

  it('the k6 script signs in with a code from an authenticator app', async () => {
    const { totpAt } = await loadScript('smoke');
    // Test vectors from RFC 6238, appendix B, shortened to six digits.
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    const vectors = [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_234_567_890, '005924'],
      [20_000_000_000, '353130'],
    ] as const;
    expect(vectors.map(([seconds]) => totpAt(secret, seconds * 1_000))).toEqual(vectors.map(([, code]) => code));
  });
});

const FULL: Catalogue = {
  alert: [{ id: 7 }],
  member: [{ id: 3, firstName: 'Ann', lastName: "O'Sample & Co", accountNumber: '1000000001' }],
  company: [{ company: 'CITY WATER/GAS' }],
};
const randomOf = (seed: number) => {
  const random = new Random(seed, 0);
  return () => random.next();
};

describe('staff visits', () => {
  it('a staff visit is chosen by weight, with values from the ledger in its paths', () => {
    const random = randomOf(3);
    const chosen = Array.from({ length: 2_000 }, () => chooseVisit(FULL, random));
    const weights = STAFF_VISITS.reduce((sum, { weight }) => sum + weight, 0);
    for (const { name, weight } of STAFF_VISITS) {
      const count = chosen.filter(({ visit }) => visit.name === name).length;
      const expected = (2_000 * weight) / weights;
      expect([name, Math.abs(count - expected) < 5 * Math.sqrt(expected)]).toEqual([name, true]);
    }
    const paths = new Set(chosen.flatMap(({ requests }) => requests.map(({ path }) => path)));
    expect(paths).toContain("/api/members/detail/Ann/O'Sample%20%26%20Co?member=3");
    expect(paths).toContain('/api/companies/CITY%20WATER%2FGAS/details');
    expect([...paths].filter((path) => path.includes('{'))).toEqual([]);
  });

  it('the staff visits for an empty ledger need no data that it lacks', () => {
    const nothing: Catalogue = { alert: [], member: [], company: [] };
    const random = randomOf(4);
    const names = new Set(Array.from({ length: 500 }, () => chooseVisit(nothing, random).visit.name));
    expect([...names].toSorted()).toEqual([
      'alerts',
      'companies',
      'dashboard',
      'imports',
      'members',
      'notifications',
      'transaction report',
    ]);
  });
});

describe('classifyAnswer', () => {
  it('the load test counts a response as refused with status 429, or with status 503 and Retry-After', () => {
    expect([200, 202, 429, 503, 500, 401, 404, 0].map((status) => classifyAnswer(status, false))).toEqual([
      'answered',
      'answered',
      'refused',
      'error',
      'error',
      'error',
      'error',
      'error',
    ]);
    expect(classifyAnswer(503, true)).toBe('refused');
  });
});
