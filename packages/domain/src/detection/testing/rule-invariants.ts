import * as fc from 'fast-check';
import { epochDay } from '../../calendar/day.ts';
import type { Entry } from '../detection-entry.ts';
import type { DetectionContext, Detector, Finding } from '../detector.ts';
import { type MemberHistory, prepareMember } from '../member-history.ts';
import { HISTORIES_BEGIN } from './random-histories.ts';

/** The same entries with different ids, imported in reverse order. */
export function importedInReverseOrder(entries: readonly Entry[]): MemberHistory {
  const reversed = entries.toReversed().map((entry, index) => ({ ...entry, id: String(index + 1) }));
  return prepareMember({ memberKey: 'ROBIN|EXAMPLE', entries: reversed });
}

/** The parts of a finding that do not depend on ledger ids. */
export function withoutIds(findings: readonly Finding[]): unknown[] {
  return findings.map(({ entries, triggerEntryId, riskLevel, description, percentageChange }) => ({
    entries: entries.map(contentOf),
    trigger: entries.filter(({ id }) => id === triggerEntryId).map(contentOf),
    riskLevel,
    description,
    percentageChange,
  }));
}

function contentOf({ day, amountCents, company, accountNumber }: Entry): string {
  return [day, amountCents, company, accountNumber].join(' ');
}

/**
 * Checks for each history that findings are the same in any import order, that later entries do not move
 * triggers, and that figures are consistent.
 *
 * @returns the number of findings, so that callers can check that the histories trigger the rule
 */
export function expectRuleInvariants(
  rule: Detector,
  { histories, context }: { histories: fc.Arbitrary<Entry[]>; context: DetectionContext },
): number {
  const detect = (entries: readonly Entry[]): Finding[] =>
    rule.detect(prepareMember({ memberKey: 'ROBIN|EXAMPLE', entries }), context);
  let found = 0;
  fc.assert(
    fc.property(histories, fc.integer({ min: 100, max: 300 }), (entries, lastDay) => {
      const findings = detect(entries);
      found += findings.length;
      expect(withoutIds(rule.detect(importedInReverseOrder(entries), context))).toEqual(withoutIds(findings));
      const triggers = findings.map(({ triggerEntryId }) => triggerEntryId);
      const earlier = entries.filter((entry) => (entry.epochDay ?? 0) <= epochDay(HISTORIES_BEGIN) + lastDay);
      for (const { triggerEntryId } of detect(earlier)) expect(triggers).toContain(triggerEntryId);
      expect(findings.flatMap(({ evidence }) => evidence.figures.filter(isFalseFigure))).toEqual([]);
    }),
    { numRuns: 80 },
  );
  return found;
}

function isFalseFigure(figure: { value: string; comparison: string; threshold: string }): boolean {
  const [value, threshold] = [Number(figure.value), Number(figure.threshold)];
  if (figure.comparison === '>=') return value < threshold;
  if (figure.comparison === '>') return value <= threshold;
  return figure.comparison === '<' ? value >= threshold : value > threshold;
}
