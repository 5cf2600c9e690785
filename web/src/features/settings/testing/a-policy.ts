import type { Suppression } from '@clearwatch/contracts/alerts.dto';
import type {
  BacktestAlert,
  BacktestRow,
  DetectionPolicyView,
  PolicyBacktest,
  PolicyVersion,
  RuleInPolicy,
  RuleParameter,
} from '@clearwatch/contracts/detection-policy.dto';
import { aRuleQuality } from '../../../testing/a-caseload.ts';
import { aSignedInServer, listed } from '../../../testing/a-server.ts';
import type { FakeServer } from '../../../testing/fake-server.ts';

/** Builders of what the server says of the detection policy: a test names only what it is about. */

export function aParameter(over: Partial<RuleParameter> = {}): RuleParameter {
  const value = over.value ?? over.default ?? 3;
  return Object.assign(
    {
      name: 'nearLineCount',
      unit: 'count',
      meaning: 'credits just below the line',
      scaling: 'count',
      default: 3,
      min: 2,
      max: 50,
      value,
      effective: value,
    } as const,
    over,
  );
}

export function aRule(over: Partial<RuleInPolicy> = {}): RuleInPolicy {
  return Object.assign(
    {
      activityType: 'structuring',
      category: 'Structuring',
      ruleVersion: 1,
      sources: ['31 CFR 1010.314'],
      switchedOff: null,
      parameters: [aParameter()],
    },
    over,
  );
}

const LARGE = aParameter({
  name: 'largeTransactionAmount',
  unit: 'USD',
  meaning: 'a large credit',
  scaling: 'fixed',
  default: 10_000,
  min: 500,
  max: 10_000_000,
});
const FREQUENT = aParameter({
  name: 'frequentTransactionCount',
  meaning: 'debits of one day',
  scaling: 'fixed',
  default: 10,
  max: 1_000,
});
const GAP = aParameter({
  name: 'gapDays',
  unit: 'days',
  meaning: 'days without any entry',
  scaling: 'dormancy',
  default: 120,
  min: 60,
  max: 730,
});

/** Four of the rules, as the catalogue has them. */
export function aPolicy(over: Partial<DetectionPolicyView> = {}): DetectionPolicyView {
  return Object.assign(
    {
      version: 3,
      sensitivity: 'medium',
      createdBy: 'lena',
      createdAt: new Date(2026, 10, 2, 9, 30).toISOString(),
      reason: 'Fewer night alerts',
      rules: [
        aRule(),
        aRule({ activityType: 'large_credit', category: 'Other Patterns', parameters: [LARGE] }),
        aRule({ activityType: 'frequent_debits', category: 'Other Patterns', parameters: [FREQUENT] }),
        aRule({
          activityType: 'dormant_reactivation',
          category: 'Dormant Account Activity',
          parameters: [GAP],
        }),
      ],
    } as const,
    over,
  );
}

/** The policy with another number for what counts as just below the line. */
export function aPolicyWith(
  nearLineCount: number,
  over: Partial<DetectionPolicyView> = {},
): DetectionPolicyView {
  const policy = aPolicy(over);
  const [structuring, ...others] = policy.rules;
  const parameters = [aParameter({ value: nearLineCount })];
  return Object.assign(policy, { rules: [Object.assign({}, structuring, { parameters }), ...others] });
}

export function aVersion(over: Partial<PolicyVersion> = {}): PolicyVersion {
  return Object.assign(
    {
      version: 3,
      createdBy: 'lena',
      createdAt: new Date(2026, 10, 2, 9, 30).toISOString(),
      reason: 'Fewer night alerts',
      changes: [{ activityType: 'structuring', name: 'nearLineCount', from: '5', to: '3' }],
    },
    over,
  );
}

export function aTryoutRow(over: Partial<BacktestRow> = {}): BacktestRow {
  return Object.assign(
    {
      activityType: 'structuring',
      now: 12,
      candidate: 9,
      gained: 1,
      lost: 4,
      lostSuspicious: 0,
      lostFalsePositive: 3,
    },
    over,
  );
}

export function aTryoutAlert(over: Partial<BacktestAlert> = {}): BacktestAlert {
  return Object.assign(
    {
      sample: 'lost',
      activityType: 'structuring',
      accountNumber: '100020003000',
      memberId: 77,
      memberName: 'Test1 Sampleton',
      firstName: 'Test1',
      lastName: 'Sampleton',
      transactionId: 9001,
      activityDate: '2026-08-17',
      amount: '26400.00',
      riskLevel: 'high',
      description: '3 credits of $8,000 to $9,999.99 in 9 days',
      outcome: 'false_positive',
    } as const,
    over,
  );
}

export function aTryout(over: Partial<PolicyBacktest> = {}): PolicyBacktest {
  return Object.assign(
    {
      id: 40,
      state: 'finished',
      shardsDone: 20,
      shards: 20,
      comparedWith: 3,
      rows: [aTryoutRow()],
      alerts: [aTryoutAlert()],
    } as const,
    over,
  );
}

export function aSuppression(over: Partial<Suppression> = {}): Suppression {
  return Object.assign(
    {
      id: 6,
      accountNumber: '100020003000',
      memberName: 'Test1 Sampleton',
      activityType: 'structuring',
      until: '2099-03-31',
      reason: 'Sells his boat in parts',
      createdBy: 'lena',
      createdAt: new Date(2026, 10, 2, 9, 30).toISOString(),
      liftedAt: null,
      liftedBy: null,
    },
    over,
  );
}

/** A gateway with everything the settings read. */
export function aSettingsServer(policy = aPolicy()): FakeServer {
  return aSignedInServer()
    .on('GET /api/detection/policy', { body: policy })
    .on('GET /api/detection/policy/versions', listed([aVersion()]))
    .on('GET /api/detection/suppressions', listed([aSuppression()]))
    .on('GET /api/detection/quality', { body: [aRuleQuality()] })
    .on('GET /api/system/failed-jobs', { body: [] });
}
