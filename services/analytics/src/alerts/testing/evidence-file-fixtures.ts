import type { AlertEvidence, EvidenceEntry } from '@clearwatch/contracts/alerts';
import type { UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import type { EvidenceFile } from '../evidence-pdf-sections.ts';

const ACCOUNT = '4000123456';

const evidenceEntryFixture = (number: number, more: Partial<EvidenceEntry> = {}): EvidenceEntry => ({
  transactionId: String(1000 + number),
  accountNumber: ACCOUNT,
  company: 'ACME',
  day: `2026-03-0${2 + number}`,
  amount: '9400.00',
  transactionType: 'Credit',
  part: 'Money in',
  entryDescription: 'TRANSFER',
  traceNumber: `09100001000000${number}`,
  source: { importId: '12', line: 100 + number },
  ...more,
});

const EVIDENCE: AlertEvidence = {
  rule: {
    activityType: 'structuring',
    ruleVersion: 3,
    policyVersion: 7,
    parameters: [{ name: 'nearLine', value: 8000, unit: 'USD', meaning: 'just below the reporting threshold' }],
    sources: ['31 CFR 1010.314'],
  },
  triggerEntryId: '1001',
  entries: [
    evidenceEntryFixture(0),
    evidenceEntryFixture(1),
    evidenceEntryFixture(2, { accountNumber: '4000999999', traceNumber: null, part: null }),
  ],
  figures: [
    {
      label: 'Sum in 14 days',
      value: '37600.00',
      comparison: '>',
      threshold: '10000.00',
      unit: 'USD',
      met: true,
    },
    { label: 'Times the normal', value: '4.02', comparison: '>=', threshold: '2', unit: 'ratio', met: true },
  ],
  baseline: {
    label: 'Normal month',
    value: '9350.25',
    unit: 'USD',
    firstDay: '2025-12-01',
    lastDay: '2026-02-28',
  },
  window: { firstDay: '2026-03-02', lastDay: '2026-03-04' },
  wouldBeSilent: ['With two deposits instead of three.'],
  companies: [{ company: 'ACME', firstSeenOnAccount: '2026-03-02', otherAccounts: 3 }],
  dailyTotals: [{ day: '2026-03-02', accountNumber: ACCOUNT, credits: '9400.00' }],
  facts: [{ label: 'Last normal debit', value: '2026-02-27', unit: 'day' }],
};

const ALERT = {
  id: 11,
  accountNumber: ACCOUNT,
  transactionId: 1001,
  activityType: 'structuring',
  amount: '37600.00',
  percentageChange: '302.13',
  riskLevel: 'high',
  description: '3 credits just below $10,000 in 3 days; resembles structuring around the reporting threshold.',
  reviewed: true,
  reviewOutcome: 'suspicious',
  reviewNote: null,
  reviewedBy: 'anna',
  reviewedAt: '2026-11-20T15:00:00Z',
  activityDate: '2026-03-03',
  createdAt: '2026-11-20T12:00:00Z',
  memberId: 3,
  memberName: 'José Núñez',
  firstName: 'José',
  lastName: 'Núñez',
  assigneeId: null,
  assignee: null,
  lockedUntil: null,
  sarDueOn: '2026-12-20',
} as const satisfies UnusualActivity;

/** An alert with every printable detail. */
export function evidenceFileFixture(): EvidenceFile {
  return {
    alert: {
      ...ALERT,
      evidence: EVIDENCE,
      history: [
        {
          step: 'reviewed',
          at: '2026-11-20T13:00:00Z',
          by: 'anna',
          outcome: 'explained',
          note: 'Sold a boat',
        },
        {
          step: 'reopened',
          at: '2026-11-20T14:00:00Z',
          by: 'cleo',
          outcome: 'explained',
          note: 'Not his boat',
        },
        { step: 'reviewed', at: '2026-11-20T15:00:00Z', by: 'anna', outcome: 'suspicious', note: null },
      ],
    },
    evidence: EVIDENCE,
    context: {
      firstDay: '2025-11-02',
      lastDay: '2026-04-03',
      days: [
        { day: '2026-02-01', credits: '1200.00', debits: '0.00' },
        { day: '2026-03-02', credits: '9400.00', debits: '50.00' },
      ],
      otherAlerts: [{ ...ALERT, id: 12, activityType: 'large_credit', reviewed: false, reviewOutcome: null }],
    },
    institution: { name: 'Harbor Light Credit Union', lines: ['1 Wharf Street'] },
    timeZone: null,
    exportedBy: 'anna',
    exportedAt: new Date('2026-11-20T16:12:00Z'),
  };
}
