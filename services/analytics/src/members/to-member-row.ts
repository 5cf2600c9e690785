import { RISK_LEVELS } from '@clearwatch/contracts/alerts';
import type { MemberRow } from '@clearwatch/contracts/members.dto';
import { daysIn } from '@clearwatch/domain/calendar/period';
import { incomeAndBills } from '@clearwatch/domain/members/income-and-bills';
import { displayName } from '@clearwatch/domain/members/member-names';
import { parseCents } from '@clearwatch/domain/money/cents';
import {
  integerOf,
  moneyOf,
  type Row,
  textArrayOf,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { type ListState, yearOf } from '../list-figures/list-state.ts';

/** Joins how many accounts bear the name of a row `f` of `analytics.member_figures`. */
export const JOIN_BEARERS = 'JOIN analytics.member_bearers b ON b.member_key = f.member_key';

/** Of a row `f` with the bearers `b` of its name, and the member `m` that it belongs to. */
export const MEMBER_COLUMNS = `f.member_id, account_number, b.accounts AS account_count, f.credits, f.debits, f.transactions,
  nullif(f.last_day, '-infinity')::text AS last_day, f.risk, m.first_name, m.last_name, m.company, m.account_numbers`;

/** One account as lists and its own page show it. */
export function toMemberRow(row: Row, state: ListState): MemberRow {
  const named = {
    firstName: textOf(row, 'first_name'),
    lastName: textOf(row, 'last_name'),
    company: textOf(row, 'company'),
    accountNumber: textOf(row, 'account_number'),
  };
  const totalCredits = moneyOf(row, 'credits');
  const totalDebits = moneyOf(row, 'debits');
  return {
    id: integerOf(row, 'member_id'),
    ...named,
    displayName: displayName(named),
    accountNumbers: textArrayOf(row, 'account_numbers'),
    accountCount: integerOf(row, 'account_count'),
    ...incomeAndBills({
      creditCents: parseCents(totalCredits),
      debitCents: parseCents(totalDebits),
      days: yearDays(state),
    }),
    transactionCount: integerOf(row, 'transactions'),
    riskLevel: RISK_LEVELS[integerOf(row, 'risk')] ?? 'low',
    lastActivityDate: typeof row['last_day'] === 'string' ? row['last_day'] : null,
    totalCredits,
    totalDebits,
  };
}

/** Days that the figures cover; without any there is no money either, and any divisor will do. */
export function yearDays(state: ListState): number {
  const year = yearOf(state);
  return year === null ? 1 : daysIn(year);
}
