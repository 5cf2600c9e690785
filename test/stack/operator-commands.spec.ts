import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadKeys } from '@clearwatch/infra-local/installation-keys';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { backUpAndRestore } from './testing/backup-and-restore.ts';
import { FIRST_PASSWORD, OperatedInstallation, READY_WITHIN_MS } from './testing/operated-installation.ts';

const PASSWORD = 'long-enough-for-the-operator-7';
const NEW_PASSWORD = `${PASSWORD}-again`;

/** Runs operator commands as programs against one installation that runs, stops and runs again. */
describe('operator commands', () => {
  let installation: OperatedInstallation;
  let dataDirectory: string;
  let head = '';
  let admin: StaffClient;

  beforeAll(async () => {
    installation = new OperatedInstallation();
    dataDirectory = installation.dataDirectory;
    await installation.start();
  }, READY_WITHIN_MS + 10_000);

  afterAll(() => installation?.remove(), 30_000);

  const run: OperatedInstallation['run'] = (...command) => installation.run(...command);
  const verify = (args: readonly string[] = [], more: Record<string, string> = {}) => run('verify-audit', args, more);
  const verifyLedger = (...args: string[]) => run('verify-ledger', args);
  const keys = (...args: string[]) => run('manage-keys', args);

  const recorded = (action: string) =>
    installation.asOwner(async (client) => {
      const { rows } = await client.query<Record<string, unknown>>(
        'SELECT actor_name, subject_id, subject_label, detail FROM auth.audit_events WHERE action = $1 ORDER BY seq',
        [action],
      );
      return rows;
    });

  it('an operator verifies the audit log while the application runs and sees its head', async () => {
    const { code, out } = await verify();
    expect(out).toMatch(
      /^The audit log is intact\. Events verified: \d+, from 1 to \d+\.\nSave this head outside Clearwatch: \d+:[0-9a-f]{64}\n$/,
    );
    expect(code).toBe(0);
    head = /outside Clearwatch: (\S+)/.exec(out)?.[1] ?? '';
  }, 60_000);

  it('an operator compares the chains with the anchors in the data folder, and a missing event is found', async () => {
    const file = join(dataDirectory, 'anchors.log');
    await waitUntil('the head is anchored', () => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'));
    const matching = await verify(['--anchor', file]);
    expect(matching.out).toMatch(/All anchors match: [1-9]\d* of the audit log, 0 of the alert chain\.\n$/);
    expect(matching.code).toBe(0);
    const later = join(dataDirectory, 'later.log');
    writeFileSync(later, readFileSync(file, 'utf8').replaceAll(/position=\d+/g, 'position=99999'));
    const cutOff = await verify(['--anchor', later]);
    expect(cutOff.out).toMatch(
      /^An anchor does NOT match\. The audit log ends with event \d+, but it already had event 99999/,
    );
    expect(cutOff.code).toBe(1);
    expect((await verify(['--anchor', `${file}.missing`])).code).toBe(2);
  }, 90_000);

  it('an operator resets an admin who lost password and phone: sessions end, and the new password is shown once', async () => {
    admin = installation.newClient();
    await admin.signInForTheFirstTime('admin', FIRST_PASSWORD, PASSWORD);
    expect((await admin.get('/api/auth/user')).status).toBe(200);
    await installation.asOwner((client) =>
      client.query(
        "UPDATE auth.users SET is_active = false, role = 'User', locked_until = now() + interval '15 minutes'",
      ),
    );

    const { code, out } = await run('reset-admin');
    expect(code).toBe(0);
    const password = /with the password +(\S+)/.exec(out)?.[1] ?? '';
    expect((await admin.get('/api/auth/user')).status).toBe(401);
    admin = installation.newClient();
    await admin.signInForTheFirstTime('admin', password, NEW_PASSWORD);
    expect((await admin.get('/api/auth/user')).json()).toMatchObject({ username: 'admin', role: 'Admin' });
    expect(await recorded('admin.recovered')).toEqual([
      { actor_name: 'operator', subject_id: '1', subject_label: 'admin', detail: { isNew: false } },
    ]);
    const logs = readdirSync(join(dataDirectory, 'logs')).map((name) =>
      readFileSync(join(dataDirectory, 'logs', name), 'utf8'),
    );
    expect(logs.join('\n')).not.toContain(password);
  }, 60_000);

  it('an operator lists data past retention, purges it, and sees what was removed', async () => {
    await installation.asOwner((client) =>
      client.query(
        `INSERT INTO reports.ai_reports (report_type, title, state, requested_at) VALUES ('custom', 'Old', 'failed', '2001-01-01')`,
      ),
    );
    const report = await run('purge');
    expect([report.code, report.errorOutput]).toEqual([0, '']);
    expect(report.out).toMatch(/^Entries.*: kept for 7 years\n {2}held now +0\n {2}removed next +nothing\n/);
    expect(report.out).toMatch(
      /AI reports: kept for 2 years\n.* 1, the oldest from 2001-01-01\n {2}removed next +1, from /,
    );
    const done = await run('purge', ['--now']);
    expect([done.code, done.errorOutput]).toEqual([0, '']);
    expect(done.out).toMatch(
      /Entries, .*: nothing to remove\n {2}Alerts: nothing to remove\n {2}AI reports: 1 report removed\n/,
    );
    expect((await run('purge')).out).toMatch(/AI reports.*\n {2}held now +0\n.*\n {2}last run .* 1 report removed\n/);
    const purgeRequests = () => recorded('retention.purge_asked');
    await waitUntil('the purge is in the audit log', async () => (await purgeRequests()).length === 1);
    expect(await purgeRequests()).toMatchObject([{ actor_name: 'operator' }]);
  }, 120_000);

  it('an operator creates an admin for an unused username, and an invalid username is refused', async () => {
    const { code, out } = await run('reset-admin', ['Rescue']);
    expect([code, out]).toEqual([0, expect.stringContaining('User Rescue did not exist')]);
    const refused = await run('reset-admin', ['a\nb']);
    expect([refused.code, refused.errorOutput]).toEqual([1, expect.stringContaining('printable characters')]);
  }, 60_000);

  it('an operator sees the names and ids of keys, never a key', async () => {
    const { code, out } = await keys('list');
    expect(code).toBe(0);
    expect(out).toMatch(
      /session +1 +[0-9a-f]{8}\nidentity +1 +[0-9a-f]{8}\ntwo-factor +1 +[0-9a-f]{8}\naudit +1 +[0-9a-f]{8}\n/,
    );
    for (const key of Object.values(loadKeys(dataDirectory))) expect(out).not.toContain(key);
  }, 60_000);

  it('an operator rotates keys while the application runs, but cannot retire one that is in use', async () => {
    for (const name of ['audit', 'two-factor', 'session', 'identity']) {
      const { code, out } = await keys('rotate', name);
      expect([code, out]).toEqual([
        0,
        expect.stringMatching(/Still accepted: .*\. Restart Clearwatch to use the new key/),
      ]);
    }
    expect(await recorded('key.rotated')).toHaveLength(4);
    const verification = await admin.call('POST', '/api/audit-events/verify');
    expect(verification.json()).toMatchObject({ intact: true });
    const { code, errorOutput } = await keys('retire', 'two-factor');
    expect([code, errorOutput]).toEqual([1, expect.stringContaining('Restart it first')]);
    expect(loadKeys(dataDirectory).twoFactor).toContain(',');
  }, 180_000);

  it('an operator verifies audit log and ledger of a stopped installation, and only its database starts briefly', async () => {
    await installation.stop();
    const { code, out } = await verify(['--expect', head]);
    expect([code, out]).toEqual([0, expect.stringContaining('The audit log is intact')]);
    const ledger = await verifyLedger();
    expect([ledger.code, ledger.out]).toEqual([0, expect.stringContaining('agrees to the cent: 0 tr')]);
    expect(processesOn(dataDirectory)).toEqual([]);
  }, 60_000);

  it('an operator rotates a key of a stopped installation', async () => {
    expect((await keys('rotate', 'session')).code).toBe(0);
    expect(loadKeys(dataDirectory).session.split(',')).toHaveLength(3);
  }, 60_000);

  it('an operator retires old keys after a restart without breaking two-factor sign-in', async () => {
    await installation.start();
    const secrets = () =>
      installation.asOwner(async (client) => {
        const { rows } = await client.query<{ key: string }>(
          "SELECT split_part(two_factor_secret, '.', 1) AS key FROM auth.users WHERE two_factor_secret IS NOT NULL",
        );
        return rows.map(({ key }) => key);
      });
    const [before] = await secrets();
    const { code, out } = await keys('retire', 'two-factor');
    expect([code, out]).toEqual([0, expect.stringContaining('Secrets encrypted with the newest key: 1.')]);
    const [after] = await secrets();
    expect(after).not.toBe(before);
    expect(out).toContain(`Removed: ${before}`);
    expect(loadKeys(dataDirectory).twoFactor).not.toContain(',');
    // The code of this time step may have been used for the setup.
    await installation.asOwner((client) => client.query('UPDATE auth.users SET two_factor_last_step = 0'));
    const signIn = { username: 'admin', password: NEW_PASSWORD, twoFactorCode: admin.code() };
    expect((await admin.call('POST', '/api/auth/login', signIn)).status).toBe(200);
    expect((await admin.get('/api/auth/user')).status).toBe(200);
    // One after the other, without a restart in between.
    expect((await keys('retire', 'identity')).code).toBe(0);
    expect(await recorded('key.retired')).toMatchObject([
      { subject_id: 'two-factor', detail: { keyId: before } },
      { subject_id: 'identity' },
    ]);
  }, 90_000);

  it('an operator backs up the running installation and restores an identical copy elsewhere', async () => {
    const { before, after } = await backUpAndRestore(installation, { admin, password: NEW_PASSWORD });
    expect(after).toEqual(before);
  }, 600_000);

  it('an operator cannot retire an audit key while its events exist', async () => {
    await installation.stop();
    const { code, errorOutput } = await keys('retire', 'audit');
    expect([code, errorOutput]).toEqual([
      1,
      expect.stringMatching(/still needed until at least [\d-]{10}\. Stored events signed with it: \d+\./),
    ]);
    expect(loadKeys(dataDirectory).audit).toContain(',');
    expect((await verify(['--expect', head])).code).toBe(0);
  }, 60_000);

  it('an operator sees where the audit log was tampered with, also in a database named by DATABASE_URL', async () => {
    await installation.start();
    await installation.asOwner((client) =>
      client.query("UPDATE auth.audit_events SET actor_name = 'someone' WHERE seq = 3"),
    );
    const { code, out } = await verify();
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/BROKEN\. Event 3 from .* was altered after it was written\./),
    ]);
    expect((await verify([], { DATABASE_URL: await installation.ownerUrl() })).code).toBe(1);
  }, 60_000);

  it('an operator sees which ledger figures are wrong while the application runs', async () => {
    await installation.asOwner((client) =>
      client.query("INSERT INTO analytics.ledger_days VALUES ('2026-03-02', 1.01, 0, 1, 0, 1)"),
    );
    const { code, out } = await verifyLedger();
    expect([code, out]).toEqual([1, expect.stringMatching(/DISAGREES[^]*2026-03-02: entries stored 1, cou/)]);
    expect(JSON.parse((await verifyLedger('--json')).out)).toMatchObject({ agrees: false });
  }, 60_000);

  it('an operator sees that a check could not run when the database does not respond', async () => {
    const away = await verify([], { DATABASE_URL: 'postgres://unknown:none@127.0.0.1:1/none' });
    expect([away.code, away.errorOutput]).toEqual([2, expect.stringContaining('ECONNREFUSED')]);
    expect((await verify(['--expect', 'yesterday'])).code).toBe(2);
    expect((await verifyLedger('--jason')).code).toBe(2);
    expect((await run('purge', ['--then'])).code).toBe(2);
    expect((await verify([], { DATA_DIR: join(dataDirectory, 'nowhere') })).code).toBe(2);
  }, 60_000);
});

/** Processes that mention the folder in their command or environment. */
function processesOn(directory: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return (readFileSync(`/proc/${pid}/cmdline`, 'utf8') + readFileSync(`/proc/${pid}/environ`, 'utf8')).includes(
          directory,
        );
      } catch {
        return false;
      }
    });
}
