import type { ApprovalKind } from '@clearwatch/contracts/approvals';
import type { Role } from '@clearwatch/contracts/users';

export const UPSTREAMS = ['auth', 'ingest', 'analytics', 'reports'] as const;
export type Upstream = (typeof UPSTREAMS)[number];

/** signing-in: after the password, possibly before the second factor · roles: require a complete session. */
export type Access = 'public' | 'signing-in' | readonly Role[];

/** upload: may take minutes, because the file is imported first · stream: the response does not end. */
export type RouteKind = 'json' | 'upload' | 'stream';

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Without a leading slash; `:name` matches one segment. */
  path: string;
  service: 'gateway' | Upstream;
  access: Access;
  kind: RouteKind;
  /** Sent by pages without user action, so it does not count as session activity. */
  passive?: true;
  /** Waits for a password hash, the verification of the entire audit log or a full analysis. */
  slow?: true;
  /** An admin action on people, policy, holds or records: needs a code from the authenticator app within the last minutes. */
  freshCode?: true;
  /** The settings may require a second admin's approval. */
  approval?: ApprovalKind;
  /** A POST that only reads; its filter is too long for a URL. */
  changesNothing?: true;
}

const STAFF: Access = ['User', 'Admin'];
const ADMIN: Access = ['Admin'];

type RouteOptions = Partial<Pick<Route, 'kind' | 'passive' | 'slow' | 'changesNothing' | 'approval'>>;

function route(
  name: `${Route['method']} ${string}`,
  service: Route['service'],
  access: Access,
  options: RouteOptions = {},
): Route {
  const [method, path] = name.split(' ') as [Route['method'], string];
  return { method, path, service, access, kind: 'json', ...options };
}

const adminAction = (
  name: `${Route['method']} ${string}`,
  service: Route['service'],
  options: RouteOptions = {},
): Route => ({ ...route(name, service, ADMIN, options), freshCode: true });

