import { composeReport, malformedSentences, reportScope, statementsWithoutFact } from '../testing/compose-report.ts';
import {
  anAlert,
  NO_ALERT_WORKLOAD,
  NO_ALERTS,
  NO_FLOWS,
  NO_RETURNS,
  someAlerts,
  someFlows,
  someReturns,
} from '../testing/report-fixtures.ts';
import { type ComplianceData, complianceAnalysis } from './compliance-analysis-report.ts';

const ESCALATED = anAlert({ id: 5, reviewed: true, outcome: 'escalated', memberName: 'Ben Low' });

function some(change: Partial<ComplianceData> = {}): ComplianceData {
  return {
    flows: someFlows(),
    alerts: someAlerts(),
    casework: {
      waiting: [
        { age: 'week', riskLevel: 'high', alerts: 1 },
        { age: 'quarter', riskLevel: 'medium', alerts: 4 },
      ],
      reportableAlerts: 12,
      reportable: [
        { alert: { ...ESCALATED, id: 4 }, dueDay: '2026-08-30' },
        { alert: ESCALATED, dueDay: '2026-09-10' },
      ],
      nextReportable: { alert: ESCALATED, dueDay: '2026-09-10' },
      overdueAlerts: 1,
      daysToReview: null,
    },
    returns: someReturns(),
    international: { entries: 1, entriesBefore: 2, inCents: 45_000, outCents: 0, members: 1 },
    flagged: [{ company: 'SPRAY SVC', riskLevel: 'high', flags: ['Debited 6 accounts', 'New'], cents: 26_946 }],
    flaggedInAll: 1,
    imports: { imports: 3, rejectedRows: 12 },
    ...change,
  };
}
const NOTHING = some({
  flows: NO_FLOWS,
  alerts: NO_ALERTS,
  casework: NO_ALERT_WORKLOAD,
  returns: NO_RETURNS,
  international: { entries: 0, entriesBefore: 0, inCents: 0, outCents: 0, members: 0 },
  flagged: [],
  flaggedInAll: 0,
  imports: { imports: 0, rejectedRows: 0 },
});
const write = (data: ComplianceData, scope = reportScope()) => composeReport(complianceAnalysis, data, scope);

describe('compliance analysis', () => {
  test('a compliance analysis opens with reportable alerts and return rates above their levels', () => {
    expect(write(some()).headline).toMatch(
      /12 alerts reviewed as suspicious or escalated may require a suspicious activity report. 1 company is above a Nacha return rate level.$/,
    );
  });

  test('a compliance analysis recommends the next deadline first, then old alerts', () => {
    const actions = write(some()).prose('Recommended actions').split('\n');
    expect(actions[0]).toBe(
      'BSA officer: decide by Sep 10, 2026 whether alert 5 (Ben Low) requires a suspicious activity report.',
    );
    expect(actions[1]).toContain('review the 4 alerts on activity more than 30 days old');
    expect(actions.at(-1)).toBe('ACH operations: ask the ODFI about SPRAY SVC (Debited 6 accounts; New).');
  });

  test('a compliance analysis also recommends reviewing recent alerts', () => {
    const waiting = [{ age: 'week' as const, riskLevel: 'high' as const, alerts: 3 }];
    expect(write({ ...NOTHING, casework: { ...NO_ALERT_WORKLOAD, waiting } }).prose('Recommended actions')).toBe(
      'Fraud analysts: review the 3 open alerts.',
    );
  });

  test('a compliance analysis requests decisions that are past their deadline', () => {
    const late = { alert: ESCALATED, dueDay: '2026-08-30' };
    const of = (...reportable: (typeof late)[]) =>
      write({
        ...NOTHING,
        casework: { ...NO_ALERT_WORKLOAD, reportable, overdueAlerts: reportable.length },
      }).prose('Recommended actions');
    expect(of(late)).toBe(
      'BSA officer: confirm that a decision about a suspicious activity report on alert 5 (Ben Low) is on file; its deadline passed on Aug 30, 2026.',
    );
    expect(of(late, { ...late, alert: { ...ESCALATED, id: 6 } })).toBe(
      'BSA officer: confirm that decisions about suspicious activity reports are on file for the 2 alerts past the deadline.',
    );
    const unlisted = { ...NO_ALERT_WORKLOAD, reportable: [late], overdueAlerts: 12 };
    expect(write({ ...NOTHING, casework: unlisted }).prose('Recommended actions')).toContain(
      'the 12 alerts past the deadline',
    );
  });

  test('a compliance analysis names the guidance behind each rule', () => {
    const tables = write(some()).document.sections[0]?.blocks.filter(({ kind }) => kind === 'table') ?? [];
    const last = tables.at(-1);
    const cells = last?.kind === 'table' ? last.rows.map((row) => row.map(({ text }) => text)) : [];
    expect(cells).toEqual([
      ['Structuring', '2', '0', '1', '31 CFR 1010.314 and 1010.100(xx)'],
      ['Test then Large', '1', '1', '1', 'Nacha, Micro-Entries rule (2022, 2023)'],
    ]);
  });

  test('a compliance analysis compares returns with the Nacha levels', () => {
    const report = write(some());
    expect(report.prose('Returned debits')).toContain(
      '4 debits were returned (2.0% of all debits), up from 2. 3 of them were returned as unauthorized.',
    );
    expect(report.prose('Returned debits')).toContain('1 company is above a Nacha return rate level.');
    const quiet = write(some({ returns: { ...someReturns(), companies: someReturns().companies.slice(1) } }));
    expect(quiet.prose('Returned debits')).toContain(
      'No company is above a Nacha return rate level, based on the last 60 days.',
    );
  });

  test('a compliance analysis reports international entries, and their absence when the previous period had some', () => {
    const titled = 'International entries and flagged companies';
    expect(write(some()).prose(titled)).toContain(
      '1 member had 1 international entry (IAT), down from 2: $450 in and $0.00 out.',
    );
    const none = write(some({ international: { entries: 0, entriesBefore: 2, inCents: 0, outCents: 0, members: 0 } }));
    expect(none.prose(titled)).toContain(
      'There were no international entries (IAT), compared with 2 in the previous period.',
    );
  });

  test('a compliance analysis states the number of rejected rows', () => {
    expect(write(some()).prose('Method and limits')).toContain(
      'The ledger contains 3 imports. 12 rows were rejected and are not included in any figure.',
    );
  });

  test('a compliance analysis has no empty sections without data', () => {
    const report = write(NOTHING);
    expect(report.titles).toEqual(['Recommended actions', 'Method and limits']);
    expect(report.headline).toBe(
      'No alerts were raised for activity in the period. No alerts have been reviewed as suspicious or escalated.',
    );
  });

  test('a compliance analysis binds every number to a fact and uses complete sentences', () => {
    const all = [write(some()), write(NOTHING), write(some(), reportScope({ firstDay: '2026-08-10' }))];
    expect(all.flatMap(statementsWithoutFact)).toEqual([]);
    expect(all.flatMap(malformedSentences)).toEqual([]);
  });
});
