import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  signUpFirstAdmin,
  startTemporaryInstallation,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';

interface ListedEvent {
  action: string;
  actorName: string;
  address: string | null;
  subjectLabel: string | null;
}

/** Through the public port, with all services running. */
describe('audit trail', () => {
  let installation: TemporaryInstallation;
  let admin: StaffClient;

  beforeAll(async () => {
    installation = await startTemporaryInstallation();
    admin = await signUpFirstAdmin(installation);
  }, 90_000);
  afterAll(() => installation?.remove(), 60_000);

  const events = async (query = '') => {
    const answer = await admin.get(`/api/audit-events?${query}`);
    return answer.status === 200 ? (answer.json() as ListedEvent[]) : [];
  };

  it('the audit log records creation, password change and two-factor setup of the first admin, with the address', async () => {
    const actions = (await events('pageSize=500')).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['admin.created', 'password.changed', 'two_factor.enabled']));
    const [changed] = await events('action=password.changed');
    expect(changed).toMatchObject({ actorName: 'admin', address: '127.0.0.1' });
  });

  it('the audit log records an upload even when auth is killed during the upload [fault 1.12]', async () => {
    const file = join(installation.dataDirectory, 'march-2026.json');
    const row = {
      memberName: 'Ana Sample',
      accountId: 'A-1',
      transactionType: 'deposit',
      amount: '12.50',
      transactionDate: '2026-03-02',
    };
    writeFileSync(file, JSON.stringify({ transactions: [row] }));
    const before = installation.stack.pidOf('auth');
    const upload = admin.upload(file);
    process.kill(before ?? 0, 'SIGKILL');
    expect((await upload).status).toBe(200);
    await waitUntil(
      'the audit log has the import',
      async () => (await events('action=import.stored')).length === 1,
      30_000,
    );
    expect(await events('action=import.received')).toMatchObject([
      { actorName: 'admin', subjectLabel: 'march-2026.json' },
    ]);
  }, 60_000);

  it('an audit log export is a CSV file with every matching event and announces the number of rows', async () => {
    const answer = await admin.get('/api/audit-events/export?action=import');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-log-[\d-]{10}\.csv"$/);
    const announced = Number(answer.headers.get('x-total-count'));
    expect(announced).toBeGreaterThan(1);
    expect(answer.text.trimEnd().split('\r\n')).toHaveLength(announced + 1);
    expect((await events('action=audit.exported'))[0]).toMatchObject({ actorName: 'admin' });
  });

  it('the audit log of an installation verifies as intact', async () => {
    const answer = await admin.call('POST', '/api/audit-events/verify');
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ intact: true, brokenAt: null, firstSeq: 1 });
  });
});
