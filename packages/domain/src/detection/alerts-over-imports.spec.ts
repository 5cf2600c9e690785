import * as fc from 'fast-check';
import { epochDay } from '../calendar/day.ts';
import { detectMember } from './detection-engine.ts';
import type { Entry } from './detection-entry.ts';
import type { Finding } from './detector.ts';
import { accountsOfFinding, deduplicateFinding, type ExistingAlert } from './finding-to-alert.ts';
import { prepareMember } from './member-history.ts';
import { aContext } from './testing/detection-context.ts';
import { eventfulHistories, HISTORIES_BEGIN, randomHistories } from './testing/random-histories.ts';

/** Well after the ledger warm-up, so every import can raise alerts. */
const context = aContext({ ledgerFirstDay: '2024-06-02' });

interface Alert extends ExistingAlert {
  activityType: string;
}

function alertsAfter(alerts: readonly Alert[], entries: readonly Entry[]): Alert[] {
  const findings = detectMember(prepareMember({ memberKey: 'ROBIN|EXAMPLE', entries }), context);
  return findings.toSorted(byDay).reduce(applyFinding, [...alerts]);
}

function applyFinding(alerts: Alert[], finding: Finding): Alert[] {
  const near = alerts.filter(
    ({ activityType, accountNumber }) =>
      activityType === finding.activityType && accountsOfFinding(finding).has(accountNumber),
  );
  const decision = deduplicateFinding(finding, near);
  if (decision.action === 'skip') return alerts;
  if (decision.action === 'insert') return [...alerts, alertOf(decision.finding, alerts.length)];
  const { alertId, amountCents } = decision;
  return alerts.map((alert) => (alert.id === alertId ? { ...alert, amountCents } : alert));
}

function alertOf(finding: Finding, id: number): Alert {
  const { activityType, accountNumber, triggerEntryId, triggerDay: anchorDay, amountCents } = finding;
  return {
    id: String(id),
    activityType,
    accountNumber,
    triggerEntryId,
    anchorDay,
    amountCents,
    reviewed: false,
  };
}

function byDay(left: Finding, right: Finding): number {
  return left.triggerDay < right.triggerDay ? -1 : 1;
}

function withoutNumbers(alerts: readonly Alert[]): string[] {
  return alerts.map((alert) => JSON.stringify({ ...alert, id: '' })).toSorted();
}

test('consecutive files raise the same alerts as one file, and a repeated analysis raises none', () => {
  const day = fc.integer({ min: 60, max: 290 });
  let raised = 0;
  fc.assert(
    fc.property(randomHistories, day, day, (entries, one, other) => {
      const until = (lastDay: number) =>
        entries.filter((entry) => (entry.epochDay ?? 0) <= epochDay(HISTORIES_BEGIN) + lastDay);
      const files = [until(Math.min(one, other)), until(Math.max(one, other)), entries];
      const alerts = files.reduce(alertsAfter, []);
      raised += alerts.length;
      expect(withoutNumbers(alerts)).toEqual(withoutNumbers(alertsAfter([], entries)));
      expect(alertsAfter(alerts, entries)).toEqual(alerts);
    }),
    { numRuns: 100 },
  );
  expect(raised).toBeGreaterThan(20);
});

test('every finding raises an alert in any import order, and a subsequent full analysis raises none', () => {
  const types = new Set<string>();
  fc.assert(
    fc.property(eventfulHistories, fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }), (entries, files) => {
      const inOrder = [0, 1, 2, 3].map((file) =>
        entries.filter(({ epochDay: day }) => (files[(day ?? 0) % 12] ?? 0) <= file),
      );
      const alerts = inOrder.reduce(alertsAfter, []);
      expect(alertsAfter(alerts, entries)).toEqual(alerts);
      const shown = detectMember(prepareMember({ memberKey: 'ROBIN|EXAMPLE', entries }), context);
      for (const finding of shown) {
        types.add(finding.activityType);
        expect(deduplicateFinding(finding, alerts.filter(isAbout(finding)))).toMatchObject({
          action: 'skip',
        });
      }
    }),
    { numRuns: 100 },
  );
  // Ensures that the random histories trigger enough rules.
  expect(types.size).toBeGreaterThan(16);
});

function isAbout({ activityType }: Finding): (alert: Alert) => boolean {
  return (alert) => alert.activityType === activityType;
}
