import { deleteDetectionData, readAllAlerts, skipImport } from '../testing/alerts-test-context.ts';
import {
  burstOfDebits,
  type LedgerEntry,
  largeCredit,
  ordinaryActivity,
  personFixture,
  structuredDeposits,
} from '../testing/analytics-ledger-fixtures.ts';
import { seededRandom } from '../testing/analytics-test-context.ts';
import { DetectionTestContext, ordinaryEntries, suspiciousFiles } from '../testing/detection-test-context.ts';

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

const inFull = () => readAllAlerts(context.ledger.client);
const reviewAll = () =>
  context.ledger.client.query(`UPDATE analytics.unusual_activities SET reviewed = true, review_outcome = 'explained'`);
/** Complete rows, including ids and times. */
const rows = async (condition = 'true') =>
  (await context.ledger.client.query(`SELECT * FROM analytics.unusual_activities WHERE ${condition} ORDER BY id`)).rows;

/** The alerts in an installation that imported these files in order. The ids of the other files are skipped. */
async function alertsOfFreshInstallation(files: readonly LedgerEntry[][], without: ReadonlySet<number>) {
  await deleteDetectionData(context.ledger.client);
  for (const [index, file] of files.entries()) {
    if (without.has(index)) await skipImport(context.ledger.client, file.length);
    else await context.analyze(file);
  }
  return inFull();
}

describe('open alerts after an undo', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'open alerts after an undo are the same as in an installation that never had the imports (seed %i)',
    async (seed) => {
      const random = seededRandom(seed);
      const files = suspiciousFiles(6, random);
      // The first file stays because it contains the first day of the ledger.
      const undone = new Set([1 + random(6), 1 + random(6), 1 + random(6)]);
      const waiting = new Set(undone);
      for (const [index, file] of files.entries()) {
        await context.analyze(file);
        // Some imports are undone immediately and some after later imports.
        for (const earlier of waiting)
          if (earlier <= index && random(3) === 0) {
            await context.undone(earlier + 1);
            waiting.delete(earlier);
          }
      }
      for (const left of waiting) await context.undone(left + 1);
      const afterUndo = await inFull();
      expect(afterUndo).toEqual(await alertsOfFreshInstallation(files, undone));
      expect(afterUndo.length).toBeGreaterThan(0);
    },
  );

  it('undoing the last import restores the open alerts with their ids and times', async () => {
    await context.analyze(ordinaryEntries(1, 2));
    await context.analyze(structuredDeposits(personFixture(1), '2026-08-03'));
    const before = await rows();
    await context.analyze([
      ...structuredDeposits(personFixture(1), '2026-08-11'),
      largeCredit(personFixture(2), '2026-08-17'),
    ]);
    expect(await rows()).not.toEqual(before);
    expect(await context.undone(3)).toBe(0);
    expect(await rows()).toEqual(before);
    expect(before).toHaveLength(1);
  });

  it('open alerts keep their id when an undo changes their content', async () => {
    await context.analyze([...ordinaryEntries(1), ...structuredDeposits(personFixture(1), '2026-08-07')]);
    // The entries are backdated, so the pattern began before the alert's window. The alert itself only grows.
    await context.analyze(structuredDeposits(personFixture(1), '2026-08-01').slice(0, 2));
    const [alert] = await rows();
    expect(alert.amount).toBe('56300.00');
    await context.undone(2);
    expect(await rows()).toEqual([{ ...alert, amount: '37600.00' }]);
  });

  it('an undo adds alerts when the entries that explained a pattern are removed', async () => {
    const similar = ['2026-02-03', '2026-03-03'].map((day) => largeCredit(personFixture(1), day));
    await context.analyze([...ordinaryEntries(1), largeCredit(personFixture(2), '2026-02-03')]);
    await context.analyze(similar.map((entry) => ({ ...entry, day: '2026-01-09' })));
    await context.analyze([largeCredit(personFixture(1), '2026-08-17')]);
    expect((await rows()).map(({ account_number }) => account_number)).not.toContain(personFixture(1).account);
    expect(await context.undone(2)).toBe(1);
    expect((await rows()).map(({ account_number }) => account_number)).toContain(personFixture(1).account);
  });

  it('an undo that removes a member’s last entry removes the member’s open alerts', async () => {
    await context.analyze(ordinaryEntries(1));
    await context.analyze([...ordinaryEntries(2), ...structuredDeposits(personFixture(2), '2026-08-03')]);
    expect(await rows()).toHaveLength(1);
    await context.undone(2);
    expect(await rows()).toEqual([]);
  });

  it('an undo revises open alerts under the member’s remaining name', async () => {
    const person = personFixture(1);
    const other = { ...personFixture(2), account: '6000000001' };
    const [one, two, three, four] = structuredDeposits(person, '2026-08-03') as [
      LedgerEntry,
      LedgerEntry,
      LedgerEntry,
      LedgerEntry,
    ];
    await context.analyze([...ordinaryActivity(person), one, two, { ...three, ...other }, { ...four, ...other }]);
    expect(await rows()).toEqual([]);
    await context.ledger.client.query(
      'UPDATE ledger.members m SET member_key = p.member_key FROM ledger.members p WHERE m.account_number = $1 AND p.account_number = $2',
      [other.account, person.account],
    );
    // One entry whose name assigns both accounts to one member.
    await context.analyze([{ ...one, ...person, account: other.account, amount: '20.00', day: '2026-09-01' }]);
    expect(await rows()).toHaveLength(1);
    await context.undone(2);
    expect(await rows()).toEqual([]);
  });

  it('open alerts refer to the import that contains an entry after an undo', async () => {
    await context.analyze(ordinaryEntries(1));
    await context.analyze([largeCredit(personFixture(1), '2026-08-17')]);
    await context.analyze(ordinaryEntries(2));
    const [before] = await rows();
    await context.undone(2, { entries: [before.transaction_id], to: 3 });
    const [after, ...others] = await rows();
    expect(others).toEqual([]);
    expect(after.id).toBe(before.id);
    expect(before.evidence.entries[0].source.importId).toBe('2');
    expect(after.evidence.entries[0].source.importId).toBe('3');
  });

  it('an undo revises the alerts of all members who use a company that is no longer known', async () => {
    await context.analyze(ordinaryEntries(1));
    const [groceries] = ordinaryEntries(1);
    if (groceries === undefined) throw new RangeError('no purchase in the fixture');
    const days = ['2026-03-02', '2026-05-02', '2026-07-02'];
    await context.analyze(days.map((day, index) => ({ ...groceries, ...personFixture(index + 2), day })));
    const runId = await context.openedUndo(2);
    const { rows: targets } = await context.ledger.client.query(
      'SELECT account_number FROM analytics.detection_targets WHERE run_id = $1 ORDER BY 1',
      [runId],
    );
    expect(targets.map(({ account_number }) => account_number)).toEqual(
      [1, 2, 3, 4].map((number) => personFixture(number).account),
    );
  });

  it('an undo removes open alerts when the ledger begins later, because every company is new at its start', async () => {
    await context.analyze([{ ...personFixture(3), amount: '1.00', type: 'Credit', day: '2025-09-01' }]);
    await context.analyze([...ordinaryEntries(1), largeCredit(personFixture(2), '2026-01-20')]);
    expect(await rows()).toHaveLength(1);
    await context.undone(1);
    expect(await rows()).toEqual([]);
  });
});

