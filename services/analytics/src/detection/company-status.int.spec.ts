import { DataSource } from 'typeorm';
import { deleteDetectionData } from '../testing/alerts-test-context.ts';
import { type LedgerEntry, largeCredit, personFixture } from '../testing/analytics-ledger-fixtures.ts';
import { DetectionTestContext, ordinaryEntries } from '../testing/detection-test-context.ts';
import { addAffectedAccounts, MAX_USERS_REANALYZED } from './company-status.service.ts';
import { ShardPlanningService } from './shard-planning.service.ts';

let context: DetectionTestContext;
beforeAll(async () => {
  context = await DetectionTestContext.start();
});
afterAll(async () => {
  await context.stop();
});
beforeEach(async () => {
  await deleteDetectionData(context.ledger.client);
});

const debit = (number: number, company: string, day: string): LedgerEntry => ({
  ...personFixture(number),
  company,
  amount: '60.00',
  type: 'Debit',
  day,
});
const accountsOf = (...numbers: number[]) => numbers.map((number) => personFixture(number).account);

/** Accounts that are analyzed after an import. */
async function analyzedAccounts(entries: readonly LedgerEntry[]): Promise<string[]> {
  const runId = await context.opened(entries);
  await context.the(ShardPlanningService).list(runId);
  const { rows } = await context.ledger.client.query(
    'SELECT account_number FROM analytics.detection_targets WHERE run_id = $1 ORDER BY 1',
    [runId],
  );
  return rows.map(({ account_number }) => account_number);
}

describe('members affected by an import', () => {
  beforeEach(async () => {
    await context.analyze(ordinaryEntries(1, 2, 3, 4));
  });

  it('an import analyzes only its own members when no company changes', async () => {
    expect(await analyzedAccounts([debit(1, 'CITY GROCERS', '2026-09-01')])).toEqual(accountsOf(1));
  });

  it('an import analyzes all members who use a company that becomes known, under any spelling', async () => {
    await context.analyze([debit(1, 'Lake Utilities, Inc.', '2026-06-01')]);
    await context.analyze([debit(2, 'LAKE UTILITIES', '2026-07-01')]);
    expect(await analyzedAccounts([debit(3, 'LAKE UTILITIES', '2026-08-01')])).toEqual(accountsOf(1, 2, 3));
    // The company is now known, and one more user changes nothing.
    expect(await analyzedAccounts([debit(4, 'LAKE UTILITIES', '2026-08-02')])).toEqual(accountsOf(4));
  });

  it('an import analyzes all members who were debited by a company that turns out to be a spray', async () => {
    await context.analyze([1, 2, 3, 4].map((number) => debit(number, 'PRIME SERVICES 24', '2026-08-03')));
    expect(await analyzedAccounts([debit(5, 'PRIME SERVICES 24', '2026-08-04')])).toEqual(accountsOf(1, 2, 3, 4, 5));
  });

  it('an import analyzes all members who use a company that is now too small for the size of the ledger', async () => {
    await context.analyze([1, 2, 3].map((number) => debit(number, 'LAKE UTILITIES', `2026-0${number + 5}-01`)));
    const newcomers = Array.from({ length: 760 }, (_, index) => ({
      ...debit(1, 'CITY GROCERS', '2026-09-01'),
      account: `70000${index + 100}`,
      firstName: `New${index}`,
    }));
    const analyzed = await analyzedAccounts(newcomers);
    expect(analyzed).toEqual(expect.arrayContaining(accountsOf(1, 2, 3)));
    expect(analyzed).not.toContain(personFixture(4).account);
    expect(analyzed).toHaveLength(763);
  });

  it('an import analyzes all members with entries on days that are no longer the first in the ledger', async () => {
    await context.analyze([debit(5, 'LAKE UTILITIES', '2026-06-01')]);
    const analyzed = await analyzedAccounts([debit(6, 'LAKE UTILITIES', '2025-06-01')]);
    expect(analyzed).toEqual(accountsOf(1, 2, 3, 4, 6));
  });

  it('an import analyzes every account under a name that too many accounts now share', async () => {
    const namesakes = ['6000000001', '6000000002'].map((account) => ({
      ...debit(1, 'CITY GROCERS', '2026-08-03'),
      account,
    }));
    await context.analyze(namesakes);
    const fourth = { ...debit(1, 'CITY GROCERS', '2026-08-04'), account: '6000000003' };
    expect(await analyzedAccounts([fourth])).toEqual([
      personFixture(1).account,
      '6000000001',
      '6000000002',
      '6000000003',
    ]);
    const fifth = { ...debit(1, 'CITY GROCERS', '2026-08-05'), account: '6000000004' };
    expect(await analyzedAccounts([fifth])).toEqual(['6000000004']);
  });

  it('an import analyzes only members with alerts when a changed company has very many users', async () => {
    await context.analyze([largeCredit(personFixture(2), '2026-08-17')]);
    const accounts = await context.the(DataSource).transaction(async (manager) => {
      await manager.query('CREATE TEMPORARY TABLE touched (account_number text) ON COMMIT DROP');
      await addAffectedAccounts(manager, {
        becameKnown: new Map([['CITY GROCERS', MAX_USERS_REANALYZED + 1]]),
        others: new Set(),
        beganBefore: null,
      });
      return manager.query('SELECT account_number FROM touched');
    });
    expect(accounts).toEqual([{ account_number: personFixture(2).account }]);
  });
});

describe('companies changed by an undo', () => {
  it('companies that an undo changed are not processed again by the next import', async () => {
    await context.analyze(ordinaryEntries(1, 2));
    await context.analyze([1, 2, 3].map((number) => debit(number, 'LAKE UTILITIES', `2026-0${number + 5}-01`)));
    await context.undone(2);
    expect(await analyzedAccounts([debit(1, 'CITY GROCERS', '2026-09-01')])).toEqual(accountsOf(1));
  });
});
