// Only data and type imports: k6 and Node both read this file.

export type RequestKind = 'small' | 'figures' | 'list' | 'detail' | 'report';

interface StaffRequest {
  method: 'GET' | 'POST';
  /** `{member.id}` is replaced by a value of the catalogue. */
  path: string;
  kind: RequestKind;
  body?: object;
}

/** A screen with its parallel requests. */
interface Visit {
  name: string;
  /** Relative frequency. */
  weight: number;
  thinkSeconds: readonly [from: number, to: number];
  requests: readonly StaffRequest[];
}

/** Sources of the values in paths, read once before the measurement. */
export const CATALOGUE = {
  alert: '/api/unusual-activities?page=1&pageSize=50',
  member: '/api/members?page=1&pageSize=50',
  company: '/api/companies/summary?page=1&pageSize=50',
} as const;

const get = (path: string, kind: RequestKind): StaffRequest => ({ method: 'GET', path, kind });

/** A typical day: mostly alerts and their members. Only reads, so that it may run against a production installation. */
export const STAFF_VISITS: readonly Visit[] = [
  {
    name: 'dashboard',
    weight: 20,
    thinkSeconds: [15, 45],
    requests: [
      get('/api/metrics/30', 'figures'),
      get('/api/transactions/chart/365', 'figures'),
      get('/api/top-depositors/10/365', 'figures'),
      get('/api/unusual-activities?page=1&pageSize=20', 'figures'),
      get('/api/unusual-activities?reviewed=false&pageSize=1', 'figures'),
      get('/api/unusual-activities?reviewed=false&pageSize=1&riskLevel=high', 'figures'),
    ],
  },
  {
    name: 'alerts',
    weight: 25,
    thinkSeconds: [10, 30],
    requests: [
      get('/api/unusual-activities?reviewed=false&page=1&pageSize=20', 'figures'),
      get('/api/unusual-activities/counts', 'figures'),
    ],
  },
  {
    name: 'one alert',
    weight: 20,
    thinkSeconds: [30, 120],
    requests: [
      get('/api/unusual-activities/{alert.id}', 'detail'),
      get('/api/unusual-activities/{alert.id}/surroundings', 'detail'),
    ],
  },
  {
    name: 'members',
    weight: 12,
    thinkSeconds: [10, 40],
    requests: [
      get('/api/members?page=1&pageSize=25&sort=riskLevel&order=desc', 'list'),
      get('/api/members/summary', 'list'),
    ],
  },
  {
    name: 'looking for a member',
    weight: 10,
    thinkSeconds: [5, 20],
    requests: [get('/api/members?search={member.lastName}&page=1&pageSize=25', 'list')],
  },
  {
    name: 'one member',
    weight: 15,
    thinkSeconds: [20, 90],
    requests: [
      get('/api/members/detail/{member.firstName}/{member.lastName}?member={member.id}', 'detail'),
      get('/api/members/{member.id}/overview', 'detail'),
      get('/api/transactions?accountNumber={member.accountNumber}&limit=10', 'detail'),
    ],
  },
  {
    name: 'companies',
    weight: 6,
    thinkSeconds: [10, 40],
    requests: [
      get('/api/companies/summary?page=1&pageSize=25', 'list'),
      get('/api/companies/overview', 'list'),
    ],
  },
  {
    name: 'one company',
    weight: 6,
    thinkSeconds: [20, 60],
    requests: [get('/api/companies/{company.company}/details', 'detail')],
  },
  {
    name: 'transaction report',
    weight: 6,
    thinkSeconds: [30, 90],
    requests: [
      get('/api/reports/filter-options', 'report'),
      {
        method: 'POST',
        path: '/api/reports/transactions?page=1&pageSize=100',
        kind: 'report',
        body: { company: ['pay'], amount: { operator: 'gt', value: '500' } },
      },
    ],
  },
  {
    name: 'imports',
    weight: 4,
    thinkSeconds: [10, 30],
    requests: [get('/api/imports?page=1&pageSize=50', 'list')],
  },
  {
    name: 'what one was told',
    weight: 8,
    thinkSeconds: [3, 15],
    requests: [
      get('/api/notifications', 'small'),
      get('/api/auth/user', 'small'),
      get('/api/auth/session', 'small'),
    ],
  },
];

type Source = keyof typeof CATALOGUE;
export type Catalogue = Readonly<Record<Source, readonly Readonly<Record<string, unknown>>[]>>;

const PLACEHOLDER = /\{(\w+)\.(\w+)\}/g;

/** `name`: the path with placeholders, which groups the results. */
export interface ChosenRequest extends StaffRequest {
  name: string;
}

/** @param random uniform in [0, 1) */
export function chooseVisit(
  catalogue: Catalogue,
  random: () => number,
): { visit: Visit; requests: ChosenRequest[] } {
  const possible = STAFF_VISITS.filter((visit) => fillVisit(visit, catalogue, () => 0) !== null);
  let left = random() * possible.reduce((sum, { weight }) => sum + weight, 0);
  const visit = possible.find(({ weight }) => (left -= weight) < 0) ?? possible[0];
  if (visit === undefined) throw new Error('The catalogue allows no visit');
  return { visit, requests: fillVisit(visit, catalogue, random) ?? [] };
}

/** @returns null when the ledger lacks values for the paths */
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

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
