import type { AlertEvidence } from '@clearwatch/contracts/alerts';
import type { UnusualActivity, UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import type { AuditEvent, AuditVerification } from '@clearwatch/contracts/audit-events.dto';
import type { ChartPoint, MemberSummary, MetricsResponse } from '@clearwatch/contracts/dashboard.dto';
import type { ImportSummary, UploadResponse } from '@clearwatch/contracts/imports.dto';
import type { Notification } from '@clearwatch/contracts/notifications.dto';
import type { LegalHold } from '@clearwatch/contracts/retention.dto';
import type { SavedView } from '@clearwatch/contracts/saved-views.dto';
import type { CurrentUser, LoginResponse, SessionExpiry, StaffSession } from '@clearwatch/contracts/sign-in.dto';
import type { StaffUser } from '@clearwatch/contracts/users.dto';

/** Builders of complete, plausible server responses. A test passes only the fields that it checks. */

export function aUser(over: Partial<CurrentUser> = {}): CurrentUser {
  return Object.assign<CurrentUser, Partial<CurrentUser>>(
    {
      id: 1,
      username: 'admin',
      role: 'Admin',
      twoFactorEnabled: true,
      isActive: true,
      lastLogin: null,
      failedSinceLastLogin: 0,
      lastFailedLogin: null,
      accountChanges: [],
    },
    over,
  );
}

/** A session with very recent activity. */
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
    {
      requiresTwoFactor: false,
      requiresActivationCode: false,
      requiresTwoFactorSetup: false,
      requiresPasswordChange: false,
      user: null,
    },
    over,
  );
}

export function someMetrics(over: Partial<MetricsResponse> = {}): MetricsResponse {
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

export function anAlert(over: Partial<UnusualActivity> = {}): UnusualActivity {
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

export function anAlertDetail(over: Partial<UnusualActivityDetail> = {}): UnusualActivityDetail {
  return Object.assign(anAlert(), { evidence: anEvidence(), history: [] }, over);
}

export function anUploadResponse(over: Partial<UploadResponse> = {}): UploadResponse {
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
    anUploadResponse(),
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

/** An active hold on Dana Sample's account. */
export function aLegalHold(over: Partial<LegalHold> = {}): LegalHold {
  const hold: LegalHold = {
    id: 3,
    accountNumber: '1000000001',
    member: { id: 7, firstName: 'Dana', lastName: 'Sample', company: 'Example Payroll Co' },
    state: 'standing',
    reason: 'Subpoena of a district court',
    reference: '26-CV-1042',
    placedBy: 'ada',
    placedAt: '2026-11-18T10:00:00Z',
    releasedBy: null,
    releasedAt: null,
    releaseReason: null,
  };
  return Object.assign(hold, over);
}

export function aNotification(over: Partial<Notification> = {}): Notification {
  const notification: Notification = {
    id: 7,
    kind: 'high_alerts',
    outcome: null,
    subjectId: null,
    count: 3,
    label: null,
    actor: null,
    day: null,
    createdAt: new Date(2026, 10, 20, 9, 30).toISOString(),
    readAt: null,
  };
  return Object.assign(notification, over);
}

export function aStaffUser(over: Partial<StaffUser> = {}): StaffUser {
  return Object.assign(
    {
      id: 2,
      username: 'dana',
      role: 'User',
      isActive: true,
      twoFactorEnabled: true,
      failedLoginAttempts: 0,
      lockedUntil: null,
      lastFailedLogin: null,
      forcePasswordReset: false,
      lastLogin: null,
      createdAt: new Date(2026, 10, 2, 9, 30).toISOString(),
      updatedAt: new Date(2026, 10, 2, 9, 30).toISOString(),
    } as const,
    over,
  );
}

export function anAuditEvent(over: Partial<AuditEvent> = {}): AuditEvent {
  return Object.assign(
    {
      seq: 812,
      at: '2026-11-20T09:14:07.000Z',
      actorId: 1,
      actorName: 'admin',
      actorRole: 'Admin',
      action: 'user.role_changed',
      subjectType: 'user',
      subjectId: '2',
      subjectLabel: 'dana',
      address: '10.20.1.14',
      requestId: 'req-42',
      detail: { from: 'User', to: 'Admin' },
      hash: 'ab'.repeat(32),
    } as const,
    over,
  );
}

export function aVerification(over: Partial<AuditVerification> = {}): AuditVerification {
  return Object.assign(
    {
      intact: true,
      events: 4812,
      expiredMonths: 0,
      firstSeq: 1,
      lastSeq: 4812,
      lastHash: 'cd'.repeat(32),
      brokenAt: null,
      checkedAt: '2026-11-20T09:30:05.000Z',
    },
    over,
  );
}

export const aView = (over: Partial<SavedView> = {}): SavedView =>
  Object.assign(
    {
      id: 5,
      screen: 'members',
      name: 'High risk',
      visibility: 'own',
      query: 'riskLevel=high',
      hiddenColumns: [],
      owner: 'admin',
      mayChange: true,
      isDefault: false,
      updatedAt: '2026-11-20T08:00:00Z',
    } as const,
    over,
  );
