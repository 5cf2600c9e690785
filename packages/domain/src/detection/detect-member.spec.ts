import * as fc from 'fast-check';
import { epochDay } from '../calendar/day.ts';
import { formatCents } from '../money/cents.ts';
import { detectMember, withoutHiddenFindings } from './detection-engine.ts';
import type { Entry } from './detection-entry.ts';
import type { Finding } from './detector.ts';
import { DETECTORS } from './detectors/detector-registry.ts';
import { prepareMember } from './member-history.ts';
import { defaultPolicy } from './policy-document.ts';
import { aContext, aFinding } from './testing/detection-context.ts';
import { aHistory } from './testing/history-builder.ts';
import { HISTORIES_BEGIN, randomHistories } from './testing/random-histories.ts';
import { importedInReverseOrder, withoutIds } from './testing/rule-invariants.ts';

const context = aContext({ ledgerFirstDay: HISTORIES_BEGIN });

function detect(entries: readonly Entry[]): Finding[] {
  return detectMember(prepareMember({ memberKey: 'ROBIN|EXAMPLE', entries }), context);
}

describe('detection for one member', () => {
  test('detection for one member returns the same findings in any import order', () => {
    let findings = 0;
    fc.assert(
      fc.property(randomHistories, (entries) => {
        const once = detect(entries);
        findings += once.length;
        expect(detect(entries)).toEqual(once);
        expect(withoutIds(detectMember(importedInReverseOrder(entries), context))).toEqual(withoutIds(once));
      }),
      { numRuns: 60 },
    );
    expect(findings).toBeGreaterThan(20);
  });

  test('detection for one member does not move a trigger when later entries arrive', () => {
    const day = fc.integer({ min: 150, max: 300 });
    fc.assert(
      fc.property(randomHistories, day, (entries, lastDay) => {
        const known = entries.filter((entry) => (entry.epochDay ?? 0) <= epochDay(HISTORIES_BEGIN) + lastDay);
        const triggersLater = triggersOf(detectEach(entries));
        for (const trigger of triggersOf(detectEach(known))) expect(triggersLater).toContain(trigger);
      }),
      { numRuns: 60 },
    );
  });

  test('detection for one member returns consistent triggers, amounts and figures', () => {
    fc.assert(
      fc.property(randomHistories, (entries) => {
        for (const finding of detect(entries)) {
          const { evidence, amountCents } = finding;
          expect(finding.entries.map(({ id }) => id)).toContain(finding.triggerEntryId);
          expect(finding.countedEntries.reduce((sum, entry) => sum + entry.amountCents, 0)).toBe(amountCents);
          for (const entry of finding.countedEntries) expect(finding.entries).toContain(entry);
          expect(finding.amount).toBe(formatCents(amountCents));
          expect(evidence.entries).toHaveLength(finding.entries.length);
          expect(
            evidence.figures.filter(
              ({ value, comparison, threshold, met }) => !met || !holds(Number(value), comparison, Number(threshold)),
            ),
          ).toEqual([]);
          expect(evidence.wouldBeSilent.length).toBeGreaterThan(0);
          expect(finding.triggerDay >= evidence.window.firstDay && finding.triggerDay <= evidence.window.lastDay).toBe(
            true,
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  test('detection for one member omits low-risk findings at low sensitivity', () => {
    const credit = (amount: string) => aFinding('large_credit', aHistory().credit(amount).on('2026-03-02'));
    const findings = [{ ...credit('12000.00'), riskLevel: 'low' as const }, credit('30000.00')];
    const amountsAt = (sensitivity: 'low' | 'medium' | 'high') =>
      withoutHiddenFindings(findings, { ...defaultPolicy(), sensitivity }).map(({ amount }) => amount);
    expect(amountsAt('low')).toEqual(['30000.00']);
    expect(amountsAt('medium')).toEqual(['12000.00', '30000.00']);
    expect(amountsAt('high')).toEqual(['12000.00', '30000.00']);
  });

  test('detection for one member raises no alert for ordinary activity', () => {
    expect(detect(aHistory().ordinaryLifeUntil('2026-03-10').entries())).toEqual([]);
  });

  test('detection for one member returns no findings without dated entries', () => {
    expect(detect([])).toEqual([]);
    expect(detect(aHistory().credit('50000.00').withoutDate().entries())).toEqual([]);
  });
});

/** Findings before overlaps are removed, because a stronger finding may hide a weaker one. */
function detectEach(entries: readonly Entry[]): Finding[] {
  const history = prepareMember({ memberKey: 'ROBIN|EXAMPLE', entries });
  return Object.values(DETECTORS).flatMap((detector) => detector.detect(history, context));
}

function triggersOf(findings: readonly Finding[]): string[] {
  return findings.map(({ activityType, triggerEntryId }) => `${activityType} ${triggerEntryId}`);
}

function holds(value: number, comparison: string, threshold: number): boolean {
  if (comparison === '>=') return value >= threshold;
  if (comparison === '>') return value > threshold;
  return comparison === '<' ? value < threshold : value <= threshold;
}
