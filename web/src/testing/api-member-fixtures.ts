import type { CompaniesOverview, CompanyDetail, CompanySummary } from '@clearwatch/contracts/companies.dto';
import type { MemberDetail, MemberOverview, MemberRow, MembersOverview } from '@clearwatch/contracts/members.dto';
import type { Transaction } from '@clearwatch/contracts/transactions.dto';
import { aMember } from './api-core-fixtures.ts';

/** Builders of complete, plausible company and member responses. A test passes only the fields that it checks. */

export function aCompany(over: Partial<CompanySummary> = {}): CompanySummary {
  return Object.assign(
    {
      company: 'Example Payroll Co',
      memberCount: 412,
      totalTransactions: 9888,
      totalCredits: '24500000.10',
      totalDebits: '0.00',
      partnershipScore: 87,
      riskLevel: 'low',
      lastActivityDate: '2026-11-18',
    } as const,
    over,
  );
}

export function aCompaniesOverview(over: Partial<CompaniesOverview> = {}): CompaniesOverview {
  return Object.assign(
    { asOf: '2026-11-18', companies: 310, totalMembers: 2583, totalTransactions: 13190, highRisk: 3 },
    over,
  );
}

export function aCompanyDetail(over: Partial<CompanyDetail> = {}): CompanyDetail {
  return Object.assign(
    {
      asOf: '2026-11-18',
      company: 'Example Payroll Co',
      lineOfBusiness: 'Payroll service',
      lineOfBusinessSource: 'A word in the company name that is typical of this line of business',
      firstActivityDate: '2025-01-03',
      lastActivityDate: '2026-11-18',
      memberCount: 412,
      totalTransactions: 9888,
      avgTransactionAmount: '2477.75',
      partnershipScore: 47,
      riskMetrics: {
        riskLevel: 'medium',
        averageDailyVolume: '35714.29',
        peakTransactionAmount: '18000.00',
        flags: ['Administrative return rate above 3%'],
      },
      returnRates: [
        { sort: 'unauthorized', returns: 1, debits: 100, rate: '1.00', limit: '0.5', isAbove: false },
        { sort: 'administrative', returns: 8, debits: 100, rate: '8.00', limit: '3', isAbove: true },
        { sort: 'overall', returns: 0, debits: 0, rate: null, limit: '15', isAbove: false },
      ],
      weeklyData: [
        { week: '2026-11-09', credits: '1000.00', debits: '0.00' },
        { week: '2026-11-16', credits: '1200.50', debits: '20.00' },
      ],
      monthlyData: [
        { month: '2026-10', transactionCount: 811 },
        { month: '2026-11', transactionCount: 402 },
      ],
      transactionTypes: [{ type: 'Checking Credit (22)', count: 9000, totalAmount: '24000000.00' }],
      members: [
        {
          id: 1,
          firstName: 'Dana',
          lastName: 'Sample',
          displayName: 'Dana Sample',
          accountNumber: '4000123456',
          transactionCount: 24,
          monthlyIncome: '1000.00',
          monthlyBills: '500.00',
          riskLevel: 'low',
        },
      ],
    } as const,
    over,
  ) as CompanyDetail;
}

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

export function anEntry(over: Partial<Transaction> = {}): Transaction {
  return Object.assign(
    {
      id: 9001,
      company: 'Example Payroll Co',
      lastName: 'Sample',
      firstName: 'Dana',
      middleInitial: null,
      memberName: 'Dana Sample',
      accountNumber: '100000017',
      originalAccount: '100000017',
      transactionCode: '22',
      amount: '1250.00',
      transactionType: 'Credit',
      entryKind: 'money',
      returnedWith: null,
      checkTracerNumber: '121042880000001',
      addenda: null,
      batch: '1',
      settlementDate: '2026-11-16',
      effectiveDate: null,
      postingDate: null,
      entryDescription: 'PAYROLL',
      class: 'PPD',
      metadata: null,
      transactionHash: '0123456789abcdef'.repeat(4),
      importId: 3,
      line: 1204,
      createdAt: new Date(2026, 10, 20, 9, 30).toISOString(),
    } as const,
    over,
  );
}
