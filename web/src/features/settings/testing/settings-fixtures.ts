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
import type { InstitutionProfile } from '@clearwatch/contracts/institution.dto';
import type { RetentionStatus } from '@clearwatch/contracts/retention.dto';
import type { SystemComponent, SystemStatus } from '@clearwatch/contracts/system-status.dto';
import { aRuleQuality } from '../../../testing/api-detection-fixtures.ts';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { aSignedInServer, listAnswer } from '../../../testing/fake-server-setups.ts';

/** Builders of responses for the settings screen. A test passes only the fields that it checks. */

export function aParameter(over: Partial<RuleParameter> = {}): RuleParameter {
  const value = over.value ?? over.default ?? 3;
  return Object.assign(
    {
      name: 'nearLineCount',
      unit: 'count',
      meaning: 'credits just below the line',
      example: 'with 3, three credits of $9,500',
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

/** A policy with four rules from the detection catalog. */
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

/** The policy with the given `nearLineCount`. */
export function aPolicyWith(nearLineCount: number, over: Partial<DetectionPolicyView> = {}): DetectionPolicyView {
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

export function aBacktestRow(over: Partial<BacktestRow> = {}): BacktestRow {
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

export function aBacktestAlert(over: Partial<BacktestAlert> = {}): BacktestAlert {
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

export function aBacktest(over: Partial<PolicyBacktest> = {}): PolicyBacktest {
  return Object.assign(
    {
      id: 40,
      state: 'finished',
      shardsDone: 20,
      shards: 20,
      comparedWith: 3,
      rows: [aBacktestRow()],
      alerts: [aBacktestAlert()],
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
      reason: 'Sells a boat in parts',
      createdBy: 'lena',
      createdAt: new Date(2026, 10, 2, 9, 30).toISOString(),
      liftedAt: null,
      liftedBy: null,
    },
    over,
  );
}

/** A gateway with every response that the settings screen needs. */
export function aSettingsServer(policy = aPolicy()): FakeServer {
  return aSignedInServer()
    .on('GET /api/detection/policy', { body: policy })
    .on('GET /api/detection/policy/versions', listAnswer([aVersion()]))
    .on('GET /api/detection/suppressions', listAnswer([aSuppression()]))
    .on('GET /api/detection/quality', { body: [aRuleQuality()] })
    .on('GET /api/system/failed-jobs', { body: [] });
}

const part = (name: string, title: string): SystemComponent => ({
  name,
  title,
  state: 'up',
  milliseconds: 4,
});

export function aSystem(over: Partial<SystemStatus> = {}): SystemStatus {
  const status: SystemStatus = {
    state: 'up',
    askedAt: new Date(2026, 10, 20, 9, 30).toISOString(),
    parts: [part('gateway', 'Web and sessions'), part('reports', 'Reporting'), part('database', 'Database')],
    troubles: [],
    newestImport: {
      id: 12,
      fileName: 'november.ach',
      state: 'stored',
      at: new Date(2026, 10, 19, 8, 0).toISOString(),
    },
    ledger: { version: 41, asOf: '2026-11-19' },
    details: {
      processes: [
        {
          name: 'ingest',
          role: 'all',
          version: '0.1.0',
          startedAt: new Date(2026, 10, 17, 6, 30).toISOString(),
        },
        { name: 'reports', role: null, version: null, startedAt: null },
      ],
      queues: [
        { name: 'import', title: 'Importing files', waiting: 1_200, active: 1, failed: 0, workers: 1 },
        { name: 'compose', title: 'Writing AI reports', waiting: 0, active: 0, failed: 2, workers: 0 },
      ],
      uploads: { inBucket: false, freeBytes: 60_000_000_000, totalBytes: 240_000_000_000 },
      backup: {
        isOverdue: false,
        last: {
          at: new Date(2026, 10, 20, 2, 0).toISOString(),
          bytes: 10_800_000,
          keyId: '0a1b2c3d',
          missingFiles: 0,
        },
      },
    },
  };
  return Object.assign(status, over);
}

export function aRetention(over: Partial<RetentionStatus> = {}): RetentionStatus {
  const held: RetentionStatus = {
    kind: 'transactions',
    keptYears: 7,
    legalMinimumYears: 6,
    isKnown: true,
    count: 13_190,
    oldestDay: '2025-11-21',
    nextRemovalDay: '2032-11-22',
    nextRemovalCount: 40,
    withheldCount: 0,
    lastPurge: null,
  };
  return Object.assign(held, over);
}

export function anInstitution(over: Partial<InstitutionProfile> = {}): InstitutionProfile {
  return Object.assign(
    {
      version: 2,
      name: 'Harbor Light Credit Union',
      routingNumber: '021000021',
      charterNumber: '24212',
      addressLines: ['1 Wharf Street', 'Anytown, NY 10001'],
      contactName: 'Compliance office',
      contactPhone: '(555) 010-0100',
      contactEmail: 'compliance@example.org',
      savedBy: 'lena',
      savedAt: new Date(2026, 10, 2, 9, 30).toISOString(),
      displayTimeZone: null,
      timeZone: 'America/New_York',
    },
    over,
  );
}
