import type { ActivityType } from '@clearwatch/contracts/alerts';
import * as fc from 'fast-check';
import { belowTheLinePolicy } from './backtest-policies.ts';
import { BacktestTally, compareFindings, reviewOutcomeOf } from './backtest-tally.ts';
import { detectMember } from './detection-engine.ts';
import type { Entry } from './detection-entry.ts';
import type { DetectionPolicy, Finding } from './detector.ts';
import { DETECTORS } from './detectors/detector-registry.ts';
import { prepareMember } from './member-history.ts';
import { defaultPolicy } from './policy-document.ts';
import { aContext, aFinding } from './testing/detection-context.ts';
import { aHistory } from './testing/history-builder.ts';
import { HISTORIES_BEGIN, randomHistories } from './testing/random-histories.ts';

const onDay = (day: string, account = '1000000001') =>
  aHistory().account(account).credit('9500.00').on(day).withId(`${account} ${day}`);
const structuring = (day: string, account?: string) => aFinding('structuring', onDay(day, account));

describe('comparison of two policies', () => {
  test('the policy comparison does not count a trigger that moves within the deduplication window', () => {
    expect(compareFindings([structuring('2026-06-01')], [structuring('2026-07-01')])).toEqual({
      gained: [],
      lost: [],
    });
    const [first, second] = [structuring('2026-06-01'), structuring('2026-07-02')];
    expect(compareFindings([first], [second])).toEqual({ gained: [second], lost: [first] });
  });

  test('the policy comparison uses the longer of two deduplication windows', () => {
    const [first, second] = [structuring('2026-06-01'), { ...structuring('2026-08-20'), coolDays: 90 }];
    expect(compareFindings([first], [second])).toEqual({ gained: [], lost: [] });
    expect(compareFindings([second], [first])).toEqual({ gained: [], lost: [] });
  });

  test('the policy comparison treats a finding for another rule or account on the same day as another behavior', () => {
    const now = structuring('2026-06-01');
    const others = [aFinding('large_credit', onDay('2026-06-01')), structuring('2026-06-01', '1000000002')];
    const { gained, lost } = compareFindings([now], others);
    expect(lost).toEqual([now]);
    expect(gained).toHaveLength(2);
    expect(gained).toEqual(expect.arrayContaining(others));
  });

  test('the policy comparison treats a behavior on two accounts as the same when its trigger changes account', () => {
    const history = (first: string, second: string) =>
      aHistory()
        .account(first)
        .credit('9500.00')
        .on('2026-06-01')
        .withId('a')
        .account(second)
        .credit('9400.00')
        .on('2026-06-02')
        .withId('b');
    const now = aFinding('structuring', history('1000000001', '1000000002'));
    const candidate = { ...now, triggerEntryId: 'b', accountNumber: '1000000002', triggerDay: '2026-06-02' };
    expect(compareFindings([now], [candidate])).toEqual({ gained: [], lost: [] });
  });

  test('the policy comparison counts two gained alerts when one becomes three, and pairs equal triggers', () => {
    const days = ['2026-06-01', '2026-06-11', '2026-06-21'].map((day) => ({
      ...structuring(day),
      coolDays: 5,
    }));
    const now = structuring('2026-06-11');
    const { gained, lost } = compareFindings([now], days);
    expect(lost).toEqual([]);
    expect(gained.map(({ triggerDay }) => triggerDay)).toEqual(['2026-06-01', '2026-06-21']);
    expect(compareFindings(days, [now]).lost).toEqual(gained);
  });

  test('the policy comparison pairs findings in chronological order, regardless of input order', () => {
    const far = (day: string) => ({ ...structuring(day), coolDays: 10 });
    const [early, late] = [far('2026-06-01'), far('2026-06-15')];
    const [soon, later, never] = [far('2026-06-08'), far('2026-06-24'), far('2026-09-01')];
    for (const first of [
      [early, late],
      [late, early],
    ])
      for (const second of [
        [never, later, soon],
        [soon, later, never],
      ])
        expect(compareFindings(first, second)).toEqual({ gained: [never], lost: [] });
    expect(compareFindings([far('2026-06-01')], [far('2026-06-12')]).lost).toHaveLength(1);
  });

  test('the policy comparison pairs findings on the same day by trigger, regardless of input order', () => {
    const [one, other] = [onDay('2026-06-01').withId('a'), onDay('2026-06-01').withId('b')].map((history) =>
      aFinding('structuring', history),
    );
    const moved = aFinding('structuring', onDay('2026-06-02').withId('c'));
    if (one === undefined || other === undefined) throw new Error('there are two');
    for (const first of [
      [one, other],
      [other, one],
    ])
      expect(compareFindings(first, [moved])).toEqual({ gained: [], lost: [other] });
  });

  test('the policy comparison handles thousands of findings for one member quickly', () => {
    const many = Array.from({ length: 20_000 }, (_, number) => {
      const day = new Date(Date.UTC(1990, 0, 1 + number)).toISOString().slice(0, 10);
      return { ...structuring(day), coolDays: 1 };
    });
    const shifted = many.map((finding) => ({
      ...finding,
      triggerEntryId: `${finding.triggerEntryId} moved`,
    }));
    expect(compareFindings(many, shifted)).toEqual({ gained: [], lost: [] });
  });
});

