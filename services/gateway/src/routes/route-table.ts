import type { Role } from '@clearwatch/contracts/users';

export const UPSTREAMS = ['auth', 'ingest', 'analytics', 'reports'] as const;
export type Upstream = (typeof UPSTREAMS)[number];

/**
 * public: everybody · signing-in: whoever gave a password, complete or not · otherwise the roles, whose session must
 * be complete.
 */
export type Access = 'public' | 'signing-in' | readonly Role[];

/** json: small bodies both ways · upload: a file is imported before the answer · stream: the answer never ends. */
export type RouteKind = 'json' | 'upload' | 'stream';

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Without leading slash; `:name` stands for one segment. */
  path: string;
  service: 'gateway' | Upstream;
  access: Access;
  kind: RouteKind;
  /** Asked by the page itself and not by a person: does not keep a session from idling out. */
  passive?: true;
  /** Answered when its turn at the slow hash, a walk through all of a log or an analysis of everybody is over. */
  slow?: true;
  /** A POST that only reads: its question is too long for an address. */
  changesNothing?: true;
}

const STAFF: Access = ['User', 'Admin'];
const ADMIN: Access = ['Admin'];

/** Every path under `/api` that exists: what is not listed here is 404, whoever asks. */
export const ROUTES: readonly Route[] = [
  { method: 'POST', path: 'api/auth/login', service: 'gateway', access: 'public', kind: 'json' },
  { method: 'POST', path: 'api/auth/logout', service: 'gateway', access: 'public', kind: 'json' },
  {
    method: 'POST',
    path: 'api/auth/change-password',
    service: 'gateway',
    access: 'signing-in',
    kind: 'json',
  },
  { method: 'POST', path: 'api/auth/setup-2fa', service: 'gateway', access: 'signing-in', kind: 'json' },
  { method: 'POST', path: 'api/auth/verify-2fa', service: 'gateway', access: 'signing-in', kind: 'json' },
  { method: 'GET', path: 'api/auth/two-factor-qr', service: 'gateway', access: 'signing-in', kind: 'json' },
  { method: 'GET', path: 'api/auth/user', service: 'gateway', access: STAFF, kind: 'json' },
  {
    method: 'GET',
    path: 'api/auth/session',
    service: 'gateway',
    access: STAFF,
    kind: 'json',
    passive: true,
  },
  { method: 'POST', path: 'api/auth/stay-signed-in', service: 'gateway', access: STAFF, kind: 'json' },
  { method: 'GET', path: 'api/auth/sessions', service: 'gateway', access: STAFF, kind: 'json' },
  { method: 'DELETE', path: 'api/auth/sessions', service: 'gateway', access: STAFF, kind: 'json' },
  { method: 'DELETE', path: 'api/auth/sessions/:id', service: 'gateway', access: STAFF, kind: 'json' },

  { method: 'GET', path: 'api/users', service: 'auth', access: ADMIN, kind: 'json' },
  { method: 'POST', path: 'api/users', service: 'auth', access: ADMIN, kind: 'json', slow: true },
  { method: 'PUT', path: 'api/users/:id', service: 'auth', access: ADMIN, kind: 'json' },
  { method: 'DELETE', path: 'api/users/:id', service: 'auth', access: ADMIN, kind: 'json' },
  {
    method: 'POST',
    path: 'api/users/:id/reset-password',
    service: 'auth',
    access: ADMIN,
    kind: 'json',
    slow: true,
  },
  { method: 'POST', path: 'api/users/:id/unlock', service: 'auth', access: ADMIN, kind: 'json' },
  { method: 'POST', path: 'api/users/:id/reset-two-factor', service: 'auth', access: ADMIN, kind: 'json' },
  { method: 'GET', path: 'api/users/:id/activity', service: 'auth', access: ADMIN, kind: 'json' },
  { method: 'GET', path: 'api/users/:id/sessions', service: 'gateway', access: ADMIN, kind: 'json' },
  { method: 'DELETE', path: 'api/users/:id/sessions', service: 'gateway', access: ADMIN, kind: 'json' },

  { method: 'GET', path: 'api/audit-events', service: 'auth', access: ADMIN, kind: 'json' },
  { method: 'GET', path: 'api/audit-events/export', service: 'auth', access: ADMIN, kind: 'json' },
  { method: 'GET', path: 'api/audit-events/:seq', service: 'auth', access: ADMIN, kind: 'json' },
  {
    method: 'POST',
    path: 'api/audit-events/verify',
    service: 'auth',
    access: ADMIN,
    kind: 'json',
    slow: true,
  },

  { method: 'GET', path: 'api/health', service: 'gateway', access: 'public', kind: 'json', passive: true },
  {
    method: 'GET',
    path: 'api/system/status',
    service: 'gateway',
    access: STAFF,
    kind: 'json',
    passive: true,
  },
  { method: 'GET', path: 'api/system/retention', service: 'gateway', access: STAFF, kind: 'json' },
  {
    method: 'GET',
    path: 'api/system/failed-jobs',
    service: 'gateway',
    access: ADMIN,
    kind: 'json',
    passive: true,
  },
  {
    method: 'POST',
    path: 'api/system/failed-jobs/:queue/:id/retry',
    service: 'gateway',
    access: ADMIN,
    kind: 'json',
  },
  {
    method: 'DELETE',
    path: 'api/system/failed-jobs/:queue/:id',
    service: 'gateway',
    access: ADMIN,
    kind: 'json',
  },
  { method: 'GET', path: 'api/events', service: 'gateway', access: STAFF, kind: 'stream', passive: true },
  { method: 'GET', path: 'api/docs', service: 'gateway', access: STAFF, kind: 'json' },
  { method: 'GET', path: 'api/docs/:file', service: 'gateway', access: STAFF, kind: 'json' },

  { method: 'POST', path: 'api/upload-transactions', service: 'ingest', access: STAFF, kind: 'upload' },
  { method: 'GET', path: 'api/imports', service: 'ingest', access: STAFF, kind: 'json' },
  { method: 'GET', path: 'api/imports/sample', service: 'ingest', access: STAFF, kind: 'json' },
  { method: 'POST', path: 'api/imports/sample', service: 'ingest', access: ADMIN, kind: 'upload' },
  { method: 'GET', path: 'api/imports/:id', service: 'ingest', access: STAFF, kind: 'json' },
  { method: 'DELETE', path: 'api/imports/:id', service: 'ingest', access: ADMIN, kind: 'json' },
  { method: 'GET', path: 'api/imports/:id/rejects', service: 'ingest', access: STAFF, kind: 'json' },
  { method: 'GET', path: 'api/imports/:id/mapping', service: 'ingest', access: STAFF, kind: 'json' },
  { method: 'PUT', path: 'api/imports/:id/mapping', service: 'ingest', access: STAFF, kind: 'json' },
  { method: 'POST', path: 'api/imports/:id/mapping', service: 'ingest', access: STAFF, kind: 'json' },
  { method: 'DELETE', path: 'api/imports/:id/mapping', service: 'ingest', access: STAFF, kind: 'json' },
  {
    method: 'POST',
    path: 'api/imports/:id/mapping/preview',
    service: 'ingest',
    access: STAFF,
    kind: 'json',
    changesNothing: true,
  },
  { method: 'POST', path: 'api/imports/:id/discard', service: 'ingest', access: STAFF, kind: 'json' },
  {
    method: 'GET',
    path: 'api/imports/:id/rejects-to-correct.csv',
    service: 'ingest',
    access: STAFF,
    kind: 'json',
  },
  { method: 'GET', path: 'api/imports/:id/rejects.csv', service: 'ingest', access: STAFF, kind: 'json' },
  { method: 'GET', path: 'api/imports/:id/duplicates', service: 'ingest', access: STAFF, kind: 'json' },
  {
    method: 'POST',
    path: 'api/imports/:id/duplicates/:row/keep',
    service: 'ingest',
    access: STAFF,
    kind: 'json',
  },
  { method: 'POST', path: 'api/imports/:id/retry', service: 'ingest', access: STAFF, kind: 'json' },
  { method: 'POST', path: 'api/bulk-upload-llamaextract', service: 'ingest', access: STAFF, kind: 'upload' },
  { method: 'GET', path: 'api/parse-jobs', service: 'ingest', access: STAFF, kind: 'json' },
  { method: 'GET', path: 'api/parse-jobs/:id', service: 'ingest', access: STAFF, kind: 'json' },
  { method: 'POST', path: 'api/parse-jobs/:id/decisions', service: 'ingest', access: STAFF, kind: 'upload' },
  { method: 'POST', path: 'api/parse-jobs/:id/cancel', service: 'ingest', access: STAFF, kind: 'json' },
  { method: 'POST', path: 'api/parse-jobs/:id/retry', service: 'ingest', access: STAFF, kind: 'json' },
  { method: 'GET', path: 'api/parse-jobs/:id/pages/:page', service: 'ingest', access: STAFF, kind: 'json' },
  { method: 'GET', path: 'api/parse-jobs/:id/document', service: 'ingest', access: STAFF, kind: 'json' },
  { method: 'GET', path: 'api/legal-holds', service: 'ingest', access: STAFF, kind: 'json' },
  { method: 'POST', path: 'api/legal-holds', service: 'ingest', access: ADMIN, kind: 'json' },
  { method: 'POST', path: 'api/legal-holds/:id/release', service: 'ingest', access: ADMIN, kind: 'json' },
  { method: 'GET', path: 'api/transactions', service: 'ingest', access: STAFF, kind: 'json' },
  { method: 'GET', path: 'api/transactions/:id', service: 'ingest', access: STAFF, kind: 'json' },

  { method: 'GET', path: 'api/metrics/:days', service: 'analytics', access: STAFF, kind: 'json' },
  { method: 'GET', path: 'api/transactions/chart/:days', service: 'analytics', access: STAFF, kind: 'json' },
  {
    method: 'GET',
    path: 'api/top-depositors/:limit/:days',
    service: 'analytics',
    access: STAFF,
    kind: 'json',
  },
  { method: 'GET', path: 'api/unusual-activities', service: 'analytics', access: STAFF, kind: 'json' },
  { method: 'GET', path: 'api/unusual-activities/counts', service: 'analytics', access: STAFF, kind: 'json' },
  {
    method: 'POST',
    path: 'api/unusual-activities/bulk-review',
    service: 'analytics',
    access: STAFF,
    kind: 'json',
  },
  { method: 'POST', path: 'api/unusual-activities/next', service: 'analytics', access: STAFF, kind: 'json' },
  { method: 'GET', path: 'api/unusual-activities/:id', service: 'analytics', access: STAFF, kind: 'json' },
  {
    method: 'GET',
    path: 'api/unusual-activities/:id/surroundings',
    service: 'analytics',
    access: STAFF,
    kind: 'json',
  },
  {
    method: 'GET',
    path: 'api/unusual-activities/:id/replay',
    service: 'analytics',
    access: STAFF,
    kind: 'json',
  },
  {
    method: 'GET',
    path: 'api/unusual-activities/:id/evidence.pdf',
    service: 'analytics',
    access: STAFF,
    kind: 'json',
  },
  {
    method: 'PATCH',
    path: 'api/unusual-activities/:id/review',
    service: 'analytics',
    access: STAFF,
    kind: 'json',
  },
  {
    method: 'POST',
    path: 'api/unusual-activities/:id/reopen',
    service: 'analytics',
    access: STAFF,
    kind: 'json',
  },
  {
    method: 'PUT',
    path: 'api/unusual-activities/:id/assignment',
    service: 'analytics',
    access: STAFF,
    kind: 'json',
  },
  {
    method: 'DELETE',
    path: 'api/unusual-activities/:id/assignment',
    service: 'analytics',
    access: STAFF,
    kind: 'json',
  },

  {
    method: 'POST',
    path: 'api/analytics/detect-fraud',
    service: 'analytics',
    access: STAFF,
    kind: 'json',
    slow: true,
  },
  { method: 'GET', path: 'api/analytics/full-analysis', service: 'analytics', access: STAFF, kind: 'json' },
  { method: 'GET', path: 'api/detection/policy', service: 'analytics', access: STAFF, kind: 'json' },
  { method: 'POST', path: 'api/detection/policy', service: 'analytics', access: ADMIN, kind: 'json' },
  { method: 'GET', path: 'api/detection/policy/versions', service: 'analytics', access: STAFF, kind: 'json' },
  {
    method: 'GET',
    path: 'api/detection/policy/versions/:version',
    service: 'analytics',
    access: STAFF,
    kind: 'json',
  },
  { method: 'POST', path: 'api/detection/tryouts', service: 'analytics', access: ADMIN, kind: 'json' },
  { method: 'GET', path: 'api/detection/tryouts/:id', service: 'analytics', access: ADMIN, kind: 'json' },
  { method: 'GET', path: 'api/detection/suppressions', service: 'analytics', access: STAFF, kind: 'json' },
  { method: 'POST', path: 'api/detection/suppressions', service: 'analytics', access: ADMIN, kind: 'json' },
  {
    method: 'DELETE',
    path: 'api/detection/suppressions/:id',
    service: 'analytics',
    access: ADMIN,
    kind: 'json',
  },
  { method: 'GET', path: 'api/detection/quality', service: 'analytics', access: STAFF, kind: 'json' },
  {
    method: 'GET',
    path: 'api/detection/chain',
    service: 'analytics',
    access: ADMIN,
    kind: 'json',
    slow: true,
  },

  {
    method: 'GET',
    path: 'api/notifications',
    service: 'analytics',
    access: STAFF,
    kind: 'json',
    passive: true,
  },
  { method: 'POST', path: 'api/notifications/read', service: 'analytics', access: STAFF, kind: 'json' },
  { method: 'GET', path: 'api/settings/notifications', service: 'analytics', access: STAFF, kind: 'json' },
  { method: 'PUT', path: 'api/settings/notifications', service: 'analytics', access: STAFF, kind: 'json' },
  { method: 'GET', path: 'api/settings/institution', service: 'analytics', access: STAFF, kind: 'json' },
  { method: 'PUT', path: 'api/settings/institution', service: 'analytics', access: ADMIN, kind: 'json' },

  { method: 'GET', path: 'api/members', service: 'analytics', access: STAFF, kind: 'json' },
  { method: 'GET', path: 'api/members/count', service: 'analytics', access: STAFF, kind: 'json' },
  { method: 'GET', path: 'api/members/summary', service: 'analytics', access: STAFF, kind: 'json' },
  {
    method: 'GET',
    path: 'api/members/detail/:firstName/:lastName',
    service: 'analytics',
    access: STAFF,
    kind: 'json',
  },
  { method: 'GET', path: 'api/members/:id/overview', service: 'analytics', access: STAFF, kind: 'json' },
  { method: 'GET', path: 'api/companies/summary', service: 'analytics', access: STAFF, kind: 'json' },
  { method: 'GET', path: 'api/companies/overview', service: 'analytics', access: STAFF, kind: 'json' },
  { method: 'GET', path: 'api/companies/unique-members', service: 'analytics', access: STAFF, kind: 'json' },
  {
    method: 'GET',
    path: 'api/companies/:company/details',
    service: 'analytics',
    access: STAFF,
    kind: 'json',
  },

  { method: 'GET', path: 'api/reports', service: 'reports', access: STAFF, kind: 'json' },
  {
    method: 'POST',
    path: 'api/reports/transactions',
    service: 'reports',
    access: STAFF,
    kind: 'json',
    slow: true,
    changesNothing: true,
  },
  {
    method: 'POST',
    path: 'api/reports/export-csv',
    service: 'reports',
    access: STAFF,
    kind: 'json',
    slow: true,
    changesNothing: true,
  },
  { method: 'GET', path: 'api/reports/filter-options', service: 'reports', access: STAFF, kind: 'json' },
  { method: 'GET', path: 'api/report-filters', service: 'reports', access: STAFF, kind: 'json' },
  { method: 'POST', path: 'api/report-filters', service: 'reports', access: STAFF, kind: 'json' },
  { method: 'PUT', path: 'api/report-filters/:id', service: 'reports', access: STAFF, kind: 'json' },
  { method: 'DELETE', path: 'api/report-filters/:id', service: 'reports', access: STAFF, kind: 'json' },
  { method: 'GET', path: 'api/views', service: 'reports', access: STAFF, kind: 'json' },
  { method: 'POST', path: 'api/views', service: 'reports', access: STAFF, kind: 'json' },
  { method: 'PUT', path: 'api/views/:id', service: 'reports', access: STAFF, kind: 'json' },
  { method: 'DELETE', path: 'api/views/:id', service: 'reports', access: STAFF, kind: 'json' },
  { method: 'PUT', path: 'api/default-views/:screen', service: 'reports', access: STAFF, kind: 'json' },
  {
    method: 'POST',
    path: 'api/generate-report',
    service: 'reports',
    access: STAFF,
    kind: 'json',
    slow: true,
  },
  { method: 'GET', path: 'api/reports/:id', service: 'reports', access: STAFF, kind: 'json' },
  { method: 'DELETE', path: 'api/reports/:id', service: 'reports', access: ADMIN, kind: 'json' },
  { method: 'POST', path: 'api/reports/:id/cancel', service: 'reports', access: STAFF, kind: 'json' },
  {
    method: 'GET',
    path: 'api/reports/:id/report.pdf',
    service: 'reports',
    access: STAFF,
    kind: 'json',
    slow: true,
  },
  { method: 'GET', path: 'api/reports/:id/report.md', service: 'reports', access: STAFF, kind: 'json' },
];
