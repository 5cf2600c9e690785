import { epochDay } from '@clearwatch/domain/calendar/day';
import { DETECTORS } from '@clearwatch/domain/detection/detectors/detector-registry';
import { deleteDetectionData } from '../testing/alerts-test-context.ts';
import { type LedgerEntry, sharedCompanyEntries } from '../testing/analytics-ledger-fixtures.ts';
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

const PEOPLE = [1, 2, 3, 4, 5, 6];
const FILES = 7;

/** Patterns spread across files, ordinary activity, and companies whose status changes with the files, in random order. */
function someFiles(random: (below: number) => number): LedgerEntry[][] {
  const [histories = [], ...planted] = suspiciousFiles(FILES - 1, random);
  const files = [[...histories, ...ordinaryEntries(5, 6)], ...planted];
  for (const entry of sharedCompanyEntries(PEOPLE, random)) files[random(files.length)]?.push(entry);
  return files.toSorted(() => random(3) - 1);
}

interface Told {
  type: string;
  member: string;
  day: number;
  cents: number;
}

/** The details of each alert that must be the same both ways. Members are identified by name. */
async function alertsTold(): Promise<Told[]> {
  const { rows } = await context.ledger.client.query(
    `SELECT a.activity_type, m.member_key, a.activity_date::text, a.amount
       FROM analytics.unusual_activities a JOIN ledger.members m USING (account_number) ORDER BY a.id`,
  );
  return rows.map((row) => ({
    type: row.activity_type,
    member: row.member_key,
    day: epochDay(row.activity_date),
    cents: Math.round(Number(row.amount) * 100),
  }));
}

/** Whether two alerts show the same behavior, as defined in the alert contract. */
function showsThe(alert: Told, other: Told): boolean {
  const detector = DETECTORS[alert.type as keyof typeof DETECTORS];
  const cool = detector.parameters.find(({ name }) => name === 'coolDays')?.default ?? 0;
  return alert.type === other.type && alert.member === other.member && Math.abs(alert.day - other.day) <= cool;
}

describe('analyses of individual files', () => {
  // With seeds above 100, a company's status matters: the test fails unless its other members are analyzed too.
  it.each([1, 2, 3, 107, 109, 110, 112, 114])(
    'analyses of individual files find all that a full analysis or a single import of all entries finds (seed %i)',
    async (seed) => {
      const random = seededRandom(seed);
      const files = someFiles(random);
      const undone = 1 + random(FILES);
      for (const [index, file] of files.entries()) {
        await context.analyze(file);
        if (index + 1 === Math.min(FILES, undone + 2)) await context.undone(undone);
      }
      const before = await context.alerts();
      expect(before.length).toBeGreaterThan(0);
      const raised = await context.analyzeAll();
      const after = await context.alerts();
      const ids = new Set(before.map(({ id }) => id));
      expect(after.filter(({ id }) => !ids.has(id))).toEqual([]);
      expect(raised).toBe(0);

      const bit = await alertsTold();
      await deleteDetectionData(context.ledger.client);
      await context.analyze(files.filter((_file, index) => index + 1 !== undone).flat());
      await context.analyzeAll();
      const whole = await alertsTold();
      expect(
        whole.filter((alert) => !bit.some((other) => showsThe(other, alert) && other.cents >= alert.cents)),
      ).toEqual([]);
    },
  );
});
