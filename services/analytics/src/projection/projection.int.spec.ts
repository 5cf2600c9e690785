import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { companyUsageOf } from '../detection/company-table.service.ts';
import { randomEntries, TestLedger } from '../testing/analytics-ledger-fixtures.ts';
import { expectRollupsToMatchRecount, recountCompanyUsage } from '../testing/analytics-recounts.ts';
import {
  type RunningAnalytics,
  recordingRun,
  seededRandom,
  startAnalytics,
  waitingSessions,
} from '../testing/analytics-test-context.ts';
import { TransactionsImportedHandler, UnprojectedImportsFinder } from './projection.processor.ts';
import { ProjectionService } from './projection.service.ts';

let database: TestDatabase;
let ledger: TestLedger;
let analytics: RunningAnalytics;
let projection: ProjectionService;

beforeAll(async () => {
  database = await createTestDatabase();
  ledger = await TestLedger.at(database.ownerUrl);
  analytics = await startAnalytics(database, { role: 'all', jobs: 'left' });
  projection = analytics.app.get(ProjectionService, { strict: false });
});
afterAll(async () => {
  await analytics.stop();
  await ledger.close();
  await database.drop();
});

const versionOf = async () =>
  Number((await ledger.client.query('SELECT version FROM analytics.ledger_state')).rows[0].version);

describe('rollups', () => {
  it.each([1, 2, 3, 4])(
    'rollups equal a full recount after each of several imports (seed %i) [fault 6.5]',
    async (seed) => {
      const random = seededRandom(seed);
      for (let imports = 0; imports < 4; imports += 1) {
        const importId = await ledger.import(randomEntries(50 + random(200), random));
        expect(await projection.project(importId)).toMatchObject({ outcome: 'projected' });
        await expectRollupsToMatchRecount(ledger.client);
      }
    },
  );

  it('company usage equals the sum over each company’s accounts, for some companies and for all', async () => {
    const { manager } = analytics.app.get(DataSource, { strict: false });
    const all = await companyUsageOf(manager);
    const byKey = Map.groupBy(all, ({ companyKey }) => companyKey);
    const oneByOne = await recountCompanyUsage(ledger.client);
    expect(oneByOne.map(({ companyKey }) => byKey.get(companyKey)?.[0])).toEqual(oneByOne);
    expect(all).toHaveLength(oneByOne.length);
    const some = new Set(oneByOne.slice(0, 2).map(({ companyKey }) => companyKey));
    expect(await companyUsageOf(manager, some)).toEqual(all.filter(({ companyKey }) => some.has(companyKey)));
  });

  it('an import is added to the rollups only once for repeated and simultaneous requests [fault 1.11]', async () => {
    const importId = await ledger.import(randomEntries(100, seededRandom(5)));
    const before = await versionOf();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => projection.project(importId)));
    expect(outcomes.filter(({ outcome }) => outcome === 'projected')).toHaveLength(1);
    expect(await projection.project(importId)).toMatchObject({ outcome: 'already_projected' });
    expect(await versionOf()).toBe(before + 1);
    await expectRollupsToMatchRecount(ledger.client);
  });

  it('many imports for the same accounts are added to the rollups at the same time', async () => {
    const random = seededRandom(6);
    const imports: number[] = [];
    for (let count = 0; count < 8; count += 1) imports.push(await ledger.import(randomEntries(1_500, random)));
    const outcomes = await Promise.all(imports.map((importId) => projection.project(importId)));
    expect(outcomes.every(({ outcome }) => outcome === 'projected')).toBe(true);
    await expectRollupsToMatchRecount(ledger.client);
  });

  it('imports with new accounts are added to the rollups when two processes project them at the same time', async () => {
    const days = ['2031-01-01', '2031-01-03', null];
    const ofNewAccounts = () =>
      Array.from({ length: 60 }, (_, index) => ({
        account: `NEW${index % 20}`,
        amount: '1.00',
        type: 'Credit' as const,
        day: days[index % days.length] ?? null,
      }));
    const imports = [await ledger.import(ofNewAccounts()), await ledger.import(ofNewAccounts())] as const;
    const second = await startAnalytics(database, { role: 'worker' });
    try {
      await ledger.client.query('BEGIN');
      // This rollup is written after the account days, so both projections are in progress while this lock is held.
      await ledger.client.query('LOCK TABLE analytics.company_days IN SHARE MODE');
      const outcomes = [
        projection.project(imports[0]),
        second.app.get(ProjectionService, { strict: false }).project(imports[1]),
      ];
      await waitUntil('both wait', async () => (await waitingSessions(ledger.client)) >= 2);
      await ledger.client.query('COMMIT');
      expect(await Promise.all(outcomes)).toMatchObject([{ outcome: 'projected' }, { outcome: 'projected' }]);
    } finally {
      await ledger.client.query('ROLLBACK');
      await second.stop();
    }
    await expectRollupsToMatchRecount(ledger.client);
  });

  it('rollups accept a day between stored days, and undated entries next to dated ones', async () => {
    for (const day of ['2032-01-01', '2032-01-09', null, '2032-01-05', null, '2032-01-05', '2031-12-31']) {
      const importId = await ledger.import([{ account: 'GAP', amount: '1.00', type: 'Debit', day }]);
      expect(await projection.project(importId)).toMatchObject({ outcome: 'projected' });
    }
    await expectRollupsToMatchRecount(ledger.client);
  });

  it('rollups ignore an import whose rows are not stored', async () => {
    const importId = await ledger.import([], 'importing');
    expect(await projection.project(importId)).toEqual({ outcome: 'not_stored' });
    expect(await projection.project(987_654)).toEqual({ outcome: 'not_stored' });
    await ledger.client.query(`UPDATE ledger.imports SET state = 'failed' WHERE id = $1`, [importId]);
  });
});

