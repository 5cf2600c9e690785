import type { ActivityType } from '@clearwatch/contracts/fraud/activity-types';
import * as fc from 'fast-check';
import { detectMember } from '../detect-member.ts';
import { DETECTORS } from '../detectors/index.ts';
import type { Entry } from '../entry.ts';
import type { Finding } from '../frame.ts';
import type { DetectionPolicy } from '../policy.ts';
import { prepareMember } from '../preparation/prepare-member.ts';
import { aContext } from '../testing/a-context.ts';
import { aHistory } from '../testing/a-history.ts';
import { LIVES_BEGIN, lives } from '../testing/lives.ts';
import { defaultPolicy } from '../validate-policy.ts';
import { aFifthLower } from './a-fifth-lower.ts';
import { TryoutTally } from './tryout-tally.ts';

function detect(entries: readonly Entry[], policy: DetectionPolicy): Finding[] {
  const history = prepareMember({ memberKey: 'ROBIN|EXAMPLE', entries });
  return detectMember(history, aContext({ ledgerFirstDay: LIVES_BEGIN, policy }));
}

function tried(entries: readonly Entry[], now: DetectionPolicy, candidate: DetectionPolicy): TryoutTally {
  const tally = new TryoutTally();
  const lower = detect(entries, aFifthLower(candidate));
  tally.add({ now: detect(entries, now), candidate: detect(entries, candidate), lower, judged: [] });
  return tally;
}

const policy = defaultPolicy();
const rules = fc.constantFrom(...(Object.keys(DETECTORS) as ActivityType[]));

describe('a try-out', () => {
  test('of the policy in force gains and loses nothing', () => {
    let alerts = 0;
    fc.assert(
      fc.property(lives, (entries) => {
        for (const [, counts] of tried(entries, policy, policy).counts) {
          alerts += counts.now;
          expect(counts).toMatchObject({ candidate: counts.now, gained: 0, lost: 0 });
        }
      }),
      { numRuns: 40 },
    );
    expect(alerts).toBeGreaterThan(20);
  });

  test('of a rule switched off loses exactly its alerts, unless others come to light that it stood in front of', () => {
    let lostInAll = 0;
    fc.assert(
      fc.property(lives, rules, (entries, rule) => {
        const candidate = { ...policy, switchedOff: { [rule]: 'Tried out.' } };
        const { counts } = tried(entries, policy, candidate);
        const gainedInAll = [...counts.values()].reduce((sum, { gained }) => sum + gained, 0);
        const lostOfOthers = [...counts]
          .filter(([activityType]) => activityType !== rule)
          .reduce((sum, [, { lost }]) => sum + lost, 0);
        expect(counts.get(rule)?.lost).toBe(counts.get(rule)?.now);
        // What comes to light may itself stand in front of something.
        expect(gainedInAll > 0 || lostOfOthers === 0).toBe(true);
        lostInAll += lostOfOthers + (counts.get(rule)?.lost ?? 0);
        expect(counts.get(rule)?.gained ?? 0).toBe(0);
      }),
      { numRuns: 120 },
    );
    expect(lostInAll).toBeGreaterThan(5);
  });

  test('adds up for every rule, whatever the sensitivity: what is now, less the lost, more the gained', () => {
    let changed = 0;
    fc.assert(
      fc.property(lives, fc.constantFrom('low', 'high'), (entries, sensitivity) => {
        for (const [, counts] of tried(entries, policy, { ...policy, sensitivity }).counts) {
          const { now, candidate, gained, lost } = counts;
          expect(now - lost + gained).toBe(candidate);
          changed += gained + lost;
        }
      }),
      { numRuns: 60 },
    );
    expect(changed).toBeGreaterThan(5);
  });

  test('shows what lies just below the line, and how lost alerts were judged', () => {
    const deposits = aHistory().credit('1850.00').from('ACME').described('PAYROLL').on('2025-06-02');
    for (const [at, day] of ['2026-05-04', '2026-05-06', '2026-05-08'].entries())
      deposits.credit('7900.00').from(`SOURCE ${at}`).on(day);
    const entries = deposits.entries();
    const others = Object.keys(DETECTORS).filter((activityType) => activityType !== 'structuring');
    const alone = {
      ...policy,
      switchedOff: Object.fromEntries(others.map((activityType) => [activityType, 'Not of this test'])),
    };
    expect(detect(entries, alone)).toEqual([]);
    const tally = tried(entries, alone, alone);
    expect(tally.counts.size).toBe(0);
    expect(tally.examples).toMatchObject([
      { sample: 'below_the_line', activityType: 'structuring', triggerDay: '2026-05-06', outcome: null },
    ]);

    const [found] = detect(entries, aFifthLower(alone));
    if (found === undefined) throw new Error('it lies below the line');
    const judgedAs = (outcome: 'false_positive' | 'explained' | 'suspicious' | 'escalated') => {
      const { activityType, accountNumber, triggerEntryId, triggerDay: anchorDay } = found;
      const judged = [{ activityType, accountNumber, triggerEntryId, anchorDay, outcome }];
      const lost = new TryoutTally();
      lost.add({ now: [found], candidate: [], lower: [], judged });
      expect(lost.examples).toMatchObject([{ sample: 'lost', outcome }]);
      return lost.counts.get('structuring');
    };
    expect(judgedAs('suspicious')).toMatchObject({ lost: 1, lostSuspicious: 1, lostFalsePositive: 0 });
    expect(judgedAs('escalated')).toMatchObject({ lost: 1, lostSuspicious: 1, lostFalsePositive: 0 });
    expect(judgedAs('explained')).toMatchObject({ lost: 1, lostSuspicious: 0, lostFalsePositive: 1 });
    expect(judgedAs('false_positive')).toMatchObject({ lost: 1, lostSuspicious: 0, lostFalsePositive: 1 });
  });
});
