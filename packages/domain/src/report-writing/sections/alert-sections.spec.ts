import { FactSheet } from '../fact-sheet.ts';
import { reportScope } from '../testing/compose-report.ts';
import { aGroup, anAlert, NO_ALERTS } from '../testing/report-fixtures.ts';
import type { Alerts } from './alert-facts.ts';
import { alertActions } from './alert-sections.ts';

const actions = (change: Partial<Alerts>): string[] =>
  alertActions({ ...NO_ALERTS, ...change }, { scope: reportScope(), sheet: new FactSheet() }).map((spans) =>
    spans.map(({ text }) => text).join(''),
  );
const high = (alerts: number) => aGroup(alerts, { riskLevel: 'high' });
const reviewed = { reviewed: true, outcome: 'explained' } as const;

describe('what alerts call for', () => {
  test('is nothing where none is open and none was confirmed', () => {
    expect(actions({})).toEqual([]);
    const closed = [
      aGroup(3, reviewed),
      aGroup(2, { riskLevel: 'high', ...reviewed, outcome: 'false_positive' }),
    ];
    expect(actions({ groups: closed, serious: [anAlert(reviewed)] })).toEqual([]);
  });

  test('is review of the high ones, beginning with the first that is open', () => {
    const serious = [anAlert({ ...reviewed, memberName: 'Lee Sample' }), anAlert()];
    const [one, ...others] = actions({ groups: [high(1)], serious });
    expect(one).toMatch(/^Fraud analysts: review the open high-risk alert of the period: .*Ruth Miller.*\.$/);
    expect(others).toEqual([]);
    expect(actions({ groups: [high(2)], serious })[0]).toMatch(
      /^Fraud analysts: review the 2 open high-risk alerts of the period, beginning with .*Ruth Miller.*\.$/,
    );
  });

  test('is then review of those of lower risk, or of these first', () => {
    const serious = [anAlert()];
    expect(actions({ groups: [high(2), aGroup(1)], serious })[1]).toBe(
      'Fraud analysts: then review the open alert of lower risk.',
    );
    expect(actions({ groups: [high(1), aGroup(2)], serious })[1]).toBe(
      'Fraud analysts: then review the 2 open alerts of lower risk.',
    );
    const [medium, ...others] = actions({ groups: [aGroup(3)], serious: [anAlert({ riskLevel: 'medium' })] });
    expect(medium).toMatch(/^Fraud analysts: review the 3 open alerts of lower risk, beginning with .*\.$/);
    expect(others).toEqual([]);
  });

  test('is review of what waits from other periods, also where the period itself has no alert', () => {
    const open = { alerts: 70, high: 12, oldestDay: '2026-04-06' };
    expect(actions({ open })).toEqual([
      'Fraud analysts: review the 70 open alerts on activity outside of the period, beginning with the oldest, of Apr 6, 2026.',
    ]);
    expect(actions({ open: { ...open, alerts: 1 } })).toEqual([
      'Fraud analysts: review the open alert on activity outside of the period, of Apr 6, 2026.',
    ]);
    expect(actions({ groups: [aGroup(2)], serious: [anAlert()], open }).at(-1)).toBe(
      'Fraud analysts: review the 68 open alerts on activity outside of the period as well, the oldest first.',
    );
    expect(actions({ groups: [aGroup(2)], serious: [anAlert()], open: { ...open, alerts: 2 } })).toHaveLength(
      1,
    );
  });

  test.each(['suspicious', 'escalated'] as const)('is a decision about those reviewed as %s', (outcome) => {
    const groups = [aGroup(2, { reviewed: true, outcome }), aGroup(5, reviewed)];
    expect(actions({ groups })).toEqual([
      'BSA officer: decide on a suspicious activity report for the 2 alerts reviewed as suspicious or escalated; its 30 days are counted from the alert, the safe default.',
    ]);
  });
});
