import type { CompaniesOverview, CompanyDetail, CompanySummary } from '@clearwatch/contracts/companies.dto';

/** Builders of what the server says of companies: complete and plausible, a test names only what it is about. */

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
      lineOfBusinessSource: 'The word itself, as the line of business writes it in its name',
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
