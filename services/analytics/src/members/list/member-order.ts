import type { MemberSort, SortOrder } from '@clearwatch/contracts/sort-orders';
import { JOIN_BEARERS } from '../to-member-row.ts';

/**
 * Each has its index; monthly income and bills are in the order of the sums they are taken from. Accounts that bear one name
 * are beside each other when sorted by how many do.
 */
const COLUMNS: Readonly<Record<MemberSort, readonly string[]>> = {
  name: ['f.sort_name'],
  accountCount: ['b.accounts', 'f.member_key'],
  monthlyIncome: ['f.credits'],
  monthlyBills: ['f.debits'],
  incomeToDebtRatio: ['f.debt_ratio'],
  transactionCount: ['f.transactions'],
  riskLevel: ['f.risk'],
  lastActivity: ['f.last_day'],
  totalCredits: ['f.credits'],
  totalDebits: ['f.debits'],
};

export interface MemberOrder {
  /** What rows `f` must be joined with to be sorted. */
  join: string;
  orderBy: string;
}

/** The id makes it total, so that pages never overlap, and turns round with it, so that the index is read backwards. */
export function memberOrder(sort: MemberSort, order: SortOrder): MemberOrder {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  return {
    join: sort === 'accountCount' ? JOIN_BEARERS : '',
    orderBy: [...COLUMNS[sort], 'f.member_id'].map((column) => `${column} ${direction}`).join(', '),
  };
}
