import { REPORT_TYPES } from '@clearwatch/contracts/ai-reports';
import { addDays } from '@clearwatch/domain/calendar/day';
import { customTable } from './testing/recount/custom-recounts.ts';
import { LISTS, wrongProfiles } from './testing/recount/list-recounts.ts';
import { MEMBERS } from './testing/recount/member-recounts.ts';
import { MONEY } from './testing/recount/money-recounts.ts';
import { daysOf, type FactReport, RecountBooks } from './testing/recount/recount-books.ts';
import {
  AS_OF,
  edgeEntries,
  type RawEntry,
  sampleEntries,
  UNDONE_ACCOUNT,
  undoneEntries,
} from './testing/recount/recount-entries.ts';
import { type RecountLedger, type ReportRequest, startRecountLedger } from './testing/recount/recount-ledger.ts';
import { REPORT } from './testing/recount/recounts-by-report-type.ts';
import { recount, rowsOf, valueOf } from './testing/recount/report-recount.ts';

const TABLES = [...REPORT, ...MONEY, ...MEMBERS];

const PERIODS = {
  'the last 30 days': {},
  'three months': { firstDay: '2026-08-01', lastDay: '2026-10-31' },
  'more than the ledger has': { firstDay: '2025-10-01', lastDay: '2026-12-31' },
  'a week over the new year': { firstDay: '2025-12-29', lastDay: '2026-01-04' },
  'two months with nothing to compare with': { firstDay: '2025-10-01', lastDay: '2025-11-30' },
};
const { 'the last 30 days': LAST_DAYS, 'three months': THREE_MONTHS } = PERIODS;
/** Questions, each with the entries that it covers. */
const PROMPTS: readonly [prompt: string, isRequested: (entry: RawEntry) => boolean][] = [
  ['What changed, and why?', () => true],
  ['How much did members receive and pay in October 2026?', () => true],
  ['Which alerts are open, and which returns came back?', () => true],
  ['Who are our largest members, and who is new?', () => true],
  [
    'What do we know about VENMO and RIVERTON SCHOOLS?',
    ({ company }) => company === 'VENMO' || company === 'RIVERTON SCHOOLS',
  ],
  [
    'What do we know about Stella Steady and Sam Twinning?',
    ({ firstName, lastName }) => ['Stella Steady', 'Sam Twinning'].includes(`${firstName} ${lastName}`),
  ],
  ['How much goes to other banks, and to lenders?', () => true],
];

let ledger: RecountLedger;
let books: RecountBooks;
beforeAll(async () => {
  ledger = await startRecountLedger();
  const entries = [...sampleEntries(), ...edgeEntries()];
  await ledger.import(sampleEntries());
  const undone = await ledger.import(undoneEntries());
  await ledger.import(edgeEntries());
  await ledger.decideAlerts(['escalated', 'false_positive', 'suspicious', 'explained'], UNDONE_ACCOUNT);
  await ledger.undo(undone);
  await ledger.refreshLists();
  books = new RecountBooks(entries, await ledger.alerts());
});
afterAll(() => ledger.stop());

async function composed(question: ReportRequest): Promise<FactReport> {
  const { document, facts, days } = await ledger.report(question);
  if (days === null) throw new Error('the ledger is empty');
  const lastDay = days.period.lastDay > AS_OF ? AS_OF : days.period.lastDay;
  const period = { firstDay: days.period.firstDay, lastDay };
  const length = daysOf(period);
  const previous = { firstDay: addDays(period.firstDay, -length), lastDay: addDays(period.firstDay, -1) };
  return { type: question.type, period, previous, document, facts };
}

/** Facts whose recount differs, and facts that no recount table covers. */
function disagreements(report: FactReport, tables = TABLES): string[] {
  return report.facts.flatMap((fact) => {
    const reported = valueOf(fact);
    const line = (counted: string | number) =>
      `${fact.id} ${fact.label} [${fact.source}]: reported ${reported}, recounted ${counted}`;
    try {
      const counted = recount(tables, { books, report, fact });
      if (counted === undefined) return [line('by nothing')];
      const isSame =
        typeof counted === 'number' && typeof reported === 'number'
          ? Math.abs(counted - reported) < 1e-9
          : counted === reported;
      return isSame ? [] : [line(counted)];
    } catch (error) {
      return [line(error instanceof Error ? error.message : 'by nothing')];
    }
  });
}

/** Lists with the wrong members, companies or alerts, or in the wrong order. */
function wrongLists(report: FactReport): string[] {
  return LISTS.flatMap(({ caption, column, least, of }) => {
    const rows = rowsOf(report, caption);
    if (rows.length === 0) return [];
    const listed = rows.map((row) => row[column]).join(', ');
    const all = of(books, report);
    const right = all.slice(0, Math.max(rows.length, Math.min(least, all.length))).join(', ');
    return listed === right ? [] : [`${caption.source}: reported ${listed}, recounted ${right}`];
  });
}

describe.each(Object.entries(PERIODS))('reports over %s', (_name, days) => {
  it.each(REPORT_TYPES.filter((type) => type !== 'custom'))(
    'every fact and list of a report matches a recount of the raw entries (%s)',
    async (type) => {
      const report = await composed({ type, ...days });
      expect(report.facts.length).toBeGreaterThan(10);
      expect([...disagreements(report), ...wrongLists(report), ...wrongProfiles(books, report)]).toEqual([]);
    },
  );
});

describe.each([LAST_DAYS, THREE_MONTHS])('custom report (%j)', (days) => {
  it.each(PROMPTS)(
    'a custom report matches a recount of the raw entries in every fact that answers "%s"',
    async (prompt, isRequested) => {
      const report = await composed({ type: 'custom', prompt, ...days });
      const tables = [...customTable(prompt, isRequested), ...TABLES];
      expect([...disagreements(report, tables), ...wrongLists(report)]).toEqual([]);
    },
  );
});

it('the recount of report facts detects a figure that is off by one cent, and a fact that it does not cover', async () => {
  const report = await composed({ type: 'executive_summary' });
  const [first, second] = report.facts;
  if (first?.value.kind !== 'money' || second === undefined) throw new Error('the first fact is not an amount');
  const before = disagreements(report).length;
  const changed = { ...first, value: { ...first.value, cents: first.value.cents + 1 } };
  const unknown = { ...second, id: 'F9999', label: 'Something new' };
  const found = disagreements({ ...report, facts: [changed, ...report.facts.slice(1), unknown] });
  expect(found).toHaveLength(before + 2);
  expect(found[0]).toBe(
    `${first.id} ${first.label} [${first.source}]: reported ${first.value.cents + 1}, recounted ${first.value.cents}`,
  );
  expect(found.at(-1)).toContain('recounted by nothing');
});
