import { UNKNOWN_COMPANY } from '@clearwatch/domain/ledger/ledger-row';
import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { verifyLedger } from '@clearwatch/infra-postgres/verify/verify-ledger';
import { DataSource } from 'typeorm';
import { leaveOutUnknownCompany } from '../migrations/company-migrations.ts';
import { type LedgerEntry, TestLedger } from '../testing/analytics-ledger-fixtures.ts';
import { expectRollupsToMatchRecount } from '../testing/analytics-recounts.ts';
import { type RunningAnalytics, startAnalytics } from '../testing/analytics-test-context.ts';
import { undoImport } from '../testing/detection-test-context.ts';
import { ProjectionService } from './projection.service.ts';

let database: TestDatabase;
let ledger: TestLedger;
let analytics: RunningAnalytics;
let projection: ProjectionService;

beforeAll(async () => {
  database = await createTestDatabase();
  ledger = await TestLedger.at(database.ownerUrl);
  analytics = await startAnalytics(database, { role: 'worker', jobs: 'left' });
  projection = analytics.app.get(ProjectionService, { strict: false });
});
afterAll(async () => {
  await analytics.stop();
  await ledger.close();
  await database.drop();
});

const NAMELESS: LedgerEntry[] = ['RENT', 'CARD', 'CARD'].map((description, index) => ({
  account: `40000000${10 + index}`,
  company: UNKNOWN_COMPANY,
  amount: '12.00',
  type: 'Debit',
  day: '2026-03-02',
  description,
}));
const NAMED: LedgerEntry = {
  account: '4000000010',
  company: 'ACME',
  amount: '5.00',
  type: 'Credit',
  day: '2026-03-02',
};

async function companies(): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const table of ['company_days', 'company_accounts', 'company_day_codes', 'company_names']) {
    const { rows } = await ledger.client.query(`SELECT DISTINCT company FROM analytics.${table} ORDER BY 1`);
    found[table] = rows.map(({ company }) => company);
  }
  return found;
}
const ONLY_ACME = {
  company_days: ['ACME'],
  company_accounts: ['ACME'],
  company_day_codes: ['ACME'],
  company_names: ['ACME'],
};

it('entries without a company are counted only for their accounts and days', async () => {
  const importId = await ledger.import([...NAMELESS, NAMED]);
  expect(await projection.project(importId)).toMatchObject({ outcome: 'projected' });

  expect(await companies()).toEqual(ONLY_ACME);
  const { rows } = await ledger.client.query('SELECT debits, credits, entries FROM analytics.ledger_days');
  expect(rows).toEqual([{ debits: '36.00', credits: '5.00', entries: 4 }]);
  await expectRollupsToMatchRecount(ledger.client);
});

it('an undo of entries without a company leaves no company', async () => {
  const importId = await ledger.import(NAMELESS);
  await projection.project(importId);
  await undoImport(ledger.client, importId);
  expect(await analytics.app.get(ProjectionService, { strict: false }).takeBack(importId)).toMatchObject({
    outcome: 'taken_back',
  });

  expect(await companies()).toEqual(ONLY_ACME);
  await expectRollupsToMatchRecount(ledger.client);
});

it('an upgrade removes companies that an earlier version took from descriptions', async () => {
  const importId = await ledger.import(NAMELESS.map((entry) => ({ ...entry, company: entry.description ?? '' })));
  await projection.project(importId);
  const waiting = await ledger.import(NAMELESS.map((entry) => ({ ...entry, company: entry.description ?? '' })));
  expect((await companies())['company_days']).toEqual(['ACME', 'CARD', 'RENT']);
  // The state of the ledger after ingest's migration.
  await ledger.client.query(
    `UPDATE ledger.transactions SET company = 'Unknown originator' WHERE import_id IN ($1, $2)`,
    [importId, waiting],
  );
  const source = await new DataSource({ type: 'postgres', url: database.ownerUrl }).initialize();
  const runner = source.createQueryRunner();
  await runner.startTransaction();
  await leaveOutUnknownCompany(runner);
  await runner.commitTransaction();
  await runner.release();
  await source.destroy();

  expect(await companies()).toEqual(ONLY_ACME);
  await expectRollupsToMatchRecount(ledger.client);
  expect(await projection.project(waiting)).toMatchObject({ outcome: 'projected' });
  expect(await companies()).toEqual(ONLY_ACME);
  await expectRollupsToMatchRecount(ledger.client);
  const { checks } = await verifyLedger(ledger.client);
  const ofCompanies = checks.filter(({ check }) => check.startsWith('company'));
  expect(ofCompanies.map(({ check, first }) => [check, first])).toEqual([
    ['company days', []],
    ['company accounts', []],
    ['company day codes', []],
    ['company arrivals', []],
  ]);
});
