import {
  composeReport,
  malformedSentences,
  reportScope,
  statementsWithoutFact,
} from '../testing/compose-report.ts';
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
/** The ledger begins within the period. */
const YOUNG = reportScope({ firstDay: '2026-08-10' });

const write = (data: ExecutiveSummaryData, scope = reportScope()) =>
  composeReport(executiveSummary, data, scope);

describe('an executive summary', () => {
  test('says first how the money moved and what was noticed', () => {
    expect(write(some()).headline).toBe(
      'Credits rose 20.0% to $120,000 and debits fell 20.0% to $40,000, against the period before. ' +
        '3 alerts were raised, down from 4; 1 is high risk, and 2 are not reviewed yet.',
    );
  });

  test('tells net flow and members beside the figures of the period before', () => {
    const summary = write(some());
    expect(summary.prose('At a glance')).toBe(
      '$80,000 more came in than went out ($50,000 in the period before); the number of active members stayed at 90.',
    );
    expect(summary.rows('At a glance')[2]).toEqual(['Net flow', '$80,000.00', '$50,000.00', '60.0%']);
  });

  test('says why: who, how many, how large, and who went the other way', () => {
    const text = write(some()).prose('What changed, and why');
    expect(text).toContain(
      'Credits rose by $20,000. Most of it is due to ACME PAYROLL, up $15,000 (5 credits on 3 days against 5 on 3 days). ' +
        'Against it stands OLD MILL, down $5,000 (none in this period, 5 credits in the one before). ' +
        'A single member, Ana Sample, received $8,000 more. By class it is mostly PPD (up $20,000). ' +
        'There were 20 more credits, and the average one was $1,200 against $1,250.',
    );
    expect(text).toContain('Debits fell by $10,000. Most of it is due to CITY POWER, down $10,000');
    expect(text).toContain('There were as many debits as before, and the average one was $200 against $250.');
  });

  test('gives each change its part of the whole, and says how many more there are', () => {
    const summary = write(some());
    expect(summary.rows('What changed, and why')).toEqual([
      ['ACME PAYROLL', '$95,000.00', '$80,000.00', '$15,000.00', '75.0%'],
      ['OLD MILL', '$0.00', '$5,000.00', '-$5,000.00', '-25.0%'],
    ]);
    expect(summary.prose('What changed, and why')).toContain('7 further companies changed by less.');
  });

  test('sees the calendar behind a company that paid as much a day on more days', () => {
    const contributions = someContributions();
    contributions.credits.companies.largest[0] = aContributor('SOCIAL SECURITY', 4_000_000, 2_100_000, {
      nowEntries: 40,
      beforeEntries: 20,
      nowDays: 4,
      beforeDays: 2,
    });
    expect(write(some({ contributions })).prose('What changed, and why')).toContain(
      'That is the calendar: SOCIAL SECURITY paid $10,000 a day against $10,500, on more days.',
    );
  });

  test('recommends what the figures call for, the most urgent first', () => {
    const actions = write(some()).prose('Recommended actions').split('\n');
    expect(actions).toHaveLength(5);
    expect(actions[0]).toBe(
      'Fraud analysts: review the open high-risk alert of the period: alert 37 (possible pattern: Test then Large; Ruth Miller, ' +
        '$2,150, Aug 12, 2026).',
    );
    expect(actions[2]).toBe(
      'ACH operations: take up the returns of the last 60 days with BAD DEBITS (unauthorized returns 15.0%, Nacha level 0.50%), ' +
        'through the ODFI.',
    );
    expect(actions[4]).toContain(
      'NEW DEBITS, first seen in this period, which collected $900 from 9 members',
    );
    expect(actions[3]).toContain(
      'ask why OLD MILL, which paid members $5,000 in 5 payments in the period before, paid nothing',
    );
  });

  test('recommends nothing where nothing happened', () => {
    const summary = write(NOTHING);
    expect(summary.headline).toBe(
      'No money moved in the period. No alert was raised on activity of the period.',
    );
    expect(summary.titles).toEqual(['Recommended actions', 'Method and limits']);
    expect(summary.prose('Recommended actions')).toBe('This report recommends no action.');
  });

  test('compares nothing where the ledger begins after the period before, and says so', () => {
    const summary = write(some(), YOUNG);
    expect(summary.headline).toBe(
      'Credits came to $120,000 and debits came to $40,000. ' +
        '3 alerts were raised; 1 is high risk, and 2 are not reviewed yet.',
    );
    expect(summary.titles).toContain('Where the money came from and went');
    expect(summary.rows('Where the money came from and went')[0]).toEqual([
      'ACME PAYROLL',
      '$95,000.00',
      '79.2%',
    ]);
    expect(summary.rows('At a glance')[0]).toEqual(['Credits', '$120,000.00']);
    expect(summary.prose('Method and limits')).toContain(
      'Not compared: the period before would begin on Jul 1, 2026, and the ledger begins on Aug 10, 2026.',
    );
    expect(summary.facts.some(({ label }) => label.includes('Jul 1 to Jul 31'))).toBe(false);
  });

  test.each([
    [
      'growth from nothing',
      { before: NO_TOTALS },
      'Credits came to $120,000 and debits to $40,000, after none of either in the period before.',
    ],
    [
      'a fall to nothing',
      { now: { ...NO_TOTALS, debits: 1, debitCents: 100 } },
      'Credits fell 100.0% to $0.00',
    ],
    [
      'a hundredfold',
      { before: { ...NO_TOTALS, creditCents: 100_000 } },
      'Credits rose from $1,000 to $120,000',
    ],
    [
      'next to no change',
      { before: { ...NO_TOTALS, creditCents: 11_990_000 } },
      'Credits held steady at $120,000',
    ],
  ])('words %s', (_, flows, words) => {
    expect(write(some({ flows: someFlows(flows) })).headline).toContain(words);
  });

  test('says when more went out than came in', () => {
    const flows = someFlows({ now: { ...someFlows().now, creditCents: 100, debitCents: 300 } });
    expect(write(some({ flows })).prose('At a glance')).toContain('$2.00 more went out than came in');
  });

  test('states no number without a fact and nothing that is no sentence', () => {
    const all = [write(some()), write(NOTHING), write(some(), YOUNG), write(NOTHING, YOUNG)];
    expect(all.flatMap(statementsWithoutFact)).toEqual([]);
    expect(all.flatMap(malformedSentences)).toEqual([]);
  });
});
