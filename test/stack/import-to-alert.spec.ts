import { createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  signedInAdmin,
  startTemporaryInstallation,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import { writeLedger } from '@clearwatch/sample-data/formats/ledger-formats';
import { generateLedger } from '@clearwatch/sample-data/generate-ledger';
import { injectedBehaviors } from '@clearwatch/sample-data/injected-patterns/injected-behaviors';
import { redisUrlForTests } from '@clearwatch/service-kit/testing/queue-fixtures';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { classifyAnswer } from '../../infra/k6/load-profiles.ts';
import { CATALOGUE, type Catalogue, type ChosenRequest, fillVisit, STAFF_VISITS } from '../../infra/k6/staff-visits.ts';
import { assertLedgerConsistent, extractionRow, writeJsonFile } from './testing/stack-ledgers.ts';

interface Alert {
  id: number;
  activityType: string;
  accountNumber: string;
  reviewed: boolean;
  evidence: { entries: unknown[]; figures: unknown[] };
}

const BACKENDS = [
  ['PostgreSQL', undefined],
  ['Redis', 20],
] as const;

describe.each(BACKENDS)('the whole application with its queues on %s', (_backend, redisDatabase) => {
  let installation: TemporaryInstallation;
  let admin: StaffClient;

  beforeAll(async () => {
    installation = await startTemporaryInstallation({
      redisUrl: redisDatabase === undefined ? undefined : redisUrlForTests(redisDatabase),
    });
    admin = await signedInAdmin(installation);
  }, 90_000);

  afterAll(() => installation?.remove(), 60_000);

  const file = (name: string, content: unknown) => writeJsonFile(installation.dataDirectory, name, content);
  const read = async <T>(path: string): Promise<T> => (await admin.expect(200, 'GET', path)).json() as T;

  it('the health check reports every part of the application as healthy', async () => {
    const health = await read<{ status: string; checks: { name: string; state: string }[] }>('/api/health');
    expect(health.status).toBe('up');
    expect(health.checks.map(({ name }) => name).join()).toMatch(/auth.*ingest.*analytics.*reports/);
  });

  it('an empty ledger returns zeros and empty lists', async () => {
    expect(await read('/api/metrics/30')).toMatchObject({
      totalCredits: '0.00',
      activeMembers: 0,
      asOf: null,
    });
    expect(await read('/api/top-depositors/10/365')).toEqual([]);
    expect(await read('/api/unusual-activities')).toEqual([]);
    expect(await read('/api/reports')).toEqual([]);
  });

  it('a file in the extraction format is imported and totaled to the cent', async () => {
    const answer = await admin.upload(
      file('small.json', {
        transactions: [
          extractionRow({ amount: '$1,234.56' }),
          extractionRow({ amount: '0.10', posting_date: '03/04/2026' }),
          extractionRow({
            amount: '0.20',
            posting_date: '2026-03-05',
            account_number: '1000002',
            last_name: 'OTHER',
          }),
          extractionRow({
            amount: '50.00',
            transaction_type: 'Debit',
            transaction_code: '27',
            company: 'CITY WATER',
          }),
          extractionRow({ transaction_type: 'Wire' }),
        ],
      }),
    );
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({
      transactionCount: 4,
      memberCount: 2,
      duplicateCount: 0,
      rejectedCount: 1,
      state: 'completed',
    });
    expect(await read('/api/metrics/30')).toMatchObject({
      totalCredits: '1234.86',
      totalDebits: '50.00',
      activeMembers: 2,
      previousPeriodCredits: '0.00',
      asOf: '2026-03-05',
    });
    const [rejected] = await read<object[]>('/api/imports/1/rejects');
    expect(rejected).toMatchObject({ row: 5, field: 'transaction_type', value: 'Wire' });
  });

  it('no entry is stored twice when the same file arrives six times simultaneously', async () => {
    const path = join(installation.dataDirectory, 'small.json');
    const answers = await Promise.all(Array.from({ length: 6 }, () => admin.upload(path)));
    for (const answer of answers) expect(answer.json()).toMatchObject({ transactionCount: 0, duplicateCount: 4 });
    expect(await read('/api/metrics/30')).toMatchObject({ totalCredits: '1234.86', totalDebits: '50.00' });
  });

  it('a file in the dashboard format is imported and included in the figures', async () => {
    const answer = await admin.upload(
      file('dashboard.json', [
        {
          memberId: 'M-1',
          memberName: 'Sam Sample',
          accountId: '1000003',
          transactionType: 'deposit',
          amount: '10.00',
          transactionDate: '2026-03-05T09:30:00Z',
          description: 'ACME PAYROLL',
          routingNumber: '000000000',
          achCode: 'PPD',
        },
      ]),
    );
    expect(answer.json()).toMatchObject({ transactionCount: 1, memberCount: 1, rejectedCount: 0 });
    expect(await read('/api/metrics/30')).toMatchObject({ totalCredits: '1244.86', activeMembers: 3 });
  });

  it.each([
    ['a broken file', 'broken.json', '[{"company":"A"},\n{"company":\n', 422, /line \d/i],
    ['an empty file', 'empty.json', '', 422, /empty/i],
    ['a picture', 'picture.json', '\u0089PNG\r\n\u001a\n0000', 415, /JSON/],
    ['a number', 'number.json', '42', 415, /does not begin with \[ or \{ as JSON/],
  ])(
    'an upload of %s is refused with a clear message and changes nothing',
    async (_what, name, content, status, words) => {
      const before = await read('/api/metrics/365');
      const answer = await admin.upload(file(name, content));
      expect(answer.status).toBe(status);
      expect(answer.text).toMatch(words);
      expect(answer.text).not.toMatch(/^\{/);
      expect(await read('/api/metrics/365')).toEqual(before);
    },
  );

  it('injected patterns raise alerts with evidence, and a review of an alert is recorded', async () => {
    const sample = { seed: 11, transactions: 6_000, accounts: 400, lastDay: '2026-10-30' };
    const path = join(installation.dataDirectory, 'ledger.json');
    await writeLedger(createWriteStream(path), generateLedger(sample), 'extraction');
    const answer = await admin.upload(path);
    expect(answer.json()).toMatchObject({ transactionCount: 6_000, state: 'completed' });

    const suspicious = injectedBehaviors(sample).filter(({ verdict }) => verdict === 'suspicious');
    expect(suspicious.length).toBeGreaterThan(0);
    const alerts = () => read<Alert[]>('/api/unusual-activities?pageSize=500');
    await waitUntil(
      'every injected pattern has its alert',
      async () => {
        const raised = await alerts();
        return suspicious.every((pattern) =>
          raised.some(
            (alert) =>
              alert.activityType === pattern.activityType && pattern.accountNumbers.includes(alert.accountNumber),
          ),
        );
      },
      30_000,
    );
    const [first] = await alerts();
    if (first === undefined) throw new Error('no alert');
    const detail = await read<Alert>(`/api/unusual-activities/${first.id}`);
    expect(detail.evidence.entries.length).toBeGreaterThan(0);
    expect(detail.evidence.figures.length).toBeGreaterThan(0);

    await admin.expect(200, 'PATCH', `/api/unusual-activities/${first.id}/review`);
    expect((await read<Alert>(`/api/unusual-activities/${first.id}`)).reviewed).toBe(true);
  }, 90_000);

  it("the application answers a workday's requests, in sequence and in parallel, while tabs receive events [fault 4.4]", async () => {
    const lists = Object.entries(CATALOGUE).map(async ([source, path]) => [source, await read(path)]);
    const catalogue = Object.fromEntries(await Promise.all(lists)) as Catalogue;
    const requests = STAFF_VISITS.flatMap((visit) => fillVisit(visit, catalogue, () => 0) ?? []);
    const closed = new AbortController();
    const openTab = () =>
      fetch(new URL('/api/events', installation.url), {
        headers: { cookie: admin.cookieHeader },
        signal: closed.signal,
      });
    const tabs = await Promise.all([openTab(), openTab()]);
    let endedStreams = 0;
    const ends = tabs.map((tab) =>
      tab
        .text()
        .catch(() => '')
        .finally(() => {
          endedStreams += 1;
        }),
    );
    const send = async ({ name, method, path, body }: ChosenRequest) => {
      const { status, text } = await admin.call(method, path, body);
      return { name, isAnswered: classifyAnswer(status, false) === 'answered', status, text };
    };
    const answers = [];
    for (const request of requests) answers.push(await send(request));
    expect(answers.map(({ name }) => name).toSorted()).toEqual(
      STAFF_VISITS.flatMap((visit) => visit.requests.map(({ method, path }) => `${method} ${path}`)).toSorted(),
    );
    answers.push(...(await Promise.all([...requests, ...requests].map(send))));
    expect(answers.filter(({ isAnswered }) => !isAnswered)).toEqual([]);
    expect(tabs.map(({ status }) => status)).toEqual([200, 200]);
    expect(endedStreams).toBe(0);
    closed.abort();
    await Promise.all(ends);
  }, 60_000);

  it('entries, members, imports and figures agree to the cent after a workday', async () => {
    expect(await assertLedgerConsistent(installation)).toMatchObject({ transactions: 6_005, imports: 9 });
  });

  it('no log contains a name, account number, password or cookie after a workday', () => {
    const logs = join(installation.dataDirectory, 'logs');
    const text = readdirSync(logs)
      .map((name) => readFileSync(join(logs, name), 'utf8'))
      .join('\n');
    expect(text).toContain('"msg":"request"');
    for (const secret of [
      'SAMPLE',
      '1000001',
      '1000003',
      'ACME',
      'long-enough-for-tests',
      ...admin.cookieList.map(({ value }) => value),
    ]) {
      expect(text).not.toContain(secret);
    }
  });
});
