import type { ActivityType } from '@clearwatch/contracts/alerts';
import { defaultPolicy } from '@clearwatch/domain/detection/policy-document';
import type { InjectedBehavior } from '@clearwatch/sample-data/injected-patterns/injected-behaviors';
import { type EvaluatedAlert, evaluateRules, figuresOf, judgeAlerts, missedGoals } from './evaluate-rules.ts';
import { generatedLedger } from './evaluation-ledgers.ts';
import { formatEvaluation } from './run-rule-evaluation.ts';

const ledgerOf = (seed: number, size = 1) =>
  generatedLedger({ seed, transactions: 13_190 * size, accounts: 2_583 * size, lastDay: '2026-11-18' });

/** No rule was developed with these seeds. */
describe('unseen ledgers', () => {
  it.each([1_001, 1_002])(
    'detection rules reach every goal of an evaluation on an unseen ledger (seed %i)',
    async (seed) => {
      const result = await evaluateRules(ledgerOf(seed, 2), defaultPolicy());
      // A failure prints missed behaviors and noise.
      expect(missedGoals(figuresOf([result])).map((goal) => `${goal}\n${formatEvaluation([result])}`)).toEqual([]);
    },
  );

  it('detection rules find injected behaviors of every type on an unseen ledger', async () => {
    const { types } = await evaluateRules(ledgerOf(1_003, 2), defaultPolicy());
    expect(types.filter(({ obvious, hard }) => obvious.found + hard.found === 0)).toEqual([]);
  });
});

describe('repeated evaluation', () => {
  it('a rule evaluation gives the same result for the same ledger', async () => {
    const [first, second] = [
      await evaluateRules(ledgerOf(3), defaultPolicy()),
      await evaluateRules(ledgerOf(3), defaultPolicy()),
    ];
    expect(formatEvaluation([second])).toBe(formatEvaluation([first]));
  });
});

const ENTRIES_OF: Readonly<Record<string, string>> = { e1: 'mule', e2: 'mule', e3: 'mule', e9: 'club' };
const behaviorOf = (entryId: string) => ENTRIES_OF[entryId] ?? null;

const MULE = aBehavior({ id: 'mule', verdict: 'suspicious', accountNumbers: ['A'], entries: 3 });
const CLUB = aBehavior({ id: 'club', verdict: 'innocent', accountNumbers: ['B'], entries: 1 });

function aBehavior(given: Pick<InjectedBehavior, 'id' | 'verdict' | 'accountNumbers' | 'entries'>): InjectedBehavior {
  return {
    ...given,
    pattern: given.id,
    activityType: 'mule_activity',
    difficulty: 'obvious',
    why: 'in and out',
    needsTime: false,
    onEachAccount: false,
    firstDay: '2026-06-01',
    lastDay: '2026-06-04',
    cents: 100,
    traceNumbers: [],
  };
}

function aFinding(accountNumber: string, entryIds: readonly string[], activityType: ActivityType): EvaluatedAlert {
  return {
    accountNumber,
    activityType,
    riskLevel: 'medium',
    description: `an alert on ${accountNumber}`,
    triggerEntryId: entryIds.at(-1) ?? '',
    entries: entryIds.map((id) => ({ id })),
  };
}

const judge = (...findings: EvaluatedAlert[]) =>
  judgeAlerts({
    ledger: { behaviors: [MULE, CLUB], behaviorOf },
    accounts: new Set(['A', 'B', 'C', 'D']),
    findings,
  });

describe('judgeAlerts', () => {
  it('a rule evaluation lists missed behaviors', () => {
    const result = judge();
    expect(result.missed).toEqual([MULE]);
    expect(figuresOf([result])).toEqual({
      recall: 0,
      recallObvious: 0,
      flaggedPerThousandClean: 0,
      alertsPerBehavior: 0,
    });
    expect(missedGoals(figuresOf([result]))).toEqual(['recall', 'recallObvious']);
  });

  it('a rule evaluation counts a behavior found under any type, and separately one found under its own type', () => {
    const [named, other] = (['mule_activity', 'account_takeover'] as const).map((type) =>
      judge(aFinding('A', ['e1', 'e2', 'e3'], type)),
    );
    const rowOf = (result: typeof named) => result?.types.find((t) => t.activityType === 'mule_activity');
    expect(rowOf(named)).toMatchObject({ obvious: { injected: 1, found: 1 }, named: 1 });
    expect(rowOf(other)).toMatchObject({ obvious: { injected: 1, found: 1 }, named: 0 });
  });

  it('a rule evaluation ignores an alert with too few entries of a behavior', () => {
    const result = judge(aFinding('A', ['x1', 'x2', 'e1', 'x3'], 'mule_activity'));
    expect(result.missed).toEqual([MULE]);
    expect(result.noise).toHaveLength(1);
  });

  it('a rule evaluation accepts an alert that contains half of a behavior or is triggered by it', () => {
    expect(judge(aFinding('A', ['e1', 'e2', 'x1', 'x2', 'x3'], 'mule_activity')).missed).toEqual([]);
    expect(judge(aFinding('A', ['x1', 'x2', 'x3', 'e1'], 'mule_activity')).missed).toEqual([]);
  });

  it('a rule evaluation expects one alert per behavior, or one per account when it affects several members', () => {
    const spray = { ...MULE, accountNumbers: ['A', 'D'], onEachAccount: true };
    const alerts = [aFinding('A', ['e1', 'e2'], 'unauthorized_ach'), aFinding('D', ['e3'], 'unauthorized_ach')];
    const perBehavior = (behavior: InjectedBehavior) =>
      figuresOf([
        judgeAlerts({
          ledger: { behaviors: [behavior], behaviorOf },
          accounts: new Set(['A', 'D']),
          findings: alerts,
        }),
      ]).alertsPerBehavior;
    expect([perBehavior(spray), perBehavior({ ...spray, onEachAccount: false })]).toEqual([1, 2]);
  });

  it('a rule evaluation counts every alert on a behavior, and treats look-alikes and ordinary accounts as clean', () => {
    const result = judge(
      aFinding('A', ['e1', 'e2', 'e3'], 'mule_activity'),
      aFinding('A', ['e2', 'e3'], 'account_takeover'),
      aFinding('B', ['e9'], 'mule_activity'),
      aFinding('C', ['x1'], 'large_credit'),
      aFinding('C', ['x2'], 'large_credit'),
    );
    expect(result.flaggedLookAlikes).toEqual([CLUB]);
    expect(result.clean).toEqual({ accounts: 3, flagged: 2 });
    const figures = figuresOf([result]);
    expect(figures.alertsPerBehavior).toBe(2);
    expect(figures.flaggedPerThousandClean).toBeCloseTo(666.7, 1);
    expect(missedGoals(figures)).toEqual(['flaggedPerThousandClean', 'alertsPerBehavior']);
    expect(formatEvaluation([result])).toContain('Noise: 2\n  large_credit · medium · an alert on C');
  });
});
