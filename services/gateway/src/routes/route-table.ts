import type { Access, Route } from './route.ts';

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
  {
    method: 'POST',
    path: 'api/audit-events/verify',
    service: 'auth',
    access: ADMIN,
    kind: 'json',
    slow: true,
  },

  { method: 'GET', path: 'api/health', service: 'gateway', access: 'public', kind: 'json', passive: true },
  { method: 'GET', path: 'api/events', service: 'gateway', access: STAFF, kind: 'stream', passive: true },
  { method: 'GET', path: 'api/docs', service: 'gateway', access: STAFF, kind: 'json' },
  { method: 'GET', path: 'api/docs/:file', service: 'gateway', access: STAFF, kind: 'json' },

  { method: 'POST', path: 'api/upload-transactions', service: 'ingest', access: STAFF, kind: 'upload' },
  { method: 'GET', path: 'api/imports', service: 'ingest', access: STAFF, kind: 'json' },
  { method: 'GET', path: 'api/imports/:id', service: 'ingest', access: STAFF, kind: 'json' },
  { method: 'GET', path: 'api/imports/:id/rejects', service: 'ingest', access: STAFF, kind: 'json' },

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
  { method: 'GET', path: 'api/unusual-activities/:id', service: 'analytics', access: STAFF, kind: 'json' },
  {
    method: 'PATCH',
    path: 'api/unusual-activities/:id/review',
    service: 'analytics',
    access: STAFF,
    kind: 'json',
  },

  { method: 'GET', path: 'api/reports', service: 'reports', access: STAFF, kind: 'json' },
];
