import { join } from 'node:path';
import { DEFAULT_NOTIFICATIONS } from '@clearwatch/contracts/notifications.dto';
import type { ClientResponse, StaffClient } from '@clearwatch/infra-local/staff-client';
import { createUsers, signedInAdmin, signInUser } from '@clearwatch/infra-local/temporary-installation';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { Client } from 'pg';
import { isWaiting, withTableLocked } from '../testing/fault-injection.ts';
import {
  listening,
  type ScaledInstallation,
  type ServiceProcess,
  startScaledInstallation,
} from '../testing/scaled-installation.ts';
import { assertLedgerConsistent, type PlainFile, writePlainFile } from '../testing/stack-ledgers.ts';

const LARGE = 120_000;
const SMALL = 2_000;
const SUSPICIOUS = 10;
/** Another worker takes over a dead worker's job within 20 seconds and starts it over; a busy machine is slow. */
const DONE_WITHIN_MS = 240_000;
const STEP_LIMIT_MS = DONE_WITHIN_MS + 60_000;
/** Fourteen processes, which start side by side. */
const START_LIMIT_MS = 600_000;

interface Import {
  importId: number;
  state: string;
  bytesRead: number;
  transactionCount: number;
  duplicateCount: number;
}

/** No process holds state: any gateway and api may serve a request, and any worker a job. */
describe('two processes of each service', () => {
  let installation: ScaledInstallation;
  let owner: Client;
  /** The admin's browser at each gateway. */
  let here: StaffClient;
  let there: StaffClient;
  let firstIngest: ServiceProcess;
  const files: PlainFile[] = [];

  beforeAll(async () => {
    installation = await startScaledInstallation();
    [firstIngest] = await Promise.all([
      installation.startWorker('ingest'),
      installation.startWorker('analytics'),
      installation.startWorker('analytics'),
    ]);
    owner = new Client({ connectionString: installation.stack.ownerUrl });
    await owner.connect();
    here = await signedInAdmin(installation);
    there = here.at(installation.gateways[1]);
    const [analyst] = await createUsers(installation, [{ username: 'ana.analyst' }]);
    await owner.query('INSERT INTO analytics.notification_settings (user_id, settings) VALUES ($1, $2)', [
      analyst?.id,
      { ...DEFAULT_NOTIFICATIONS, colleaguesImports: true },
    ]);
  }, START_LIMIT_MS);

  afterAll(async () => {
    await owner?.end();
    await installation?.remove();
  }, 60_000);

  const rowsOf = async <T extends object>(sql: string) => (await owner.query<T>(sql)).rows;
  const imports = async () => (await there.expect(200, 'GET', '/api/imports')).json() as Import[];

  async function file(name: string, rows: number): Promise<PlainFile> {
    const path = join(installation.dataDirectory, `${name}.json`);
    const ledgerFile = await writePlainFile({ path, rows, prefix: name, suspicious: SUSPICIOUS });
    files.push(ledgerFile);
    return ledgerFile;
  }

  it('a sign-in completes although each step reaches another api process', () => {
    for (const requests of installation.requestCounts('auth')) expect(requests).toBeGreaterThan(0);
  });

  it('a gateway recognizes a session from the other gateway, and its end', async () => {
    const staff = await signInUser(installation, { username: 'sam.staff' });
    const elsewhere = staff.at(installation.gateways[1]);
    expect((await elsewhere.expect(200, 'GET', '/api/auth/user')).json()).toMatchObject({
      username: 'sam.staff',
    });
    // A browser that kept its cookie is refused.
    const headers = { cookie: staff.cookieHeader };
    await elsewhere.expect(204, 'POST', '/api/auth/logout');
    const answer = await fetch(new URL('/api/auth/user', installation.url), { headers });
    expect(answer.status).toBe(401);
  }, 60_000);

  it('both gateways count sign-in attempts together', async () => {
    const [user] = await createUsers(installation, [{ username: 'tries.codes', isNew: 'without authenticator' }]);
    const one = installation.newClient();
    await one.expect(200, 'POST', '/api/auth/login', {
      username: user?.username,
      password: user?.password,
    });
    const other = one.at(installation.gateways[1]);
    const attemptAt = async (browser: StaffClient) =>
      (await browser.call('POST', '/api/auth/verify-2fa', { twoFactorCode: '000000' })).status;
    expect(await attemptAt(one)).not.toBe(429);
    // Stands for 29 more attempts: sending them can take longer than their one-minute window on a busy machine.
    const { rowCount } = await owner.query(
      'UPDATE sessions.rate_limits SET points = 30, expire = expire + 3600000 WHERE key = $1',
      [`step:${user?.id}`],
    );
    expect(rowCount).toBe(1);
    expect([await attemptAt(other), await attemptAt(one)]).toEqual([429, 429]);
  }, 60_000);

  it(
    'an import whose worker is killed is finished, and a page at the other gateway is notified',
    async () => {
      const ledgerFile = await file('10', LARGE);
      const page = await listening(there);
      const answered = here.upload(ledgerFile.path);
      await waitUntil(
        'the import is being read',
        async () => {
          const [newest] = await imports();
          return newest?.state === 'importing' && newest.bytesRead > 0;
        },
        DONE_WITHIN_MS,
      );
      await firstIngest.kill();
      const [before] = await rowsOf<{ attempt: string }>('SELECT attempt::text FROM ledger.imports');
      await installation.startWorker('ingest');
      const { status, ...answer } = await answered;
      expect([status, answer.json()]).toEqual([
        200,
        expect.objectContaining({ state: 'completed', transactionCount: LARGE, duplicateCount: 0 }),
      ]);
      const [after] = await rowsOf<{ attempt: string }>('SELECT attempt::text FROM ledger.imports');
      expect(after?.attempt).not.toBe(before?.attempt);
      const kinds = () => new Set(page.received.map(({ type }) => type));
      await waitUntil('the page has received every event', () => kinds().has('ledger.projected'));
      expect(kinds()).toEqual(new Set([...kinds(), 'import.progress', 'import.finished']));
      page.leave();
      await page.ended;
    },
    STEP_LIMIT_MS,
  );

  it(
    'simultaneous files are imported once each, through any gateway, api and worker',
    async () => {
      await installation.startWorker('ingest');
      const ledgerFile = await Promise.all(['20', '21', '22', '23', '24', '25'].map((name) => file(name, SMALL)));
      const [twin] = ledgerFile;
      if (twin === undefined) throw new Error('no test file');
      const answers = await Promise.all(
        [...ledgerFile, twin].map(({ path }, index) => (index % 2 === 0 ? here : there).upload(path)),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const receipts = answers.map((answer) => answer.json() as Import);
      const total = (of: 'transactionCount' | 'duplicateCount') => receipts.reduce((sum, one) => sum + one[of], 0);
      expect([total('transactionCount'), total('duplicateCount')]).toEqual([6 * SMALL, SMALL]);
      for (const service of ['ingest', 'analytics'] as const)
        for (const requests of installation.requestCounts(service)) expect(requests).toBeGreaterThan(0);
    },
    STEP_LIMIT_MS,
  );

  it(
    'two analytics workers raise each expected alert once, as a single worker does',
    async () => {
      const detected = async () =>
        (
          await rowsOf<{ open: number }>(
            `SELECT count(*)::integer AS open FROM analytics.detection_runs WHERE state <> 'finished'`,
          )
        )[0]?.open === 0;
      await waitUntil('detection has finished', detected, DONE_WITHIN_MS);
      const alerts = async () =>
        (await there.expect(200, 'GET', '/api/unusual-activities?pageSize=500')).json() as {
          id: number;
          accountNumber: string;
        }[];
      const raised = await alerts();
      const known = files.flatMap(({ suspicious }) => suspicious);
      expect(raised.map(({ accountNumber }) => accountNumber).toSorted()).toEqual(known.toSorted());
      const full = await here.expect(200, 'POST', '/api/analytics/detect-fraud', {
        analyzeAllData: true,
      });
      expect(full.json()).toMatchObject({ alertsGenerated: 0 });
      expect(await alerts()).toEqual(raised);
    },
    STEP_LIMIT_MS,
  );

  it('two processes run each scheduled job once, so an analyst is notified once of each import', async () => {
    const finished = (await imports()).length;
    const receipts = () =>
      rowsOf<{ of: number; times: number }>(
        `SELECT n.subject_id::integer AS of, count(*)::integer AS times
           FROM analytics.notifications n JOIN auth.users u ON u.id = n.user_id
          WHERE u.username = 'ana.analyst' AND n.kind = 'import' GROUP BY n.subject_id`,
      );
    await waitUntil(
      'the analyst is notified of every import',
      async () => (await receipts()).length === finished,
      60_000,
    );
    expect(new Set((await receipts()).map(({ times }) => times))).toEqual(new Set([1]));
  }, 90_000);

  it(
    'sessions, locks and jobs are kept when clocks jump ahead and back during an import [fault 6.4]',
    async () => {
      const [ledgerFile, next] = [await file('30', SMALL), await file('31', SMALL)];
      const site = { installation, admin: here };
      const areSignedIn = async () => {
        for (const browser of [here, there]) expect((await browser.get('/api/auth/user')).status).toBe(200);
      };
      const stored = expect.objectContaining({ transactionCount: SMALL, duplicateCount: 0 });
      let sending: Promise<ClientResponse> | undefined;
      await withTableLocked(site, 'ledger.members', async () => {
        sending = here.upload(ledgerFile.path);
        await waitUntil('the import is being stored', () => isWaiting(site, 'clearwatch-import-%'), DONE_WITHIN_MS);
        await installation.jumpClocks();
        await areSignedIn();
      });
      const first = await sending;
      expect([first?.status, first?.json()]).toEqual([200, stored]);

      await installation.jumpClocks();
      await areSignedIn();
      const second = await there.upload(next.path);
      expect([second.status, second.json()]).toEqual([200, stored]);
      await installation.jumpClocks();
      const chain = await here.call('POST', '/api/audit-events/verify');
      expect([chain.status, chain.json()]).toEqual([200, expect.objectContaining({ intact: true })]);
    },
    STEP_LIMIT_MS,
  );

  it('the ledger agrees to the cent after imports by several workers', async () => {
    const sum = (what: 'rows' | 'accounts' | 'credits' | 'debits') =>
      files.reduce((total, ledgerFile) => total + ledgerFile[what], 0);
    expect(await assertLedgerConsistent(installation)).toEqual({
      transactions: sum('rows'),
      members: sum('accounts'),
      imports: files.length + 1,
      credits: sum('credits'),
      debits: sum('debits'),
    });
  }, 60_000);
});
