import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StaffClient } from '@clearwatch/infra-local/trial/staff-client';
import {
  signedInAdmin,
  startTrialInstallation,
  type TrialInstallation,
} from '@clearwatch/infra-local/trial/trial-installation';

/** The committed description. `UPDATE_OPENAPI=1 npm test -- --only stack open-api` writes it anew. */
const COMMITTED = join(import.meta.dirname, '..', '..', 'docs', 'openapi.json');
/** Answered to everybody: signing in, and whether the application is well. */
const OPEN_TO_ALL = new Set(['POST /api/auth/login', 'POST /api/auth/logout', 'GET /api/health']);

interface Description {
  components: { schemas: Record<string, unknown> };
  paths: Record<string, Record<string, unknown>>;
}

describe('the description of the API', () => {
  let installation: TrialInstallation;
  let admin: StaffClient;
  let description: Description;

  beforeAll(async () => {
    installation = await startTrialInstallation();
    admin = await signedInAdmin(installation);
    description = (await admin.expect(200, 'GET', '/api/docs/openapi.json')).json() as Description;
  }, 90_000);

  afterAll(() => installation?.remove(), 60_000);

  const routes = () =>
    Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
    );

  it('is the committed one', () => {
    if (process.env['UPDATE_OPENAPI'] !== undefined) {
      writeFileSync(COMMITTED, `${JSON.stringify(description, null, 2)}\n`);
    }
    expect(description).toEqual(JSON.parse(readFileSync(COMMITTED, 'utf8')));
  });

  it('describes every shape that it refers to', () => {
    const referred = JSON.stringify(description).matchAll(/#\/components\/schemas\/([^"/]+)/g);
    const { schemas } = description.components;
    expect([...referred].map(([, name = '']) => name).filter((name) => !(name in schemas))).toEqual([]);
  });

  it('names the calls of this version', () => {
    const named = routes().map(({ method, path }) => `${method} ${path}`);
    for (const call of [
      'POST /api/auth/login',
      'POST /api/auth/logout',
      'GET /api/auth/user',
      'POST /api/auth/change-password',
      'POST /api/auth/setup-2fa',
      'POST /api/auth/verify-2fa',
      'POST /api/upload-transactions',
      'GET /api/metrics/{days}',
      'GET /api/transactions/chart/{days}',
      'GET /api/top-depositors/{limit}/{days}',
      'GET /api/unusual-activities',
      'PATCH /api/unusual-activities/{id}/review',
      'GET /api/reports',
    ]) {
      expect(named).toContain(call);
    }
  });

  it('answers nobody who is not signed in', async () => {
    const visitor = installation.visitor();
    for (const { method, path } of routes()) {
      if (OPEN_TO_ALL.has(`${method} ${path}`)) continue;
      const { status } = await visitor.call(method, path.replaceAll(/\{\w+\}/g, '1'));
      expect([`${method} ${path}`, status]).toEqual([`${method} ${path}`, 401]);
    }
  });

  it('shows a readable page to staff and none to strangers', async () => {
    expect((await installation.visitor().get('/api/docs')).status).toBe(401);
    const page = await admin.get('/api/docs');
    expect([200, 301, 302]).toContain(page.status);
  });
});
