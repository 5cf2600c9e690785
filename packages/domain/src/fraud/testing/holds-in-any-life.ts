import * as fc from 'fast-check';
import { epochDay } from '../../calendar/day.ts';
import type { Entry } from '../entry.ts';
import type { DetectionContext, Detector, Finding } from '../frame.ts';
import { prepareMember } from '../preparation/prepare-member.ts';
import { importedInOtherOrder, withoutIds } from './imported-in-other-order.ts';
import { LIVES_BEGIN } from './lives.ts';

/**
 * Expects of a rule, in any of the lives: the same findings in whatever order the entries were imported, triggers that no
 * later entry moves, and figures that are what they say.
 *
 * @returns how many findings there were: the caller sees that the lives concern the rule at all
 */
export function expectToHoldInAnyLife(
  rule: Detector,
  { lives, context }: { lives: fc.Arbitrary<Entry[]>; context: DetectionContext },
): number {
  const detect = (entries: readonly Entry[]): Finding[] =>
    rule.detect(prepareMember({ memberKey: 'ROBIN|EXAMPLE', entries }), context);
  let found = 0;
  fc.assert(
    fc.property(lives, fc.integer({ min: 100, max: 300 }), (entries, lastDay) => {
      const findings = detect(entries);
      found += findings.length;
      expect(withoutIds(rule.detect(importedInOtherOrder(entries), context))).toEqual(withoutIds(findings));
      const triggers = findings.map(({ triggerEntryId }) => triggerEntryId);
      const earlier = entries.filter((entry) => (entry.epochDay ?? 0) <= epochDay(LIVES_BEGIN) + lastDay);
      for (const { triggerEntryId } of detect(earlier)) expect(triggers).toContain(triggerEntryId);
      expect(findings.flatMap(({ evidence }) => evidence.figures.filter(isUntrue))).toEqual([]);
    }),
    { numRuns: 80 },
  );
  return found;
}

function isUntrue(figure: { value: string; comparison: string; threshold: string }): boolean {
  const [value, threshold] = [Number(figure.value), Number(figure.threshold)];
  if (figure.comparison === '>=') return value < threshold;
  if (figure.comparison === '>') return value <= threshold;
  return figure.comparison === '<' ? value >= threshold : value > threshold;
}
