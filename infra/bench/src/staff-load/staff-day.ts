// Plain data and no import that runs: k6 reads this file as well as Node.

/** What is expected of it, see `limits.ts`. */
export type RequestKind = 'small' | 'figures' | 'list' | 'detail' | 'report';

export interface StaffRequest {
  method: 'GET' | 'POST';
  /** `{member.id}` stands for a value out of the catalogue. */
  path: string;
  kind: RequestKind;
  body?: object;
}

/** One look at one screen: what it asks for, all at once, as a browser does. */
export interface Visit {
  name: string;
  /** How often in a day, against the others. */
  weight: number;
  /** How long one looks at it before the next. */
  thinkSeconds: readonly [from: number, to: number];
  requests: readonly StaffRequest[];
}

/** Where the values of paths come from: asked once, before anything is measured. */
export const CATALOGUE = {
  alert: '/api/unusual-activities?page=1&pageSize=50',
  member: '/api/members?page=1&pageSize=50',
  company: '/api/companies/summary?page=1&pageSize=50',
} as const;

const get = (path: string, kind: RequestKind): StaffRequest => ({ method: 'GET', path, kind });

/**
 * A day of a member of staff of a credit union: mostly alerts and the members behind them. Nothing here changes anything, so that
 * it may be played against an installation that is used.
 */
export const STAFF_DAY: readonly Visit[] = [
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
