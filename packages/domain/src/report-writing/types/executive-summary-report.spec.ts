import { composeReport, malformedSentences, reportScope, statementsWithoutFact } from '../testing/compose-report.ts';
import {
  aContributor,
  NO_ALERTS,
  NO_COMPANY_CHANGES,
  NO_CONTRIBUTIONS,
  NO_FLOWS,
  NO_RETURNS,
  NO_TOTALS,
  SOME_CHANGES,
  someAlerts,
  someContributions,
  someFlows,
  someReturns,
} from '../testing/report-fixtures.ts';
import { type ExecutiveSummaryData, executiveSummary } from './management-reports.ts';

function some(change: Partial<ExecutiveSummaryData> = {}): ExecutiveSummaryData {
  return {
    flows: someFlows(),
    contributions: someContributions(),
    alerts: someAlerts(),
    returns: someReturns(),
    changes: SOME_CHANGES,
    ...change,
  };
}
const NOTHING = some({
  flows: NO_FLOWS,
  contributions: NO_CONTRIBUTIONS,
  alerts: NO_ALERTS,
  returns: NO_RETURNS,
  changes: NO_COMPANY_CHANGES,
});
/** The ledger begins during the period. */
const YOUNG = reportScope({ firstDay: '2026-08-10' });

const write = (data: ExecutiveSummaryData, scope = reportScope()) => composeReport(executiveSummary, data, scope);

describe('executive summary', () => {
  test('an executive summary opens with money flows and alerts', () => {
    expect(write(some()).headline).toBe(
      'Credits rose 20.0% to $120,000 and debits fell 20.0% to $40,000, compared with the previous period. ' +
        '3 alerts were raised, down from 4; 1 is high risk, and 2 are not yet reviewed.',
    );
  });

  test('an executive summary states net flow and active members for both periods', () => {
    const summary = write(some());
    expect(summary.prose('At a glance')).toBe(
      '$80,000 more came in than went out ($50,000 in the previous period); the number of active members stayed at 90.',
    );
    expect(summary.rows('At a glance')[2]).toEqual(['Net flow', '$80,000.00', '$50,000.00', '60.0%']);
  });

  test('an executive summary explains changes by company, member, SEC code, number of entries and average amount', () => {
    const text = write(some()).prose('What changed, and why');
    expect(text).toContain(
      'Credits rose by $20,000. Most of the change came from ACME PAYROLL, up $15,000 (5 credits on 3 days, compared with ' +
        '5 on 3 days). In the opposite direction: OLD MILL, down $5,000 (none in this period, 5 credits in the previous ' +
        'period). A single member, Ana Sample, received $8,000 more. By SEC code, most of the change was in PPD (up $20,000). ' +
        'There were 20 more credits, and the average credit was $1,200, compared with $1,250.',
    );
    expect(text).toContain('Debits fell by $10,000. Most of the change came from CITY POWER, down $10,000');
    expect(text).toContain('The number of debits did not change, and the average debit was $200, compared with $250.');
  });

  test('an executive summary lists each change with its share and counts the other companies', () => {
    const summary = write(some());
    expect(summary.rows('What changed, and why')).toEqual([
      ['ACME PAYROLL', '$95,000.00', '$80,000.00', '$15,000.00', '75.0%'],
      ['OLD MILL', '$0.00', '$5,000.00', '-$5,000.00', '-25.0%'],
    ]);
    expect(summary.prose('What changed, and why')).toContain('7 other companies changed by smaller amounts.');
  });

  test('an executive summary explains a change by the additional payment days of a company', () => {
    const contributions = someContributions();
    contributions.credits.companies.largest[0] = aContributor('SOCIAL SECURITY', 4_000_000, 2_100_000, {
      nowEntries: 40,
      beforeEntries: 20,
      nowDays: 4,
      beforeDays: 2,
    });
    expect(write(some({ contributions })).prose('What changed, and why')).toContain(
      'The calendar explains this: SOCIAL SECURITY paid on more days, at $10,000 a day, compared with $10,500.',
    );
  });

  test('an executive summary recommends actions, most urgent first', () => {
    const actions = write(some()).prose('Recommended actions').split('\n');
    expect(actions).toHaveLength(5);
    expect(actions[0]).toBe(
      'Fraud analysts: review the open high-risk alert in the period: alert 37 (possible pattern: Test then Large; Ruth Miller, ' +
        '$2,150, Aug 12, 2026).',
    );
    expect(actions[2]).toBe(
      'ACH operations: raise the returns in the last 60 days with BAD DEBITS (unauthorized returns 15.0%, Nacha level 0.50%) ' +
        'through the ODFI.',
    );
    expect(actions[4]).toContain('NEW DEBITS, first seen in this period, which collected $900 from 9 members');
    expect(actions[3]).toContain(
      'ask why OLD MILL, which paid members $5,000 in 5 payments in the previous period, paid nothing',
    );
  });

  test('an executive summary recommends no action without activity', () => {
    const summary = write(NOTHING);
    expect(summary.headline).toBe('No money moved in the period. No alerts were raised for activity in the period.');
    expect(summary.titles).toEqual(['Recommended actions', 'Method and limits']);
    expect(summary.prose('Recommended actions')).toBe('This report recommends no action.');
  });

  test('an executive summary states that nothing is compared when the ledger begins after the previous period', () => {
    const summary = write(some(), YOUNG);
    expect(summary.headline).toBe(
      'Credits came to $120,000 and debits came to $40,000. ' +
        '3 alerts were raised; 1 is high risk, and 2 are not yet reviewed.',
    );
    expect(summary.titles).toContain('Where the money came from and where it went');
    expect(summary.rows('Where the money came from and where it went')[0]).toEqual([
      'ACME PAYROLL',
      '$95,000.00',
      '79.2%',
    ]);
    expect(summary.rows('At a glance')[0]).toEqual(['Credits', '$120,000.00']);
    expect(summary.prose('Method and limits')).toContain(
      'Not compared: the previous period would begin on Jul 1, 2026, but the ledger begins on Aug 10, 2026.',
    );
    expect(summary.facts.some(({ label }) => label.includes('Jul 1 to Jul 31'))).toBe(false);
  });

  test.each([
    [
      'growth from nothing',
      { before: NO_TOTALS },
      'Credits came to $120,000 and debits to $40,000; the previous period had neither.',
    ],
    ['a fall to nothing', { now: { ...NO_TOTALS, debits: 1, debitCents: 100 } }, 'Credits fell 100.0% to $0.00'],
    [
      'a hundredfold increase',
      { before: { ...NO_TOTALS, creditCents: 100_000 } },
      'Credits rose from $1,000 to $120,000',
    ],
    ['almost no change', { before: { ...NO_TOTALS, creditCents: 11_990_000 } }, 'Credits held steady at $120,000'],
  ])('an executive summary describes %s', (_, flows, words) => {
    expect(write(some({ flows: someFlows(flows) })).headline).toContain(words);
  });

  test('an executive summary states when more went out than came in', () => {
    const flows = someFlows({ now: { ...someFlows().now, creditCents: 100, debitCents: 300 } });
    expect(write(some({ flows })).prose('At a glance')).toContain('$2.00 more went out than came in');
  });

  test('an executive summary binds every number to a fact and uses complete sentences', () => {
    const all = [write(some()), write(NOTHING), write(some(), YOUNG), write(NOTHING, YOUNG)];
    expect(all.flatMap(statementsWithoutFact)).toEqual([]);
    expect(all.flatMap(malformedSentences)).toEqual([]);
  });
});