const finding = aFinding('structuring', aHistory().credit('9500.00').on('2026-06-15').withId('7'));
const judged = {
  activityType: 'structuring',
  accountNumber: '1000000001',
  triggerEntryId: '9',
  anchorDay: '2026-06-20',
  outcome: 'suspicious',
} as const;

describe('review outcome of a behavior', () => {
  test('the review outcome of a behavior comes from the nearest reviewed alert in the deduplication window', () => {
    const nearer = { ...judged, anchorDay: '2026-06-12', outcome: 'explained' } as const;
    expect(reviewOutcomeOf(finding, [judged, nearer])).toBe('explained');
    expect(reviewOutcomeOf(finding, [{ ...judged, anchorDay: '2026-07-15' }])).toBe('suspicious');
    expect(reviewOutcomeOf(finding, [{ ...judged, anchorDay: '2026-07-16' }])).toBeNull();
  });

  test('the review outcome of a behavior comes from the alert with the same trigger if there is one', () => {
    const same = { ...judged, triggerEntryId: '7', anchorDay: '2026-06-15', outcome: 'escalated' } as const;
    const sameDay = { ...judged, anchorDay: '2026-06-15' };
    expect(reviewOutcomeOf(finding, [sameDay, same])).toBe('escalated');
  });

  test('the review outcome of a behavior ignores alerts for other rules or accounts', () => {
    expect(reviewOutcomeOf(finding, [{ ...judged, activityType: 'large_credit' }])).toBeNull();
    expect(reviewOutcomeOf(finding, [{ ...judged, accountNumber: '1000000002' }])).toBeNull();
  });
});

function detect(entries: readonly Entry[], policy: DetectionPolicy): Finding[] {
  const history = prepareMember({ memberKey: 'ROBIN|EXAMPLE', entries });
  return detectMember(history, aContext({ ledgerFirstDay: HISTORIES_BEGIN, policy }));
}

function tried(entries: readonly Entry[], now: DetectionPolicy, candidate: DetectionPolicy): BacktestTally {
  const tally = new BacktestTally();
  const lower = detect(entries, belowTheLinePolicy(candidate));
  tally.add({ now: detect(entries, now), candidate: detect(entries, candidate), lower, reviewedAlerts: [] });
  return tally;
}

const policy = defaultPolicy();
const rules = fc.constantFrom(...(Object.keys(DETECTORS) as ActivityType[]));

describe('backtest', () => {
  test('a backtest of the current policy gains and loses no alerts', () => {
    let alerts = 0;
    fc.assert(
      fc.property(randomHistories, (entries) => {
        for (const [, counts] of tried(entries, policy, policy).counts) {
          alerts += counts.now;
          expect(counts).toMatchObject({ candidate: counts.now, gained: 0, lost: 0 });
        }
      }),
      { numRuns: 40 },
    );
    expect(alerts).toBeGreaterThan(20);
  });

  test('switching off a rule in a backtest loses only its alerts and may gain alerts that they superseded', () => {
    let lostInAll = 0;
    fc.assert(
      fc.property(randomHistories, rules, (entries, rule) => {
        const candidate = { ...policy, switchedOff: { [rule]: 'Tried out.' } };
        const { counts } = tried(entries, policy, candidate);
        const gainedInAll = [...counts.values()].reduce((sum, { gained }) => sum + gained, 0);
        const lostOfOthers = [...counts]
          .filter(([activityType]) => activityType !== rule)
          .reduce((sum, [, { lost }]) => sum + lost, 0);
        expect(counts.get(rule)?.lost).toBe(counts.get(rule)?.now);
        // An alert gained this way may supersede others.
        expect(gainedInAll > 0 || lostOfOthers === 0).toBe(true);
        lostInAll += lostOfOthers + (counts.get(rule)?.lost ?? 0);
        expect(counts.get(rule)?.gained ?? 0).toBe(0);
      }),
      { numRuns: 120 },
    );
    expect(lostInAll).toBeGreaterThan(5);
  });

  test('a backtest finds the current alerts minus lost plus gained ones for each rule and sensitivity', () => {
    let changed = 0;
    fc.assert(
      fc.property(randomHistories, fc.constantFrom('low', 'high'), (entries, sensitivity) => {
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

  test('a backtest shows alerts just below the line and the outcomes of lost alerts', () => {
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

    const [found] = detect(entries, belowTheLinePolicy(alone));
    if (found === undefined) throw new Error('it lies below the line');
    const judgedAs = (outcome: 'false_positive' | 'explained' | 'suspicious' | 'escalated') => {
      const { activityType, accountNumber, triggerEntryId, triggerDay: anchorDay } = found;
      const reviewedAlerts = [{ activityType, accountNumber, triggerEntryId, anchorDay, outcome }];
      const lost = new BacktestTally();
      lost.add({ now: [found], candidate: [], lower: [], reviewedAlerts });
      expect(lost.examples).toMatchObject([{ sample: 'lost', outcome }]);
      return lost.counts.get('structuring');
    };
    expect(judgedAs('suspicious')).toMatchObject({ lost: 1, lostSuspicious: 1, lostFalsePositive: 0 });
    expect(judgedAs('escalated')).toMatchObject({ lost: 1, lostSuspicious: 1, lostFalsePositive: 0 });
    expect(judgedAs('explained')).toMatchObject({ lost: 1, lostSuspicious: 0, lostFalsePositive: 1 });
    expect(judgedAs('false_positive')).toMatchObject({ lost: 1, lostSuspicious: 0, lostFalsePositive: 1 });
  });
});
