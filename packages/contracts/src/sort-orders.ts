export const MEMBER_SORTS = [
  'name',
  'accountCount',
  'monthlyIncome',
  'monthlyBills',
  'incomeToDebtRatio',
  'transactionCount',
  'riskLevel',
  'lastActivity',
  'totalCredits',
  'totalDebits',
] as const;
export type MemberSort = (typeof MEMBER_SORTS)[number];
export const SORT_ORDERS = ['asc', 'desc'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];
export const COMPANY_SORTS = [
  'company',
  'memberCount',
  'totalTransactions',
  'totalCredits',
  'totalDebits',
  'partnershipScore',
  'riskLevel',
  'lastActivity',
] as const;
export type CompanySort = (typeof COMPANY_SORTS)[number];