describe('evidence after an undo', () => {
  it('evidence for other members does not count accounts that were only in the undone import', async () => {
    await context.analyze(ordinaryEntries(1));
    await context.analyze([{ ...largeCredit(personFixture(2), '2026-08-16'), company: 'Unheard of Holdings, Inc.' }]);
    await context.analyze([largeCredit(personFixture(1), '2026-08-17')]);
    const shown = async () =>
      (await rows(`account_number = '${personFixture(1).account}'`)).map(({ evidence }) => evidence.companies);
    expect(await shown()).toMatchObject([[{ otherAccounts: 1 }]]);
    await context.undone(2);
    expect(await shown()).toMatchObject([[{ otherAccounts: 0 }]]);
  });

  it('evidence after an undo counts the accounts at the time of the alert, without later ones', async () => {
    await context.analyze([...ordinaryEntries(1), largeCredit(personFixture(1), '2026-08-17')]);
    await context.analyze([largeCredit(personFixture(2), '2026-08-18')]);
    await context.analyze([{ ...personFixture(1), amount: '5.00', type: 'Debit', day: '2026-08-19' }]);
    const before = await rows();
    await context.undone(3);
    expect(await rows()).toEqual(before);
  });
});

describe('reviewed alerts after an undo', () => {
  it('a reviewed alert does not change after an undo, and shows that its entries were removed', async () => {
    await context.analyze(ordinaryEntries(1, 2));
    await context.analyze([
      ...structuredDeposits(personFixture(1), '2026-08-03'),
      ...burstOfDebits(personFixture(2), '2026-08-10'),
    ]);
    await reviewAll();
    const before = await rows();
    expect(before).toHaveLength(2);
    await context.undone(2);
    expect(await rows()).toEqual(before.map((alert) => ({ ...alert, entries_gone: true })));
  });

  it('a reviewed alert still prevents a new alert after an undo until the pattern grows by half', async () => {
    await context.analyze([...ordinaryEntries(1), ...structuredDeposits(personFixture(1), '2026-08-03')]);
    await reviewAll();
    const reviewed = await rows();
    const more = (amount: string, day: string): LedgerEntry => ({
      ...largeCredit(personFixture(1), day),
      amount,
    });
    await context.analyze([more('9700.00', '2026-08-11')]);
    await context.analyze([more('9600.00', '2026-08-12')]);
    expect(await rows()).toHaveLength(2);
    await context.undone(2);
    expect(await rows()).toEqual(reviewed);
  });
});
