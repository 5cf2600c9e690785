import { get as httpGet, type IncomingMessage } from 'node:http';
import { toAuditRow } from '@clearwatch/service-kit/audit/audit-outbox';
import { IDENTITY_HEADER } from '@clearwatch/service-kit/identity/identity-token';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { auditEntryFixture, identityOf, requestAuth, TEST_ADMIN, TestAuditLog } from '../testing/audit-log-fixtures.ts';
import { type AuthTestContext, startAuth } from '../testing/auth-test-context.ts';

let audit: TestAuditLog;
let auth: AuthTestContext;

beforeAll(async () => {
  audit = await TestAuditLog.open();
  auth = await startAuth({ database: audit.database });
  await audit.owner.query('TRUNCATE auth.audit_events, auth.audit_head CASCADE');
  await audit.keep();
});
afterEach(() => audit.restore());
afterAll(async () => {
  await auth.close();
  await audit.close();
});

const EXPORT = '/api/audit-events/export';

async function many(count: number, label = 'anna'): Promise<void> {
  const rows = Array.from({ length: count }, () => toAuditRow(TEST_ADMIN, auditEntryFixture(label)));
  await audit.source.transaction((manager) => audit.log().appendRows(rows, manager));
}

async function exportsInLog() {
  const { rows } = await audit.owner.query<{ actor_name: string; detail: { rows?: number } }>(
    "SELECT actor_name, detail FROM auth.audit_events WHERE action = 'audit.exported' ORDER BY seq",
  );
  return rows;
}

describe('export of the audit log', () => {
  it('the audit export contains the selected events, newest first, with their number in a header', async () => {
    await many(1_203);
    const { status, headers, text } = await requestAuth(auth, 'get', EXPORT);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="audit-log-${new Date().toISOString().slice(0, 10)}.csv"`,
      'x-total-count': '1203',
    });
    const lines = text.split('\r\n');
    expect(lines[0]).toMatch(/^\u{FEFF}Number,Time \(UTC\),User,/u);
    expect(lines[1]).toMatch(
      /^1203,\d{4}-\d\d-\d\dT[\d:.]+Z,paula,7,Admin,User created,user\.created,user,12,anna,192\.0\.2\.1,role: User,test-request,[0-9a-f]{64}$/,
    );
    expect(lines).toHaveLength(1_203 + 2);
  });

  it('the audit export neutralizes formulas and quotes names that would break the file', async () => {
    await many(1, '=cmd|" /C calc"!A0, "x"');
    await audit.append({ entry: auditEntryFixture('-1'), actor: { ...TEST_ADMIN, username: '@ben' } });
    const { text } = await requestAuth(auth, 'get', EXPORT);
    expect(text).toContain(`,"'=cmd|"" /C calc""!A0, ""x""",`);
    expect(text).toContain(",'@ben,");
    expect(text).toContain(",'-1,");
  });

  it('the audit export applies the filters of the list and rejects invalid dates and paging parameters', async () => {
    await many(3);
    await audit.append({ entry: auditEntryFixture('ben') });
    const { headers } = await requestAuth(auth, 'get', `${EXPORT}?search=ben&action=user`);
    expect(headers['x-total-count']).toBe('1');
    expect((await requestAuth(auth, 'get', `${EXPORT}?from=2026-02-30`)).status).toBe(400);
    expect((await requestAuth(auth, 'get', `${EXPORT}?page=2`)).status).toBe(400);
  });

  it('an audit export is recorded with its filter and number of rows [security 5.12]', async () => {
    await many(2);
    await requestAuth(auth, 'get', `${EXPORT}?search=anna&subjectType=user`);
    expect(await exportsInLog()).toEqual([
      { actor_name: 'paula', detail: { search: 'anna', subjectType: 'user', rows: 2 } },
    ]);
    expect((await audit.verify()).intact).toBe(true);
  });

  it('the audit export is a snapshot without events that are recorded during the export', async () => {
    await many(1);
    const first = await requestAuth(auth, 'get', EXPORT);
    expect(first.text).not.toContain('audit.exported');
    expect((await requestAuth(auth, 'get', EXPORT)).headers['x-total-count']).toBe('2');
  });

  it('an audit export ends its query when the client disconnects and records the rows sent [fault 4.3]', async () => {
    await many(20_000, 'a'.repeat(400));
    const answer = await startedExport(`${auth.url}${EXPORT}`);
    answer.destroy();
    await waitUntil('it is recorded', async () => (await exportsInLog()).length === 2);
    const [announced, brokenOff] = await exportsInLog();
    expect(announced?.detail).toEqual({ rows: 20_000 });
    const { rows = Number.NaN, ...rest } = brokenOff?.detail ?? {};
    expect(rest).toEqual({ complete: false });
    expect(rows).toBeLessThan(20_000);
    await waitUntil(
      'PostgreSQL has ended the query',
      async () => {
        const { rows } = await audit.owner.query(
          "SELECT 1 FROM pg_stat_activity WHERE application_name = 'clearwatch-audit-export' AND datname = current_database()",
        );
        return rows.length === 0;
      },
      3_000,
    );
  });

  it('a fifth concurrent audit export is rejected', async () => {
    await many(20_000, 'a'.repeat(400));
    const four = await Promise.all(Array.from({ length: 4 }, () => startedExport(`${auth.url}${EXPORT}`)));
    expect((await requestAuth(auth, 'get', EXPORT)).status).toBe(429);
    for (const answer of four) answer.destroy();
    await waitUntil(
      'a slot is free again',
      async () => (await requestAuth(auth, 'get', `${EXPORT}?search=none`)).status === 200,
    );
  });
});

/** A response whose first bytes have arrived and whose remainder is never read. */
async function startedExport(url: string): Promise<IncomingMessage> {
  const headers = { [IDENTITY_HEADER]: identityOf() };
  return new Promise((resolve, reject) => {
    httpGet(url, { headers, agent: false }, (answer) => {
      answer.on('error', () => undefined);
      answer.once('readable', () => resolve(answer));
    }).on('error', reject);
  });
}
