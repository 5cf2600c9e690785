import type {
  MemberDetail,
  MemberOverview,
  MemberRow,
  MembersOverview,
} from '@clearwatch/contracts/members.dto';
import { aMember } from './a-ledger.ts';

/** Builders of what the server says of members: complete and plausible, a test names only what it is about. */

export function aMemberRow(over: Partial<MemberRow> = {}): MemberRow {
  return Object.assign(aMember(), { displayName: 'Dana Sample', accountCount: 1 }, over);
}

export function aMembersOverview(over: Partial<MembersOverview> = {}): MembersOverview {
  return Object.assign(
    {
      asOf: '2026-11-18',
      totalMembers: 2583,
      highRisk: 14,
      activeThisYear: 2410,
      avgCredits: '31245.00',
    },
    over,
  );
}

export function aMemberDetail(over: Partial<MemberDetail> = {}): MemberDetail {
  return Object.assign(
    {
      asOf: '2026-11-18',
      member: aMemberRow(),
      relatedAccounts: [],
      relatedCount: 0,
      monthlyHistory: [
        { month: '2026-10', credits: '2500.00', debits: '1900.25', transactionCount: 9 },
        { month: '2026-11', credits: '100.00', debits: '350.10', transactionCount: 4 },
      ],
      averageMonthlyTransactions: 6.5,
      totalTransactions: 78,
    },
    over,
  );
}

export function aMemberOverview(over: Partial<MemberOverview> = {}): MemberOverview {
  return Object.assign(
    {
      asOf: '2026-11-18',
      companies: [
        {
          company: 'Example Payroll Co',
          credits: '12345.67',
          debits: '0.00',
          entries: 24,
          firstDay: '2025-11-20',
          lastDay: '2026-11-13',
        },
        {
          company: 'City Water/Power',
          credits: '0.00',
          debits: '500.00',
          entries: 12,
          firstDay: '2025-12-01',
          lastDay: '2026-11-01',
        },
      ],
      companyCount: 2,
      alerts: [
        {
          id: 7,
          activityType: 'structuring',
          riskLevel: 'high',
          amount: '9500.00',
          activityDate: '2026-11-12',
          description: 'Three credits just below the reporting threshold.',
          reviewed: false,
        },
      ],
      alertCount: 1,
      imports: [
        {
          importId: 3,
          fileName: 'october.ach',
          entries: 36,
          createdAt: new Date(2026, 10, 2, 9, 30).toISOString(),
        },
      ],
      importCount: 1,
      comparisons: [
        {
          what: 'credits',
          latest: '1350.00',
          ownMedian: '1000.00',
          peerPercentile: '83.4',
          peerSentence: 'More than 83% of 2,583 members',
        },
        { what: 'transactions', latest: '3', ownMedian: null, peerPercentile: null, peerSentence: null },
      ],
    } as const,
    over,
  ) as MemberOverview;
}