describe('a reported import', () => {
  it('a reported import opens one detection run under the first policy and notifies open browsers, even when reported twice', async () => {
    const importId = await ledger.import(randomEntries(10, seededRandom(7)));
    const handler = analytics.app.get(TransactionsImportedHandler, { strict: false });
    const { run, events } = recordingRun();
    await handler.handle({ importId }, run);
    await handler.handle({ importId }, run);
    expect(events).toEqual([
      { type: 'ledger.projected', importId },
      { type: 'ledger.projected', importId },
    ]);
    const { rows } = await ledger.client.query(
      'SELECT kind, policy_version FROM analytics.detection_runs WHERE import_id = $1',
      [importId],
    );
    expect(rows).toEqual([{ kind: 'import', policy_version: 1 }]);
  });

  it('an import is found after ten seconds even without a report', async () => {
    const finder = analytics.app.get(UnprojectedImportsFinder, { strict: false });
    const importId = await ledger.import(randomEntries(10, seededRandom(8)));
    expect(await finder.findOpenWork()).not.toContainEqual({ importId });
    await ledger.client.query(`UPDATE ledger.imports SET finished_at = now() - interval '11 s' WHERE id = $1`, [
      importId,
    ]);
    expect(await finder.findOpenWork()).toContainEqual({ importId });
    await projection.project(importId);
    expect(await finder.findOpenWork()).not.toContainEqual({ importId });
  });
});

describe('the service’s database role', () => {
  it.each([
    'DELETE FROM ledger.transactions',
    'UPDATE ledger.members SET first_name = $$x$$',
    `INSERT INTO ledger.imports (file_name) VALUES ('x')`,
    'UPDATE reports.ai_reports SET title = $$x$$',
    'SELECT * FROM auth.users',
    'DROP TABLE analytics.account_days',
  ])('the database role of the analytics service is denied: %s', async (sql) => {
    const client = new Client({ connectionString: database.urlFor('analytics') });
    await client.connect();
    try {
      await expect(client.query(sql)).rejects.toMatchObject({ code: '42501' });
    } finally {
      await client.end();
    }
  });
});
