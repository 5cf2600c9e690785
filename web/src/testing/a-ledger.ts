import type { AlertEvidence } from '@clearwatch/contracts/alerts';
import type { UnusualActivity, UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import type { ChartPoint, MemberSummary, MetricsResponse } from '@clearwatch/contracts/dashboard.dto';
import type { ImportSummary, UploadResponse } from '@clearwatch/contracts/imports.dto';
import type {
  CurrentUser,
  LoginResponse,
  SessionExpiry,
  StaffSession,
} from '@clearwatch/contracts/sign-in.dto';

/** Builders of what the server says: complete and plausible, a test names only what it is about. */

export function aUser(over: Partial<CurrentUser> = {}): CurrentUser {
  return Object.assign(
    {
      id: 1,
      username: 'admin',
      role: 'Admin',
      twoFactorEnabled: true,
      isActive: true,
      lastLogin: null,
      failedSinceLastLogin: 0,
      lastFailedLogin: null,
    } as const,
    over,
  );
}

/** A session in which somebody was active a moment ago. */
export function aSessionClock({ idleMinutes }: { idleMinutes: number }): SessionExpiry {
  const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
  return {
    now: inMinutes(0),
    idleAt: idleMinutes === 0 ? null : inMinutes(idleMinutes),
    idleMinutes,
    expiresAt: inMinutes(7 * 24 * 60),
  };
}

export function aSession(over: Partial<StaffSession> = {}): StaffSession {
  return Object.assign(
    {
      id: '6f2b5c1e-0000-4000-8000-000000000001',
      signedInAt: new Date(2026, 10, 20, 8, 12).toISOString(),
      lastActivityAt: new Date(2026, 10, 20, 9, 30).toISOString(),
      address: '10.0.0.17',
      browser: 'Firefox on Linux',
      isCurrent: false,
    },
    over,
  );
}

export function aLoginAnswer(over: Partial<LoginResponse> = {}): LoginResponse {
  return Object.assign(
    { requiresTwoFactor: false, requiresTwoFactorSetup: false, requiresPasswordChange: false, user: null },
    over,
  );
}

export function metrics(over: Partial<MetricsResponse> = {}): MetricsResponse {
  return Object.assign(
    {
      totalCredits: '1500.60',
      previousPeriodCredits: '1000.00',
      totalDebits: '1200.00',
      previousPeriodDebits: '1000.00',
      activeMembers: 90,
      previousActiveMembers: 100,
      asOf: '2026-11-18',
    },
    over,
  );
}

export function aChartPoint(over: Partial<ChartPoint> = {}): ChartPoint {
  return Object.assign({ week: '2026-11-16', credits: '9500.00', debits: '4200.50' }, over);
}

export function aMember(over: Partial<MemberSummary> = {}): MemberSummary {
  return Object.assign(
    {
      id: 1,
      firstName: 'Dana',
      lastName: 'Sample',
      company: 'Example Payroll Co',
      accountNumber: '4000123456',
      accountNumbers: ['4000123456'],
      monthlyIncome: '1000.00',
      monthlyBills: '500.00',
      incomeToDebtRatio: '50.0',
      transactionCount: 12,
      riskLevel: 'low',
      lastActivityDate: '2026-11-18',
      totalCredits: '12345.67',
      totalDebits: '500.00',
    } as const,
    over,
  );
}

export function anActivity(over: Partial<UnusualActivity> = {}): UnusualActivity {
  return Object.assign(
    {
      id: 7,
      accountNumber: '4000123456',
      transactionId: 9001,
      activityType: 'structuring',
      amount: '9500.00',
      percentageChange: '37.5',
      riskLevel: 'high',
      description: 'Three credits just below the reporting threshold.',
      reviewed: false,
      reviewOutcome: null,
      reviewNote: null,
      reviewedBy: null,
      reviewedAt: null,
      activityDate: '2026-11-12',
      createdAt: '2026-11-13T08:00:00Z',
      memberId: 1,
      memberName: 'Dana Sample',
      firstName: 'Dana',
      lastName: 'Sample',
      assigneeId: null,
      assignee: null,
      lockedUntil: null,
      sarDueOn: null,
    } as const,
    over,
  );
}

export function anEvidence(over: Partial<AlertEvidence> = {}): AlertEvidence {
  return {
    rule: {
      activityType: 'structuring',
      ruleVersion: 2,
      policyVersion: 5,
      parameters: [{ name: 'threshold', value: 10_000, unit: 'USD', meaning: 'Reporting threshold' }],
      sources: ['31 CFR 1010.314'],
    },
    triggerEntryId: '9001',
    entries: [
      {
        transactionId: '9001',
        accountNumber: '4000123456',
        company: 'Example Payroll Co',
        day: '2026-11-12',
        amount: '9500.00',
        transactionType: 'Credit',
        part: null,
        entryDescription: 'DEPOSIT',
        traceNumber: null,
        source: { importId: '3', line: 1204 },
      },
    ],
    figures: [
      {
        label: 'Total of the credits',
        value: '28200.00',
        comparison: '>',
        threshold: '10000.00',
        unit: 'USD',
        met: true,
      },
    ],
    baseline: null,
    window: { firstDay: '2026-11-10', lastDay: '2026-11-12' },
    wouldBeSilent: ['Fewer than three such credits.'],
    companies: [{ company: 'Example Payroll Co', firstSeenOnAccount: '2026-02-03', otherAccounts: 212 }],
    dailyTotals: [],
    facts: [],
    ...over,
  };
}

export function aDetail(over: Partial<UnusualActivityDetail> = {}): UnusualActivityDetail {
  return Object.assign(anActivity(), { evidence: anEvidence(), history: [] }, over);
}

export function aReceipt(over: Partial<UploadResponse> = {}): UploadResponse {
  return Object.assign(
    {
      importId: 3,
      state: 'completed',
      transactionCount: 1204,
      memberCount: 311,
      duplicateCount: 0,
      rejectedCount: 0,
    } as const,
    over,
  );
}

export function anImport(over: Partial<ImportSummary> = {}): ImportSummary {
  return Object.assign(
    aReceipt(),
    {
      purgedCount: 0,
      fileName: 'ledger.json',
      fileSize: 2_000_000,
      digest: 'ab'.repeat(32),
      fileKind: 'json',
      uploadedBy: 'admin',
      bytesRead: 2_000_000,
      readCount: 1204,
      keptCount: 0,
      zeroDollarCount: 0,
      prenoteCount: 0,
      returnCount: 0,
      noticeCount: 0,
      adviceCount: 0,
      orphanCount: 0,
      creditTotal: '1500.60',
      debitTotal: '1200.00',
      warningCount: 0,
      unbalancedCount: 0,
      failure: null,
      createdAt: '2026-11-20T06:12:00Z',
      completedAt: '2026-11-20T06:12:04Z',
      undoneBy: null,
      undoneAt: null,
    } as const,
    over,
  );
}
