import { emptyLedgerReport, emptyPeriodReport } from './empty-report.ts';

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
