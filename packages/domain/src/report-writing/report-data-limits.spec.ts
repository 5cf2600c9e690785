import { FactSheet } from './fact-sheet.ts';
import { dataLimitsSection, emptyLedgerReport, emptyPeriodReport } from './report-data-limits.ts';
import type { Flows } from './sections/money-flow-sections.ts';
import { reportScope } from './testing/compose-report.ts';
import { NO_FLOWS, someFlows } from './testing/report-fixtures.ts';

const wordsOf = (spans: { text: string }[]) => spans.map(({ text }) => text).join('');

describe('a report of nothing', () => {
  test('says that the ledger is empty', () => {
    const { document, facts } = emptyLedgerReport();
    expect(wordsOf(document.headline)).toContain('the ledger holds no dated entry yet');
    expect(facts).toEqual([]);
  });

  test('says which days are empty and which are not, each day a fact', () => {
    const { document, facts } = emptyPeriodReport(
      { firstDay: '2020-01-01', lastDay: '2020-01-31' },
      { firstDay: '2025-08-21', asOf: '2026-08-20' },
    );
    expect(wordsOf(document.headline)).toBe(
      'There is nothing to report: no entry was posted from Jan 1, 2020 to Jan 31, 2020.',
    );
    expect(facts.map(({ value }) => value)).toEqual([
      { kind: 'day', day: '2020-01-01' },
      { kind: 'day', day: '2020-01-31' },
      { kind: 'day', day: '2025-08-21' },
      { kind: 'day', day: '2026-08-20' },
    ]);
  });
});

function items(flows: Flows, scope = reportScope()): string[] {
  const { blocks } = dataLimitsSection(flows, [], { scope, sheet: new FactSheet() });
  return blocks.flatMap((block) =>
    block.kind === 'list' ? block.items.map((spans) => spans.map(({ text }) => text).join('')) : [],
  );
}

describe('the limits of a report', () => {
  test('are its period, what moved no money, and what it is compared with', () => {
    expect(items(someFlows()).slice(0, 3)).toEqual([
      'Period: Aug 1, 2026 to Aug 31, 2026 (the newest day of the ledger), with 310 entries.',
      '10 of them moved no money (returns, prenotes, notices, zero-dollar entries) and are in no sum.',
      'Compared with the period of the same length just before, Jul 1, 2026 to Jul 31, 2026.',
    ]);
  });

  test('speak of a single entry, of a single day and of nothing in their own words', () => {
    const one = { ...NO_FLOWS, now: { ...NO_FLOWS.now, entries: 1, credits: 1, creditCents: 5 } };
    const day = reportScope({ period: { firstDay: '2026-08-03', lastDay: '2026-08-03' } });
    expect(items(one, day).slice(0, 2)).toEqual(['Period: Aug 3, 2026, with 1 entry.', 'It moved money.']);
    expect(items(NO_FLOWS)[0]).toBe(
      'Period: Aug 1, 2026 to Aug 31, 2026 (the newest day of the ledger), with 0 entries.',
    );
    expect(items(NO_FLOWS)[1]).toMatch(/^Compared with/);
  });

  test('count what moved no money one by one', () => {
    const { now } = someFlows();
    const without = (entries: number) => items({ ...someFlows(), now: { ...now, entries } })[1];
    expect(without(300)).toBe('All of them moved money.');
    expect(without(301)).toMatch(/^1 of them moved no money .* and is in no sum\.$/);
    expect(without(302)).toMatch(/^2 of them moved no money .* and are in no sum\.$/);
  });

  test('say what has no date', () => {
    expect(items({ ...someFlows(), undated: 1 })[1]).toMatch(
      /in no sum. 1 entry without a date is in no period.$/,
    );
    expect(items({ ...someFlows(), undated: 2 })[1]).toMatch(
      /in no sum. 2 entries without a date are in no period.$/,
    );
  });

  test('say when the ledger begins too late to compare, and where the period ends with it', () => {
    expect(items(someFlows(), reportScope({ firstDay: '2026-07-02' }))).toContain(
      'Not compared: the period before would begin on Jul 1, 2026, and the ledger begins on Jul 2, 2026.',
    );
    expect(items(someFlows(), reportScope({ asOf: '2026-09-20' }))[0]).toBe(
      'Period: Aug 1, 2026 to Aug 31, 2026, with 310 entries.',
    );
  });
});
