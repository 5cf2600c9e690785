import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { ProjectionService } from '../projection/projection.service.ts';
import { randomEntries, TestLedger } from '../testing/analytics-ledger-fixtures.ts';
import {
  expectCompanyFiguresToMatchRecount,
  expectMemberFiguresToMatchRecount,
} from '../testing/analytics-recounts.ts';
import { type RunningAnalytics, seededRandom, startAnalytics, TEST_TODAY } from '../testing/analytics-test-context.ts';
import { undoImport } from '../testing/detection-test-context.ts';
import { ListFiguresService } from './list-figures.service.ts';
import { yearOf } from './list-state.repository.ts';

let database: TestDatabase;
let ledger: TestLedger;
let analytics: RunningAnalytics;
let figures: ListFiguresService;

beforeAll(async () => {
  database = await createTestDatabase();
  ledger = await TestLedger.at(database.ownerUrl);
  analytics = await startAnalytics(database, { role: 'all', jobs: 'left' });
  figures = analytics.app.get(ListFiguresService, { strict: false });
});
afterAll(async () => {
  await analytics.stop();
  await ledger.close();
  await database.drop();
});

const the = <T>(type: new (...args: never[]) => T): T => analytics.app.get(type, { strict: false });

async function imported(entries: Parameters<TestLedger['import']>[0]): Promise<number> {
  const importId = await ledger.import(entries);
  await the(ProjectionService).project(importId);
  return importId;
}

/** Uses few names, so that accounts share them. Some accounts have no name. */
function namedEntries(count: number, random: (below: number) => number) {
  return randomEntries(count, random).map((entry) => ({
    ...entry,
    firstName: ['Ana', 'ÁNA', 'Bo', ''][random(4)] ?? '',
    lastName: ['Núñez', 'Nunez', "O'Hara/Lee 100%", ''][random(4)] ?? '',
  }));
}

/** @returns the number of members */
async function expectRecount(): Promise<number> {
  const state = await figures.read(async (_, current) => current);
  const year = yearOf(state);
  if (state.asOf === null || state.firstDay === null || year === null) throw new Error('no dated entry');
  await expectMemberFiguresToMatchRecount(ledger.client, state.asOf);
  await expectCompanyFiguresToMatchRecount(ledger.client, {
    asOf: state.asOf,
    ledgerFirstDay: state.firstDay,
    yearDays: 1 + (Date.parse(year.lastDay) - Date.parse(year.firstDay)) / 86_400_000,
    postsOnWeekends: state.postsOnWeekends,
  });
  return state.members;
}

describe('member and company lists', () => {
  it('the member and company lists are empty for an empty ledger', async () => {
    expect(await figures.read(async (_, state) => state)).toMatchObject({
      asOf: null,
      members: 0,
      credits: '0.00',
    });
  });

  it.each([1, 2, 3])(
    'the member and company lists equal a recount after imports and undos in any order (seed %i)',
    async (seed) => {
      const random = seededRandom(seed);
      const imports: number[] = [await imported(namedEntries(30, random))];
      for (let step = 0; step < 6; step += 1) {
        const undone = random(3) === 0 && imports.length > 1 ? imports.splice(random(imports.length), 1)[0] : undefined;
        if (undone === undefined) imports.push(await imported(namedEntries(20 + random(60), random)));
        else {
          await undoImport(ledger.client, undone);
          await the(ProjectionService).takeBack(undone);
        }
        expect(await expectRecount()).toBeGreaterThan(0);
      }
    },
  );

  it('the member and company lists equal a recount when the newest day moves by several months [fault 6.5]', async () => {
    // This day is in the year that ends with the newest day so far, but not in the year that ends in November.
    await imported(
      ['2025-11-18', '2025-11-19', '2025-11-20'].map((day, at) => ({
        account: `LEAVES${at}`,
        amount: '5.00',
        type: 'Credit' as const,
        day,
      })),
    );
    expect(await expectRecount()).toBeGreaterThan(0);
    for (const day of ['2026-11-19', '2026-11-20']) {
      const importId = await imported([{ account: 'LATE', amount: '5.00', type: 'Credit', day, lastName: 'Nunez' }]);
      expect(await expectRecount()).toBeGreaterThan(0);
      await undoImport(ledger.client, importId);
      await the(ProjectionService).takeBack(importId);
      expect(await expectRecount()).toBeGreaterThan(0);
    }
  });

  it('the member and company lists are fully recomputed after the computation changes, and are then equal', async () => {
    const rows = async () => {
      const { rows: members } = await ledger.client.query(
        'SELECT * FROM analytics.member_figures ORDER BY account_number',
      );
      const { rows: companies } = await ledger.client.query('SELECT * FROM analytics.company_figures ORDER BY company');
      return { members, companies };
    };
    const before = await rows();
    await ledger.client.query('UPDATE analytics.list_state SET shape = 0');
    await ledger.client.query('UPDATE analytics.member_figures SET credits = 7');
    await ledger.client.query(`UPDATE analytics.company_figures SET score = 99, details = '{}'`);
    await figures.bringUpToDate();
    expect(await rows()).toEqual(before);
  });

  it('the member and company lists are refreshed once for many simultaneous requests', async () => {
    await imported([{ account: 'ONCE', amount: '5.00', type: 'Credit', day: '2026-01-05' }]);
    const answers = await Promise.all(Array.from({ length: 40 }, () => analytics.get('/api/members?search=ONCE')));
    expect(answers.every(({ body }) => body.length === 1)).toBe(true);
    await expectRecount();
  });

  it('the member list returns its previous state, with its as-of day, during a long refresh [fault 3.4]', async () => {
    await figures.bringUpToDate();
    const before = await figures.read(async (_, state) => state);
    await ledger.client.query(`SELECT pg_advisory_lock(hashtextextended('lists', 0))`);
    try {
      await imported([{ account: 'SLOW', amount: '5.00', type: 'Credit', day: TEST_TODAY }]);
      const { status, headers, body } = await analytics.get('/api/members?search=SLOW');
      expect([status, headers['x-as-of'], body]).toEqual([200, before.asOf, []]);
    } finally {
      await ledger.client.query(`SELECT pg_advisory_unlock(hashtextextended('lists', 0))`);
    }
    const { headers, body } = await analytics.get('/api/members?search=SLOW');
    expect([headers['x-as-of'], body.length]).toEqual([TEST_TODAY, 1]);
    await expectRecount();
  });

  it('the member and company lists store no record of a change after it is applied', async () => {
    await figures.bringUpToDate();
    for (const table of ['changed_accounts', 'changed_companies', 'changed_alerts'])
      expect((await ledger.client.query(`SELECT FROM analytics.${table}`)).rowCount).toBe(0);
  });
});
