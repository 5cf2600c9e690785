import { REPORT_TYPES } from '@clearwatch/contracts/reports/report-types';
import { addDays } from '@clearwatch/domain/calendar/day';
import { Books, daysOf, type RawAlert, type Written } from './testing/books.ts';
import { MEMBERS } from './testing/member-recounts.ts';
import { MONEY, MONEY_OPERANDS } from './testing/money-recounts.ts';
import { AS_OF, edgeEntries, sampleEntries, UNDONE_ACCOUNT, undoneEntries } from './testing/raw-entries.ts';
import { type Question, type RecountRig, startRecountRig } from './testing/recount-rig.ts';
import { recount, saidBy } from './testing/recounts.ts';
import { REPORT } from './testing/report-recounts.ts';

const TABLES = [REPORT, MONEY, MEMBERS];
MONEY_OPERANDS.tables = TABLES.flat();

const PERIODS = {
  'the last 30 days': {},
  'three months': { firstDay: '2026-08-01', lastDay: '2026-10-31' },
  'more than the ledger has': { firstDay: '2025-10-01', lastDay: '2026-12-31' },
};

let rig: RecountRig;
let books: Books;
beforeAll(async () => {
  rig = await startRecountRig();
  const kept = [...sampleEntries(), ...edgeEntries()];
  await rig.imported(sampleEntries());
  const undone = await rig.imported(undoneEntries());
  await rig.imported(edgeEntries());
  await rig.decided(['escalated', 'false_positive', 'suspicious', 'explained'], UNDONE_ACCOUNT);
  await rig.undone(undone);
  await rig.listed();
  books = new Books(kept, await rig.alerts());
});
afterAll(() => rig.stop());

async function written(question: Question): Promise<Written> {
  const { document, facts, days } = await rig.report(question);
  if (days === null) throw new Error('the ledger is empty');
  const lastDay = days.period.lastDay > AS_OF ? AS_OF : days.period.lastDay;
  const period = { firstDay: days.period.firstDay, lastDay };
  const length = daysOf(period);
  const previous = { firstDay: addDays(period.firstDay, -length), lastDay: addDays(period.firstDay, -1) };
  return { type: question.type, period, previous, document, facts };
}

/** Every fact that was counted otherwise, or not at all. */
function disagreements(report: Written): string[] {
  return report.facts.flatMap((fact) => {
    const reported = saidBy(fact);
    const told = (what: unknown) =>
      `${fact.id} ${fact.label} [${fact.source}]: reported ${reported}, recounted ${what}`;
    try {
      const counted = recount(TABLES, { books, report, fact });
      if (counted === undefined) return [told('by nothing')];
      const isSame =
        typeof counted === 'number' && typeof reported === 'number'
          ? Math.abs(counted - reported) < 1e-9
          : counted === reported;
      return isSame ? [] : [told(counted)];
    } catch (error) {
      return [told(error instanceof Error ? error.message : error)];
    }
  });
}

describe.each(Object.entries(PERIODS))('over %s', (_name, days) => {
  it.each(REPORT_TYPES.filter((type) => type !== 'custom'))(
    'every fact of %s is what raw entries say',
    async (type) => {
      expect(disagreements(await written({ type, ...days }))).toEqual([]);
    },
  );
});
