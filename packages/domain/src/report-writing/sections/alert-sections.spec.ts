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

describe('alert actions', () => {
  test('recommended alert actions are omitted without open or confirmed alerts', () => {
    expect(actions({})).toEqual([]);
    const closed = [aGroup(3, reviewed), aGroup(2, { riskLevel: 'high', ...reviewed, outcome: 'false_positive' })];
    expect(actions({ groups: closed, serious: [anAlert(reviewed)] })).toEqual([]);
  });

  test('recommended alert actions include a review of high-risk alerts, starting with the first open one', () => {
    const serious = [anAlert({ ...reviewed, memberName: 'Lee Sample' }), anAlert()];
    const [one, ...others] = actions({ groups: [high(1)], serious });
    expect(one).toMatch(/^Fraud analysts: review the open high-risk alert in the period: .*Ruth Miller.*\.$/);
    expect(others).toEqual([]);
    expect(actions({ groups: [high(2)], serious })[0]).toMatch(
      /^Fraud analysts: review the 2 open high-risk alerts in the period, starting with .*Ruth Miller.*\.$/,
    );
  });

  test('recommended actions cover lower-risk alerts next, or first when no high-risk alerts are open', () => {
    const serious = [anAlert()];
    expect(actions({ groups: [high(2), aGroup(1)], serious })[1]).toBe(
      'Fraud analysts: then review the open lower-risk alert.',
    );
    expect(actions({ groups: [high(1), aGroup(2)], serious })[1]).toBe(
      'Fraud analysts: then review the 2 open lower-risk alerts.',
    );
    const [medium, ...others] = actions({ groups: [aGroup(3)], serious: [anAlert({ riskLevel: 'medium' })] });
    expect(medium).toMatch(/^Fraud analysts: review the 3 open lower-risk alerts, starting with .*\.$/);
    expect(others).toEqual([]);
  });

  test('recommended actions include open alerts from other periods, even when the period has none', () => {
    const open = { alerts: 70, high: 12, oldestDay: '2026-04-06' };
    expect(actions({ open })).toEqual([
      'Fraud analysts: review the 70 open alerts on activity outside the period, starting with the oldest, dated Apr 6, 2026.',
    ]);
    expect(actions({ open: { ...open, alerts: 1 } })).toEqual([
      'Fraud analysts: review the open alert on activity outside the period, dated Apr 6, 2026.',
    ]);
    expect(actions({ groups: [aGroup(2)], serious: [anAlert()], open }).at(-1)).toBe(
      'Fraud analysts: also review the 68 open alerts on activity outside the period, oldest first.',
    );
    expect(actions({ groups: [aGroup(2)], serious: [anAlert()], open: { ...open, alerts: 2 } })).toHaveLength(1);
  });

  test.each(['suspicious', 'escalated'] as const)(
    'recommended actions include a SAR decision for alerts reviewed as %s',
    (outcome) => {
      const groups = [aGroup(2, { reviewed: true, outcome }), aGroup(5, reviewed)];
      expect(actions({ groups })).toEqual([
        'BSA officer: decide whether to file a suspicious activity report on the 2 alerts reviewed as suspicious or escalated. As a conservative default, the 30 days to file are counted from the alert date.',
      ]);
    },
  );
});
