import { FactSheet } from './fact-sheet.ts';
import { dataLimitsSection, emptyLedgerReport, emptyPeriodReport } from './report-data-limits.ts';
import type { Flows } from './sections/money-flow-sections.ts';
import { reportScope } from './testing/compose-report.ts';
import { NO_FLOWS, someFlows } from './testing/report-fixtures.ts';

const wordsOf = (spans: { text: string }[]) => spans.map(({ text }) => text).join('');

describe('empty reports', () => {
  test('a report on an empty ledger states that the ledger is empty', () => {
    const { document, facts } = emptyLedgerReport();
    expect(wordsOf(document.headline)).toContain('the ledger has no dated entries yet');
    expect(facts).toEqual([]);
  });

  test('a report on a period without entries states the period and the date range of the ledger as facts', () => {
    const { document, facts } = emptyPeriodReport(
      { firstDay: '2020-01-01', lastDay: '2020-01-31' },
      { firstDay: '2025-08-21', asOf: '2026-08-20' },
    );
    expect(wordsOf(document.headline)).toBe(
      'There is nothing to report: no entries were posted from Jan 1, 2020 to Jan 31, 2020.',
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

describe('data limits', () => {
  test('the data limits of a report state the period, the entries that moved no money, and the previous period', () => {
    expect(items(someFlows()).slice(0, 3)).toEqual([
      'Period: Aug 1, 2026 to Aug 31, 2026 (the latest day in the ledger), with 310 entries.',
      '10 of these entries moved no money (returns, prenotes, NOCs, zero-dollar entries) and are not included in any total.',
      'Compared with the previous period of the same length, Jul 1, 2026 to Jul 31, 2026.',
    ]);
  });

  test('the data limits of a report use specific wording for one entry, one day and no entries', () => {
    const one = { ...NO_FLOWS, now: { ...NO_FLOWS.now, entries: 1, credits: 1, creditCents: 5 } };
    const day = reportScope({ period: { firstDay: '2026-08-03', lastDay: '2026-08-03' } });
    expect(items(one, day).slice(0, 2)).toEqual(['Period: Aug 3, 2026, with 1 entry.', 'The entry moved money.']);
    expect(items(NO_FLOWS)[0]).toBe(
      'Period: Aug 1, 2026 to Aug 31, 2026 (the latest day in the ledger), with 0 entries.',
    );
    expect(items(NO_FLOWS)[1]).toMatch(/^Compared with/);
  });

  test('the data limits of a report count the entries that moved no money', () => {
    const { now } = someFlows();
    const without = (entries: number) => items({ ...someFlows(), now: { ...now, entries } })[1];
    expect(without(300)).toBe('All of these entries moved money.');
    expect(without(301)).toMatch(/^1 of these entries moved no money .* and is not included in any total\.$/);
    expect(without(302)).toMatch(/^2 of these entries moved no money .* and are not included in any total\.$/);
  });

  test('the data limits of a report count entries without a date', () => {
    expect(items({ ...someFlows(), undated: 1 })[1]).toMatch(
      /any total. 1 entry without a date is not included in any period.$/,
    );
    expect(items({ ...someFlows(), undated: 2 })[1]).toMatch(
      /any total. 2 entries without a date are not included in any period.$/,
    );
  });

  test('report data limits note when the ledger begins too late to compare, and when the period ends with the ledger', () => {
    expect(items(someFlows(), reportScope({ firstDay: '2026-07-02' }))).toContain(
      'Not compared: the previous period would begin on Jul 1, 2026, but the ledger begins on Jul 2, 2026.',
    );
    expect(items(someFlows(), reportScope({ asOf: '2026-09-20' }))[0]).toBe(
      'Period: Aug 1, 2026 to Aug 31, 2026, with 310 entries.',
    );
  });
});
