import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  createUsers,
  signedInAdmin,
  startTemporaryInstallation,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { Client } from 'pg';
import { extractionRow, writeJsonFile } from './testing/stack-ledgers.ts';

/** The committed OpenAPI description. `UPDATE_OPENAPI=1 npm test -- --only stack open-api` rewrites it. */
const COMMITTED = join(import.meta.dirname, '..', '..', 'docs', 'openapi.json');
/** Routes that are open without a session: signing in and out, and health. */
const OPEN_TO_ALL = new Set(['POST /api/auth/login', 'POST /api/auth/logout', 'GET /api/health']);

interface Description {
  components: { schemas: Record<string, unknown> };
  paths: Record<string, Record<string, unknown>>;
}

let installation: TemporaryInstallation;
let admin: StaffClient;

beforeAll(async () => {
  installation = await startTemporaryInstallation();
  admin = await signedInAdmin(installation);
}, 90_000);

afterAll(() => installation?.remove(), 60_000);

describe('API documentation', () => {
  let description: Description;

  beforeAll(async () => {
    description = (await admin.expect(200, 'GET', '/api/docs/openapi.json')).json() as Description;
  });

  const routes = () =>
    Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
    );

  it('the OpenAPI description matches the committed file [spec 7.3]', () => {
    if (process.env['UPDATE_OPENAPI'] !== undefined) {
      writeFileSync(COMMITTED, `${JSON.stringify(description, null, 2)}\n`);
    }
    expect(description).toEqual(JSON.parse(readFileSync(COMMITTED, 'utf8')));
  });

  it('the OpenAPI description defines every schema that it refers to', () => {
    const referred = JSON.stringify(description).matchAll(/#\/components\/schemas\/([^"/]+)/g);
    const { schemas } = description.components;
    expect([...referred].map(([, name = '']) => name).filter((name) => !(name in schemas))).toEqual([]);
  });

  it('the OpenAPI description contains the calls that clients use', () => {
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

  it('every described route except sign-in, sign-out and health requires a session', async () => {
    const visitor = installation.newClient();
    for (const { method, path } of routes()) {
      if (OPEN_TO_ALL.has(`${method} ${path}`)) continue;
      const { status } = await visitor.call(method, path.replaceAll(/\{\w+\}/g, '1'));
      expect([`${method} ${path}`, status]).toEqual([`${method} ${path}`, 401]);
    }
  });

  it('the readable API documentation is shown only after sign-in', async () => {
    expect((await installation.newClient().get('/api/docs')).status).toBe(401);
    const page = await admin.get('/api/docs');
    expect([200, 301, 302]).toContain(page.status);
  });
});

/** The calls in spec chapter 7, as a client makes them, and the fields in chapter 3. */
describe('the calls of the specification', () => {
  const NEW_USER = { username: 'casey', password: 'blue-lantern-42', confirmPassword: 'blue-lantern-42' };

  beforeAll(async () => {
    const file = writeJsonFile(installation.dataDirectory, 'extraction.json', {
      transactions: [
        ...Array.from({ length: 12 }, (_, at) =>
          extractionRow({ posting_date: `2026-02-${String(at + 10)}`, amount: `$1,${at + 100}.50` }),
        ),
        extractionRow({ account_number: '1000002', original_account: '1000002', last_name: 'OTHER' }),
      ],
    });
    const { status, text } = await admin.upload(file);
    if (status !== 200) throw new Error(text);
    await waitUntil(
      'both accounts are members',
      async () => (await read<{ totalMembers: number }>('/api/members/count')).totalMembers === 2,
    );
  });

  const read = async <T>(path: string): Promise<T> => (await admin.expect(200, 'GET', path)).json() as T;
  const firstEntry = async () => (await read<{ id: number }[]>('/api/transactions?limit=1'))[0]?.id;
  const userId = async () =>
    (await read<{ id: number; username: string }[]>('/api/users')).find(
      ({ username }) => username === NEW_USER.username,
    )?.id;

  it('GET /api/auth/user returns the user, and 401 without a session [spec 7.4]', async () => {
    expect(await read('/api/auth/user')).toMatchObject({ username: 'admin', role: 'Admin' });
    expect((await installation.newClient().get('/api/auth/user')).status).toBe(401);
  });

  it('POST /api/auth/login asks for two-factor setup; setup-2fa and logout succeed, and verify-2fa refuses a short code [spec 7.5, 7.6, 7.7, 7.8]', async () => {
    const [user] = await createUsers(installation, [{ username: 'robin', isNew: 'without authenticator' }]);
    const client = installation.newClient();
    const login = await client.expect(200, 'POST', '/api/auth/login', {
      username: user?.username,
      password: user?.password,
    });
    expect(login.json()).toMatchObject({ requiresTwoFactorSetup: true });
    const setup = await client.expect(200, 'POST', '/api/auth/setup-2fa');
    expect(setup.json()).toMatchObject({
      qrCodeUrl: expect.stringContaining('') as string,
      qrCodeImageUrl: expect.stringContaining('/api/auth/') as string,
    });
    expect((await client.call('POST', '/api/auth/verify-2fa', { twoFactorCode: '12345' })).status).toBe(400);
    await client.expect(204, 'POST', '/api/auth/logout');
    expect((await client.get('/api/auth/user')).status).toBe(401);
  });

  it('GET /api/metrics/365 and /30 return both periods, GET /api/members/count the member count [spec 3.13, 7.9, 7.10, 7.21]', async () => {
    const fields = [
      'totalCredits',
      'previousPeriodCredits',
      'totalDebits',
      'previousPeriodDebits',
      'activeMembers',
      'previousActiveMembers',
    ];
    for (const days of [365, 30]) {
      expect(Object.keys(await read(`/api/metrics/${days}`))).toEqual(expect.arrayContaining(fields));
    }
    expect(await read('/api/members/count')).toEqual({ totalMembers: 2 });
  });

  it.each([30, 60, 90, 365])(
    'GET /api/transactions/chart/%d returns points of week, credits and debits [spec 3.14, 7.11]',
    async (days) => {
      const points = await read<object[]>(`/api/transactions/chart/${days}`);
      expect(points.length).toBeGreaterThan(0);
      for (const point of points) expect(Object.keys(point).toSorted()).toEqual(['credits', 'debits', 'week']);
    },
  );

  it.each(['/api/top-depositors/10/365', '/api/top-depositors/2000/365', '/api/top-depositors/5000/365'])(
    'GET %s returns member summaries [spec 3.5, 7.12, 7.13]',
    async (path) => {
      const members = await read<object[]>(path);
      expect(members).toHaveLength(2);
      expect(Object.keys(members[0] ?? {})).toEqual(
        expect.arrayContaining([
          'id',
          'firstName',
          'lastName',
          'company',
          'accountNumber',
          'accountNumbers',
          'monthlyIncome',
          'monthlyBills',
          'incomeToDebtRatio',
          'transactionCount',
          'riskLevel',
          'lastActivityDate',
          'totalCredits',
          'totalDebits',
        ]),
      );
    },
  );

  it('GET /api/members/detail/{first}/{last} returns the member, related accounts and months [spec 3.6, 7.22]', async () => {
    const detail = await read<Record<string, unknown>>('/api/members/detail/SAM/SAMPLE');
    expect(detail).toMatchObject({ member: { accountNumber: '1000001' }, totalTransactions: 12 });
    expect(Object.keys(detail)).toEqual(
      expect.arrayContaining(['relatedAccounts', 'monthlyHistory', 'averageMonthlyTransactions']),
    );
  });

  it('POST /api/analytics/detect-fraud returns the number of generated alerts; GET /api/unusual-activities lists alerts [spec 3.7, 7.14, 7.29]', async () => {
    const answer = await admin.call('POST', '/api/analytics/detect-fraud', { analyzeAllData: true });
    expect(answer.status).toBeLessThan(300);
    expect(answer.json()).toMatchObject({ alertsGenerated: expect.any(Number) as number });
    expect(await read('/api/unusual-activities')).toEqual(expect.any(Array));
    expect(await columnsOf('analytics.unusual_activities')).toEqual(
      expect.arrayContaining([
        'account_number',
        'transaction_id',
        'activity_type',
        'amount',
        'percentage_change',
        'risk_level',
        'description',
        'reviewed',
        'created_at',
      ]),
    );
  });

  it('POST /api/upload-transactions accepts the dashboard format and returns counts of transactions, members and duplicates [spec 3.11, 7.18]', async () => {
    const file = writeJsonFile(installation.dataDirectory, 'dashboard.json', [
      {
        memberId: 'M-1',
        memberName: 'Dana Sample',
        accountId: '1000003',
        transactionType: 'deposit',
        amount: '1250.00',
        transactionDate: '2026-03-02T09:15:00Z',
        description: 'PAYROLL',
        routingNumber: '101000019',
        achCode: 'PPD',
      },
    ]);
    const answer = await admin.upload(file);
    expect(answer.json()).toMatchObject({ transactionCount: 1, memberCount: 1, duplicateCount: 0 });
    expect((await admin.upload(file)).json()).toMatchObject({ transactionCount: 0, duplicateCount: 1 });
  });

  it('POST /api/bulk-upload-llamaextract accepts several files, GET /api/parse-jobs lists them [spec 3.10, 7.19, 7.20]', async () => {
    const form = new FormData();
    for (const name of ['one.txt', 'two.txt']) form.append('files', new Blob(['Nothing to read here.']), name);
    const answer = await admin.call('POST', '/api/bulk-upload-llamaextract', form);
    expect(answer.json()).toMatchObject({ successfulUploads: 2, failedUploads: 0 });
    const jobs = await read<object[]>('/api/parse-jobs');
    expect(Object.keys(jobs[0] ?? {})).toEqual(
      expect.arrayContaining([
        'jobId',
        'llamaParseJobId',
        'fileName',
        'originalFileName',
        'fileSize',
        'mimeType',
        'status',
        'extractionAgentId',
        'errorMessage',
        'transactionCount',
        'duplicateCount',
        'memberCount',
        'createdAt',
        'completedAt',
      ]),
    );
  });

  it('GET /api/reports/filter-options, POST /api/reports/transactions and export-csv use one filter set [spec 3.15, 7.23, 7.24, 7.25]', async () => {
    expect(await read('/api/reports/filter-options')).toMatchObject({
      transactionTypes: expect.any(Array) as string[],
      classes: expect.any(Array) as string[],
    });
    const filters = {
      firstName: 'SAM',
      company: ['ACME'],
      transactionType: ['Credit'],
      amount: { operator: 'between', value: '1', value2: '5000' },
      dateRange: { start: '2026-02-01', end: '2026-02-28' },
    };
    await waitUntil('the report finds the entries', async () => {
      const found = await admin.call('POST', '/api/reports/transactions', filters);
      return found.status === 200 && (found.json() as unknown[]).length === 12;
    });
    const csv = await admin.call('POST', '/api/reports/export-csv', filters);
    expect(csv.headers.get('content-disposition')).toMatch(/transaction-report-\d{4}-\d\d-\d\d\.csv/);
    expect(csv.text.trim().split('\n')).toHaveLength(13);
  });

  it('GET /api/transactions returns entries, the ten newest of an account, and one with its member [spec 3.3, 3.16, 7.26, 7.27, 7.28]', async () => {
    expect((await read<object[]>('/api/transactions')).length).toBeGreaterThanOrEqual(13);
    expect(await read('/api/transactions?accountNumber=1000001&limit=10')).toHaveLength(10);
    expect(await read(`/api/transactions/${await firstEntry()}`)).toMatchObject({
      member: { firstName: expect.any(String) as string, totalCredits: expect.any(String) as string },
      transaction: { id: await firstEntry(), amount: expect.any(String) as string },
    });
    expect(await columnsOf('ledger.transactions')).toEqual(
      expect.arrayContaining([
        'company',
        'last_name',
        'first_name',
        'middle_initial',
        'account_number',
        'original_account',
        'transaction_code',
        'amount',
        'transaction_type',
        'check_tracer_number',
        'addenda',
        'batch',
        'settlement_date',
        'effective_date',
        'posting_date',
        'entry_description',
        'class',
        'metadata',
        'transaction_hash',
        'created_at',
      ]),
    );
  });

  it('GET /api/companies/summary, unique-members and {company}/details return their fields [spec 3.17, 3.18, 7.30, 7.31, 7.32]', async () => {
    const companies = await read<{ company: string }[]>('/api/companies/summary');
    expect(companies.find(({ company }) => company === 'ACME PAYROLL')).toMatchObject({
      memberCount: 2,
      totalTransactions: 13,
      partnershipScore: expect.any(Number) as number,
      riskLevel: expect.stringMatching(/low|medium|high/) as string,
    });
    expect(await read('/api/companies/unique-members')).toMatchObject({ uniqueMembers: 3 });
    expect(await read('/api/companies/ACME%20PAYROLL/details')).toMatchObject({
      riskMetrics: { riskLevel: expect.any(String) as string, flags: expect.any(Array) as string[] },
      weeklyData: expect.any(Array) as object[],
      monthlyData: expect.any(Array) as object[],
      transactionTypes: [{ type: 'Checking Credit (22)', count: 13 }],
      members: expect.any(Array) as object[],
    });
  });

  it('POST /api/generate-report returns a report that GET /api/reports lists [spec 3.9, 7.16, 7.17]', async () => {
    const answer = await admin.call('POST', '/api/generate-report', { reportType: 'executive_summary' });
    expect(answer.status).toBeLessThan(300);
    const reports = await read<object[]>('/api/reports');
    expect(reports).toMatchObject([{ reportType: 'executive_summary', title: expect.any(String) as string }]);
    expect(await columnsOf('reports.ai_reports')).toEqual(
      expect.arrayContaining([
        'report_type',
        'title',
        'content',
        'prompt',
        'date_range_start',
        'date_range_end',
        'generated_at',
      ]),
    );
  });

  it('GET, POST, PUT and DELETE /api/users, reset-password and unlock manage users [spec 3.1, 7.33, 7.34, 7.35, 7.36, 7.37, 7.38]', async () => {
    await admin.expect(201, 'POST', '/api/users', { ...NEW_USER, role: 'User', isActive: true });
    const id = await userId();
    expect(await read('/api/users')).toEqual(
      expect.arrayContaining([expect.objectContaining({ id, failedLoginAttempts: 0, isActive: true })]),
    );
    expect((await admin.call('PUT', `/api/users/${id}`, { isActive: false })).json()).toMatchObject({
      isActive: false,
    });
    for (const [action, body] of [
      ['reset-password', { newPassword: 'green-lantern-43', forceReset: true }],
      ['unlock', undefined],
    ] as const) {
      expect((await admin.call('POST', `/api/users/${id}/${action}`, body)).status).toBeLessThan(300);
    }
    expect((await admin.call('DELETE', `/api/users/${id}`)).status).toBeLessThan(300);
    expect(await userId()).toBeUndefined();
    expect(await columnsOf('auth.users')).toEqual(
      expect.arrayContaining([
        'two_factor_secret',
        'last_login',
        'locked_until',
        'last_failed_login',
        'password_reset_token',
        'password_reset_expires',
        'force_password_reset',
        'updated_at',
      ]),
    );
  });

  it('members and sessions are stored with the fields of the specification [spec 3.2, 3.4]', async () => {
    expect(await columnsOf('sessions.sessions')).toEqual(expect.arrayContaining(['sid', 'sess', 'expire']));
    expect(await columnsOf('ledger.members')).toEqual(
      expect.arrayContaining([
        'company',
        'last_name',
        'first_name',
        'middle_initial',
        'account_number',
        'original_account',
        'account_numbers',
        'total_credits',
        'total_debits',
        'last_activity_date',
        'created_at',
        'updated_at',
      ]),
    );
  });

  async function columnsOf(table: string): Promise<string[]> {
    const client = new Client({ connectionString: installation.stack.ownerUrl });
    await client.connect();
    try {
      const { rows } = await client.query<{ name: string }>(
        `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0`,
        [table],
      );
      return rows.map(({ name }) => name);
    } finally {
      await client.end();
    }
  }
});