/** Every other path under `/api` is 404. */
export const ROUTES: readonly Route[] = [
  route('POST api/auth/login', 'gateway', 'public'),
  route('POST api/auth/logout', 'gateway', 'public'),
  route('POST api/auth/change-password', 'gateway', 'signing-in'),
  route('POST api/auth/setup-2fa', 'gateway', 'signing-in'),
  route('POST api/auth/verify-2fa', 'gateway', 'signing-in'),
  route('GET api/auth/two-factor-qr', 'gateway', 'signing-in'),
  route('GET api/auth/user', 'gateway', STAFF),
  route('GET api/auth/session', 'gateway', STAFF, { passive: true }),
  route('POST api/auth/fresh-code', 'gateway', STAFF),
  route('POST api/auth/stay-signed-in', 'gateway', STAFF),
  route('GET api/auth/sessions', 'gateway', STAFF),
  route('DELETE api/auth/sessions', 'gateway', STAFF),
  route('DELETE api/auth/sessions/:id', 'gateway', STAFF),

  route('GET api/users', 'auth', ADMIN),
  adminAction('POST api/users', 'auth', { slow: true, approval: 'role_change' }),
  adminAction('PUT api/users/:id', 'auth', { approval: 'role_change' }),
  adminAction('DELETE api/users/:id', 'auth', { approval: 'role_change' }),
  adminAction('POST api/users/:id/reset-password', 'auth', { slow: true }),
  adminAction('POST api/users/:id/unlock', 'auth'),
  adminAction('POST api/users/:id/reset-two-factor', 'auth', { approval: 'two_factor_reset' }),
  route('GET api/users/:id/activity', 'auth', ADMIN),
  route('GET api/users/:id/sessions', 'gateway', ADMIN),
  adminAction('DELETE api/users/:id/sessions', 'gateway'),

  route('GET api/settings/security', 'gateway', ADMIN),
  adminAction('PUT api/settings/security', 'gateway', { approval: 'security_settings' }),
  route('GET api/approvals', 'gateway', ADMIN),
  adminAction('POST api/approvals/:id/approve', 'gateway', { slow: true }),
  adminAction('POST api/approvals/:id/reject', 'gateway'),

  route('GET api/audit-events', 'auth', ADMIN),
  route('GET api/audit-events/export', 'auth', ADMIN),
  route('GET api/audit-events/:seq', 'auth', ADMIN),
  route('POST api/audit-events/verify', 'auth', ADMIN, { slow: true }),

  route('GET api/health', 'gateway', 'public', { passive: true }),
  route('GET api/system/status', 'gateway', STAFF, { passive: true }),
  route('GET api/system/retention', 'gateway', STAFF),
  route('GET api/system/failed-jobs', 'gateway', ADMIN, { passive: true }),
  route('POST api/system/failed-jobs/:queue/:id/retry', 'gateway', ADMIN),
  route('DELETE api/system/failed-jobs/:queue/:id', 'gateway', ADMIN),
  route('GET api/events', 'gateway', STAFF, { kind: 'stream', passive: true }),
  route('GET api/docs', 'gateway', STAFF),
  route('GET api/docs/:file', 'gateway', STAFF),

  route('POST api/upload-transactions', 'ingest', STAFF, { kind: 'upload' }),
  route('GET api/imports', 'ingest', STAFF),
  route('GET api/imports/sample', 'ingest', STAFF),
  route('POST api/imports/sample', 'ingest', ADMIN, { kind: 'upload' }),
  route('GET api/imports/:id', 'ingest', STAFF),
  adminAction('DELETE api/imports/:id', 'ingest', { approval: 'import_undo' }),
  route('GET api/imports/:id/rejects', 'ingest', STAFF),
  route('GET api/imports/:id/mapping', 'ingest', STAFF),
  route('PUT api/imports/:id/mapping', 'ingest', STAFF),
  route('POST api/imports/:id/mapping', 'ingest', STAFF),
  route('DELETE api/imports/:id/mapping', 'ingest', STAFF),
  route('POST api/imports/:id/mapping/preview', 'ingest', STAFF, { changesNothing: true }),
  route('POST api/imports/:id/discard', 'ingest', STAFF),
  route('GET api/imports/:id/rejects-to-correct.csv', 'ingest', STAFF),
  route('GET api/imports/:id/rejects.csv', 'ingest', STAFF),
  route('GET api/imports/:id/duplicates', 'ingest', STAFF),
  route('POST api/imports/:id/duplicates/:row/keep', 'ingest', STAFF),
  route('POST api/imports/:id/retry', 'ingest', STAFF),
  route('POST api/bulk-upload-llamaextract', 'ingest', STAFF, { kind: 'upload' }),
  route('GET api/parse-jobs', 'ingest', STAFF),
  route('GET api/parse-jobs/:id', 'ingest', STAFF),
  route('POST api/parse-jobs/:id/decisions', 'ingest', STAFF, { kind: 'upload' }),
  route('POST api/parse-jobs/:id/cancel', 'ingest', STAFF),
  route('POST api/parse-jobs/:id/retry', 'ingest', STAFF),
  route('GET api/parse-jobs/:id/pages/:page', 'ingest', STAFF),
  route('GET api/parse-jobs/:id/document', 'ingest', STAFF),
  route('GET api/parse-jobs/:id/columns', 'ingest', STAFF),
  route('POST api/parse-jobs/:id/columns', 'ingest', STAFF),
  route('POST api/parse-jobs/:id/columns/preview', 'ingest', STAFF, { changesNothing: true }),
  route('GET api/document-layouts', 'ingest', STAFF),
  route('PATCH api/document-layouts/:id', 'ingest', STAFF),
  route('DELETE api/document-layouts/:id', 'ingest', STAFF),
  route('GET api/legal-holds', 'ingest', STAFF),
  adminAction('POST api/legal-holds', 'ingest'),
  adminAction('POST api/legal-holds/:id/release', 'ingest', { approval: 'hold_release' }),
  route('GET api/transactions', 'ingest', STAFF),
  route('GET api/transactions/:id', 'ingest', STAFF),

  route('GET api/metrics/:days', 'analytics', STAFF),
  route('GET api/transactions/chart/:days', 'analytics', STAFF),
  route('GET api/top-depositors/:limit/:days', 'analytics', STAFF),
  route('GET api/unusual-activities', 'analytics', STAFF),
  route('GET api/unusual-activities/counts', 'analytics', STAFF),
  route('POST api/unusual-activities/bulk-review', 'analytics', STAFF),
  route('POST api/unusual-activities/next', 'analytics', STAFF),
  route('GET api/unusual-activities/:id', 'analytics', STAFF),
  route('GET api/unusual-activities/:id/surroundings', 'analytics', STAFF),
  route('GET api/unusual-activities/:id/replay', 'analytics', STAFF),
  route('GET api/unusual-activities/:id/evidence.pdf', 'analytics', STAFF),
  route('PATCH api/unusual-activities/:id/review', 'analytics', STAFF),
  route('POST api/unusual-activities/:id/reopen', 'analytics', STAFF),
  route('PUT api/unusual-activities/:id/assignment', 'analytics', STAFF),
  route('DELETE api/unusual-activities/:id/assignment', 'analytics', STAFF),

  route('POST api/analytics/detect-fraud', 'analytics', STAFF, { slow: true }),
  route('GET api/analytics/full-analysis', 'analytics', STAFF),
  route('GET api/detection/policy', 'analytics', STAFF),
  adminAction('POST api/detection/policy', 'analytics', { approval: 'policy_change' }),
  route('GET api/detection/policy/versions', 'analytics', STAFF),
  route('GET api/detection/policy/versions/:version', 'analytics', STAFF),
  route('POST api/detection/tryouts', 'analytics', ADMIN), // cspell:disable-line
  route('GET api/detection/tryouts/:id', 'analytics', ADMIN), // cspell:disable-line
  route('GET api/detection/suppressions', 'analytics', STAFF),
  adminAction('POST api/detection/suppressions', 'analytics', { approval: 'policy_change' }),
  adminAction('DELETE api/detection/suppressions/:id', 'analytics', { approval: 'policy_change' }),
  route('GET api/detection/quality', 'analytics', STAFF),
  route('GET api/detection/chain', 'analytics', ADMIN, { slow: true }),

  route('GET api/notifications', 'analytics', STAFF, { passive: true }),
  route('POST api/notifications/read', 'analytics', STAFF),
  route('GET api/settings/notifications', 'analytics', STAFF),
  route('PUT api/settings/notifications', 'analytics', STAFF),
  route('GET api/settings/institution', 'analytics', STAFF),
  route('PUT api/settings/institution', 'analytics', ADMIN),

  route('GET api/members', 'analytics', STAFF),
  route('GET api/members/count', 'analytics', STAFF),
  route('GET api/members/summary', 'analytics', STAFF),
  route('GET api/members/detail/:firstName/:lastName', 'analytics', STAFF),
  route('GET api/members/:id/overview', 'analytics', STAFF),
  route('GET api/companies/summary', 'analytics', STAFF),
  route('GET api/companies/overview', 'analytics', STAFF),
  route('GET api/companies/unique-members', 'analytics', STAFF),
  route('GET api/companies/:company/details', 'analytics', STAFF),

  route('GET api/reports', 'reports', STAFF),
  route('POST api/reports/transactions', 'reports', STAFF, { slow: true, changesNothing: true }),
  route('POST api/reports/export-csv', 'reports', STAFF, { slow: true, changesNothing: true }),
  route('GET api/reports/filter-options', 'reports', STAFF),
  route('GET api/report-filters', 'reports', STAFF),
  route('POST api/report-filters', 'reports', STAFF),
  route('PUT api/report-filters/:id', 'reports', STAFF),
  route('DELETE api/report-filters/:id', 'reports', STAFF),
  route('GET api/views', 'reports', STAFF),
  route('POST api/views', 'reports', STAFF),
  route('PUT api/views/:id', 'reports', STAFF),
  route('DELETE api/views/:id', 'reports', STAFF),
  route('PUT api/default-views/:screen', 'reports', STAFF),
  route('POST api/generate-report', 'reports', STAFF, { slow: true }),
  route('GET api/reports/:id', 'reports', STAFF),
  adminAction('DELETE api/reports/:id', 'reports'),
  route('POST api/reports/:id/cancel', 'reports', STAFF),
  route('GET api/reports/:id/report.pdf', 'reports', STAFF, { slow: true }),
  route('GET api/reports/:id/report.md', 'reports', STAFF),
];
