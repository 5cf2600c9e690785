import {
  composeReport,
  malformedSentences,
  reportScope,
  statementsWithoutFact,
} from '../testing/compose-report.ts';
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
    flagged: [
      { company: 'SPRAY SVC', riskLevel: 'high', flags: ['Debited 6 accounts', 'New'], cents: 26_946 },
    ],
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

describe('a compliance analysis', () => {
  test('says first what may have to be reported and which levels are passed', () => {
    expect(write(some()).headline).toMatch(
      /12 alerts reviewed as suspicious or escalated may call for a suspicious activity report. 1 company is above a return rate level of Nacha.$/,
    );
  });

  test('names the next deadline that is not past, then what waits for long', () => {
    const actions = write(some()).prose('Recommended actions').split('\n');
    expect(actions[0]).toBe(
      'BSA officer: decide by Sep 10, 2026 whether alert 5 (Ben Low) calls for a suspicious activity report.',
    );
    expect(actions[1]).toContain('review the 4 alerts on activity more than 30 days old');
    expect(actions.at(-1)).toBe('ACH operations: ask the ODFI about SPRAY SVC (Debited 6 accounts; New).');
  });

  test('has alerts that have not waited for long reviewed as well', () => {
    const waiting = [{ age: 'week' as const, riskLevel: 'high' as const, alerts: 3 }];
    expect(
      write({ ...NOTHING, casework: { ...NO_ALERT_WORKLOAD, waiting } }).prose('Recommended actions'),
    ).toBe('Fraud analysts: review the 3 open alerts.');
  });

  test('asks for the decisions whose time has passed', () => {
    const late = { alert: ESCALATED, dueDay: '2026-08-30' };
    const of = (...reportable: (typeof late)[]) =>
      write({
        ...NOTHING,
        casework: { ...NO_ALERT_WORKLOAD, reportable, overdueAlerts: reportable.length },
      }).prose('Recommended actions');
    expect(of(late)).toBe(
      'BSA officer: confirm that a decision about a suspicious activity report on alert 5 (Ben Low) is on file; its time passed on Aug 30, 2026.',
    );
    expect(of(late, { ...late, alert: { ...ESCALATED, id: 6 } })).toBe(
      'BSA officer: confirm that decisions about suspicious activity reports on the 2 alerts whose time has passed are on file.',
    );
    const unlisted = { ...NO_ALERT_WORKLOAD, reportable: [late], overdueAlerts: 12 };
    expect(write({ ...NOTHING, casework: unlisted }).prose('Recommended actions')).toContain(
      'the 12 alerts whose time has passed',
    );
  });

  test('tells which guidance the rules behind the alerts follow', () => {
    const tables = write(some()).document.sections[0]?.blocks.filter(({ kind }) => kind === 'table') ?? [];
    const last = tables.at(-1);
    const cells = last?.kind === 'table' ? last.rows.map((row) => row.map(({ text }) => text)) : [];
    expect(cells).toEqual([
      ['Structuring', '2', '0', '1', '31 CFR 1010.314 and 1010.100(xx)'],
      ['Test then Large', '1', '1', '1', 'Nacha, Micro-Entries rule (2022, 2023)'],
    ]);
  });

  test('holds returns against the levels of Nacha', () => {
    const report = write(some());
    expect(report.prose('Returned debits')).toContain(
      '4 debits came back (2.0% of the debits), up from 2. 3 were returned as unauthorized.',
    );
    expect(report.prose('Returned debits')).toContain('1 company is above a return rate level of Nacha.');
    const quiet = write(some({ returns: { ...someReturns(), companies: someReturns().companies.slice(1) } }));
    expect(quiet.prose('Returned debits')).toContain(
      'No company is above a return rate level of Nacha over the last 60 days.',
    );
  });

  test('tells of international entries, and of none after some', () => {
    const titled = 'International entries and flagged companies';
    expect(write(some()).prose(titled)).toContain(
      '1 international entry (IAT) concerned 1 member, down from 2: $450 in and $0.00 out.',
    );
    const none = write(
      some({ international: { entries: 0, entriesBefore: 2, inCents: 0, outCents: 0, members: 0 } }),
    );
    expect(none.prose(titled)).toContain('No international entry (IAT) came, after 2 in the period before.');
  });

  test('says what is in no figure', () => {
    expect(write(some()).prose('Method and limits')).toContain(
      'The ledger rests on 3 imports. 12 rows of them were rejected and are in no figure.',
    );
  });

  test('has no empty sections where there is nothing', () => {
    const report = write(NOTHING);
    expect(report.titles).toEqual(['Recommended actions', 'Method and limits']);
    expect(report.headline).toBe(
      'No alert was raised on activity of the period. No alert is reviewed as suspicious or escalated.',
    );
  });

  test('states no number without a fact and nothing that is no sentence', () => {
    const all = [write(some()), write(NOTHING), write(some(), reportScope({ firstDay: '2026-08-10' }))];
    expect(all.flatMap(statementsWithoutFact)).toEqual([]);
    expect(all.flatMap(malformedSentences)).toEqual([]);
  });
});
