import type { ReturnTally } from '../../companies/company-return-rates.ts';
import { FactSheet } from '../fact-sheet.ts';
import { reportScope } from '../testing/compose-report.ts';
import { NO_RETURNS } from '../testing/report-fixtures.ts';
import { type ReturnReasonCount, returnReasonsBlocks, returnsAction, returnsSentence } from './return-sections.ts';

const reasons = (...counts: readonly (readonly [code: string, returns: number])[]): ReturnReasonCount[] =>
  counts.map(([code, returns]) => ({ code, returns }));

/** The sentence about returns, given this many debits. */
function returnsText(
  now: ReturnReasonCount[],
  before: ReturnReasonCount[] = [],
  debits = 200,
  scope = reportScope(),
): string | null {
  const sheet = new FactSheet();
  const all = sheet.count({ label: 'Debits', source: 'by hand' }, debits);
  const spans = returnsSentence({ ...NO_RETURNS, now, before }, all, { scope, sheet });
  return spans && spans.map(({ text }) => text).join('');
}

describe('returned debits', () => {
  test('a report states returned debits with their share and the number of unauthorized returns', () => {
    expect(returnsText(reasons(['R10', 3], ['R01', 1]), reasons(['R01', 2]))).toBe(
      '4 debits were returned (2.0% of all debits), up from 2. 3 of them were returned as unauthorized.',
    );
    expect(returnsText(reasons(['R10', 1]))).toBe(
      '1 debit was returned (0.50% of all debits), up from 0. 1 of them was returned as unauthorized.',
    );
    expect(returnsText(reasons(['R01', 4]), reasons(['R01', 4]))).toBe(
      '4 debits were returned (2.0% of all debits), unchanged from the previous period. None was returned as unauthorized.',
    );
  });

  test('a report states returned debits without a share when they outnumber the debits', () => {
    expect(returnsText(reasons(['R01', 4]), [], 3)).toMatch(/^4 debits were returned, up/);
    expect(returnsText(reasons(['R01', 4]), [], 4)).toMatch(/^4 debits were returned \(100.0% of all debits\), up/);
  });

  test('a report omits returned debits when there are none in either period', () => {
    expect(returnsText([])).toBeNull();
    expect(returnsText([], reasons(['R01', 1]))).toBe(
      'No debits were returned, compared with 1 in the previous period.',
    );
    const young = reportScope({ firstDay: '2026-08-01' });
    expect(returnsText([], reasons(['R01', 1]), 200, young)).toBeNull();
    expect(returnsText(reasons(['R01', 1]), [], 200, young)).toBe(
      '1 debit was returned (0.50% of all debits). None was returned as unauthorized.',
    );
  });

  test('a report lists returned debits by the eight most frequent reasons, with a chart for two or more', () => {
    const blocks = (now: ReturnReasonCount[]) =>
      returnReasonsBlocks({ ...NO_RETURNS, now }, { scope: reportScope(), sheet: new FactSheet() });
    expect(blocks([])).toEqual([]);
    expect(blocks(reasons(['R10', 1])).map(({ kind }) => kind)).toEqual(['table']);
    const nine = ['R10', '', 'R02', 'R01', 'R05', 'R07', 'R08', 'R09', 'R11'].map(
      (code, index) => [code, 20 - index] as const,
    );
    const [chart, table] = blocks(reasons(...nine));
    expect(chart).toMatchObject({ kind: 'chart', chart: { categories: { length: 8 } } });
    const rows = table?.kind === 'table' ? table.rows.map((row) => row.map(({ text }) => text)) : [];
    expect(rows).toHaveLength(8);
    expect(rows.slice(0, 3)).toEqual([
      ['R10', 'unauthorized', '20'],
      ['No reason stated', 'other', '19'],
      ['R02', 'administrative', '18'],
    ]);
  });
});

describe('action for returns', () => {
  test('the recommended action for returns shows enough decimal places for a rate to exceed its level', () => {
    const tally = { debits: 99_206, unauthorized: 500, administrative: 0, all: 500 };
    const context = { scope: reportScope(), sheet: new FactSheet() };
    const spans = returnsAction({ ...NO_RETURNS, companies: [{ company: 'BARELY', tally }] }, context);
    expect(spans?.map(({ text }) => text).join('')).toContain(
      'BARELY (unauthorized returns 0.504%, Nacha level 0.50%)',
    );
  });

  const action = (...companies: readonly (readonly [string, Partial<ReturnTally>])[]) => {
    const returns = {
      ...NO_RETURNS,
      companies: companies.map(([company, tally]) => ({
        company,
        tally: { debits: 100, unauthorized: 0, administrative: 0, all: 0, ...tally },
      })),
    };
    const spans = returnsAction(returns, { scope: reportScope(), sheet: new FactSheet() });
    return spans && spans.map(({ text }) => text).join('');
  };

  test('the recommended action for returns names only companies above a Nacha level', () => {
    expect(action(['ACME', { all: 15 }])).toBeNull();
    expect(action(['ACME', { all: 15 }], ['BETA', { unauthorized: 3, all: 16 }])).toBe(
      'ACH operations: raise the returns in the last 60 days with BETA (unauthorized returns 3.0%, Nacha level 0.50% and overall returns 16.0%, Nacha level 15.0%) through the ODFI.',
    );
  });

  test('the recommended action for returns names at most three companies', () => {
    const above = ['A', 'B', 'C', 'D'].map((name) => [name, { administrative: 5, all: 5 }] as const);
    expect(action(...above.slice(0, 3))).toMatch(/with A \(.*\), B \(.*\) and C \(.*\) through/);
    expect(action(...above)).toMatch(/with A \(.*\), B \(.*\) and C \(.*\) and others through/);
  });
});
