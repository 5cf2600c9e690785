// Import only data and types here: both k6 and Node load this file.

export type StaffCredentials = Record<'username' | 'password' | 'secret', string>;

export type RequestKind = 'small' | 'figures' | 'list' | 'detail' | 'report';

interface StaffRequest {
  method: 'GET' | 'POST';
  /** `{member.id}` is replaced by a value from the catalog. */
  path: string;
  kind: RequestKind;
  body?: object;
}

interface Visit {
  name: string;
  /** Relative frequency. */
  weight: number;
  thinkSeconds: readonly [from: number, to: number];
  requests: readonly StaffRequest[];
}

/** Where the values in paths come from. They are read once, before the measurement. */
export const CATALOGUE = {
  alert: '/api/unusual-activities?page=1&pageSize=50',
  member: '/api/members?page=1&pageSize=50',
  company: '/api/companies/summary?page=1&pageSize=50',
} as const;

type Measures = Pick<Visit, 'weight' | 'thinkSeconds'> & { kind: RequestKind };

const visitOf = (
  name: string,
  { kind, ...measures }: Measures,
  gets: readonly string[],
  posts: Readonly<Record<string, object>> = {},
): Visit => ({
  name,
  ...measures,
  requests: [
    ...gets.map((path) => ({ method: 'GET' as const, path, kind })),
    ...Object.entries(posts).map(([path, body]) => ({ method: 'POST' as const, path, kind, body })),
  ],
});

/**
 * A typical day: mostly alerts and their members. All requests are reads, so the test can run against
 * production.
 */
export const STAFF_VISITS: readonly Visit[] = [
  visitOf('dashboard', { weight: 20, thinkSeconds: [15, 45], kind: 'figures' }, [
    '/api/metrics/30',
    '/api/transactions/chart/365',
    '/api/top-depositors/10/365',
    '/api/unusual-activities?page=1&pageSize=20',
    '/api/unusual-activities?reviewed=false&pageSize=1',
    '/api/unusual-activities?reviewed=false&pageSize=1&riskLevel=high',
  ]),
  visitOf('alerts', { weight: 25, thinkSeconds: [10, 30], kind: 'figures' }, [
    '/api/unusual-activities?reviewed=false&page=1&pageSize=20',
    '/api/unusual-activities/counts',
  ]),
  visitOf('one alert', { weight: 20, thinkSeconds: [30, 120], kind: 'detail' }, [
    '/api/unusual-activities/{alert.id}',
    '/api/unusual-activities/{alert.id}/surroundings',
  ]),
  visitOf('members', { weight: 12, thinkSeconds: [10, 40], kind: 'list' }, [
    '/api/members?page=1&pageSize=25&sort=riskLevel&order=desc',
    '/api/members/summary',
  ]),
  visitOf('searching for a member', { weight: 10, thinkSeconds: [5, 20], kind: 'list' }, [
    '/api/members?search={member.lastName}&page=1&pageSize=25',
  ]),
  visitOf('one member', { weight: 15, thinkSeconds: [20, 90], kind: 'detail' }, [
    '/api/members/detail/{member.firstName}/{member.lastName}?member={member.id}',
    '/api/members/{member.id}/overview',
    '/api/transactions?accountNumber={member.accountNumber}&limit=10',
  ]),
  visitOf('companies', { weight: 6, thinkSeconds: [10, 40], kind: 'list' }, [
    '/api/companies/summary?page=1&pageSize=25',
    '/api/companies/overview',
  ]),
  visitOf('one company', { weight: 6, thinkSeconds: [20, 60], kind: 'detail' }, [
    '/api/companies/{company.company}/details',
  ]),
  visitOf(
    'transaction report',
    { weight: 6, thinkSeconds: [30, 90], kind: 'report' },
    ['/api/reports/filter-options'],
    {
      '/api/reports/transactions?page=1&pageSize=100': {
        company: ['pay'],
        amount: { operator: 'gt', value: '500' },
      },
    },
  ),
  visitOf('imports', { weight: 4, thinkSeconds: [10, 30], kind: 'list' }, ['/api/imports?page=1&pageSize=50']),
  visitOf('notifications', { weight: 8, thinkSeconds: [3, 15], kind: 'small' }, [
    '/api/notifications',
    '/api/auth/user',
    '/api/auth/session',
  ]),
];

type Source = keyof typeof CATALOGUE;
export type Catalogue = Readonly<Record<Source, readonly Readonly<Record<string, unknown>>[]>>;

const PLACEHOLDER = /\{(\w+)\.(\w+)\}/g;

/** `name`: the method and the path with its placeholders, used to group the results. */
export interface ChosenRequest extends StaffRequest {
  name: string;
}

/** @param random uniform in [0, 1) */
export function chooseVisit(catalogue: Catalogue, random: () => number) {
  const possible = STAFF_VISITS.filter((visit) => fillVisit(visit, catalogue, () => 0) !== null);
  let left = random() * possible.reduce((sum, { weight }) => sum + weight, 0);
  const visit = possible.find(({ weight }) => (left -= weight) < 0) ?? possible[0];
  if (visit === undefined) throw new Error('The catalog does not contain the values for any visit');
  return { visit, requests: fillVisit(visit, catalogue, random) ?? [] };
}

/** @returns null if the ledger has no values for the paths */
export function fillVisit(visit: Visit, catalogue: Catalogue, random: () => number): ChosenRequest[] | null {
  const chosen = new Map<string, Readonly<Record<string, unknown>>>();
  const wanted = visit.requests.flatMap(({ path }) => [...path.matchAll(PLACEHOLDER)]);
  for (const source of new Set(wanted.map(([, name]) => name as Source))) {
    const fields = wanted.filter(([, name]) => name === source).map(([, , field]) => field ?? '');
    const rows = catalogue[source].filter((row) => fields.every((field) => textOf(row[field]) !== ''));
    const row = rows[Math.floor(random() * rows.length)];
    if (row === undefined) return null;
    chosen.set(source, row);
  }
  return visit.requests.map((request) => ({
    ...request,
    name: `${request.method} ${request.path}`,
    path: request.path.replaceAll(PLACEHOLDER, (_, source: string, field: string) =>
      encodeURIComponent(textOf(chosen.get(source)?.[field])),
    ),
  }));
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
