import type { MemberSort, SortOrder } from '@clearwatch/contracts/http/members';

/** Each has its index; monthly income and bills are in the order of the sums they are taken from. */
const COLUMNS: Readonly<Record<MemberSort, string>> = {
  name: 'sort_name',
  accountCount: 'account_count',
  monthlyIncome: 'credits',
  monthlyBills: 'debits',
  incomeToDebtRatio: 'debt_ratio',
  transactionCount: 'transactions',
  riskLevel: 'risk',
  lastActivity: 'last_day',
  totalCredits: 'credits',
  totalDebits: 'debits',
};

/** The id makes it total, so that pages never overlap, and turns round with it, so that the index is read backwards. */
export function memberOrder(sort: MemberSort, order: SortOrder): string {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  return `f.${COLUMNS[sort]} ${direction}, f.member_id ${direction}`;
}
