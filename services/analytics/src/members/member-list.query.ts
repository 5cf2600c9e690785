import { RISK_LEVELS, type RiskLevel } from '@clearwatch/contracts/alerts';
import type { MemberRow } from '@clearwatch/contracts/members.dto';
import { MEMBER_SORTS, type MemberSort, SORT_ORDERS, type SortOrder } from '@clearwatch/contracts/sort-orders';
import { addDays } from '@clearwatch/domain/calendar/day';
import { daysIn } from '@clearwatch/domain/calendar/period';
import { incomeAndBills, monthlyAverage } from '@clearwatch/domain/members/income-and-bills';
import {
  ACTIVITY_BANDS,
  type ActivityBand,
  INCOME_BAND_FROM,
  INCOME_BANDS,
  type IncomeBand,
  MODERATE_DAYS,
  RECENT_DAYS,
} from '@clearwatch/domain/members/member-bands';
import { displayName } from '@clearwatch/domain/members/member-names';
import { type Cents, formatCents, parseCents } from '@clearwatch/domain/money/cents';
import { type ReadRow, RowReader } from '@clearwatch/service-kit/database/query-rows';
import { IsSearchText, PageQuery } from '@clearwatch/service-kit/http/request-parameters';
import { IsIn, IsOptional } from 'class-validator';
import { SqlConditions } from '../list-figures/list-conditions.ts';
import { type ListState, yearOf } from '../list-figures/list-state.repository.ts';

/** The smallest sum over `days` whose monthly average reaches `monthlyCents`. Rows contain sums, not averages. */
export function minimumSum(monthlyCents: Cents, days: number): Cents {
  let below = -1;
  let reaches = Math.max(1, monthlyCents);
  while (monthlyAverage(reaches, days) < monthlyCents) reaches *= 2;
  while (reaches - below > 1) {
    const middle = Math.floor((below + reaches) / 2);
    if (monthlyAverage(middle, days) < monthlyCents) below = middle;
    else reaches = middle;
  }
  return reaches;
}

export class ListMembersQuery extends PageQuery {
  @IsOptional() @IsSearchText() search?: string;
  @IsOptional() @IsIn(RISK_LEVELS) riskLevel?: RiskLevel;
  @IsOptional() @IsIn(INCOME_BANDS) incomeBand?: IncomeBand;
  @IsOptional() @IsIn(ACTIVITY_BANDS) activity?: ActivityBand;
  @IsOptional() @IsIn(MEMBER_SORTS) sort?: MemberSort;
  @IsOptional() @IsIn(SORT_ORDERS) order?: SortOrder;
}

/** Joins the number of accounts under the name in a row `f` of `analytics.member_figures`. */
export const JOIN_NAME_HOLDERS = 'JOIN analytics.member_bearers b ON b.member_key = f.member_key';

export const MEMBER_COLUMNS = `f.member_id AS id, account_number, b.accounts AS account_count, f.credits AS total_credits,
  f.debits AS total_debits, f.transactions AS transaction_count, nullif(f.last_day, '-infinity')::text AS last_activity_date,
  f.risk AS risk_level, m.first_name, m.last_name, m.company, m.account_numbers`;

export const MEMBER_READER = new RowReader({
  integer: ['id', 'accountCount', 'transactionCount'],
  risk: ['riskLevel'],
  text: ['firstName', 'lastName', 'company', 'accountNumber'],
  texts: ['accountNumbers'],
  money: ['totalCredits', 'totalDebits'],
  'day?': ['lastActivityDate'],
});

export function toMemberRow(row: ReadRow<typeof MEMBER_READER>, state: ListState): MemberRow {
  const creditCents = parseCents(row.totalCredits);
  const debitCents = parseCents(row.totalDebits);
  const averages = incomeAndBills({ creditCents, debitCents, days: daysCovered(state) });
  return { ...row, displayName: displayName(row), ...averages };
}

/** Number of days that the figures cover. If there are none, there is no money either, so any divisor works. */
export function daysCovered(state: ListState): number {
  const year = yearOf(state);
  return year === null ? 1 : daysIn(year);
}

/** Only text with three consecutive letters or digits has entries in the trigram index. */
const INDEXED_TEXT = /[\p{L}\p{N}]{3}/u;

export function memberConditions(query: ListMembersQuery, state: ListState): SqlConditions {
  const conditions = new SqlConditions();
  addMemberSearch(conditions, query.search?.trim() ?? '');
  if (query.riskLevel !== undefined) conditions.add((at) => `f.risk = ${at}`, RISK_LEVELS.indexOf(query.riskLevel));
  if (query.incomeBand !== undefined) addIncome(conditions, query.incomeBand, daysCovered(state));
  if (query.activity !== undefined) addActivity(conditions, query.activity, state.asOf);
  return conditions;
}

/** For text without index entries, PostgreSQL would read the whole index. A different collation prevents this. */
function addMemberSearch(conditions: SqlConditions, search: string): void {
  const column = INDEXED_TEXT.test(search) ? 'n.search_text' : 'n.search_text COLLATE "C"';
  conditions.add(
    (at) =>
      `f.account_number IN (SELECT n.account_number FROM analytics.member_names n
                             WHERE ${column} LIKE analytics.containing(${at}))`,
    search === '' ? undefined : search,
    conditions.slow,
  );
}

function addIncome(conditions: SqlConditions, band: IncomeBand, days: number): void {
  const sumFrom = (name: IncomeBand) => formatCents(minimumSum(INCOME_BAND_FROM[name], days));
  const next = INCOME_BANDS[INCOME_BANDS.indexOf(band) + 1];
  if (INCOME_BAND_FROM[band] > 0) conditions.add((at) => `f.credits >= ${at}`, sumFrom(band));
  if (next !== undefined) conditions.add((at) => `f.credits < ${at}`, sumFrom(next));
}

/** Without any dated entry, every member's last activity is old. */
function addActivity(conditions: SqlConditions, band: ActivityBand, asOf: string | null): void {
  const daysAgo = (days: number) => (asOf === null ? 'infinity' : addDays(asOf, -days));
  const [from, before] = {
    recent: [RECENT_DAYS, undefined],
    moderate: [MODERATE_DAYS, RECENT_DAYS],
    old: [undefined, MODERATE_DAYS],
  }[band];
  if (before !== undefined) conditions.add((at) => `f.last_day < ${at}::date`, daysAgo(before));
  if (from !== undefined) conditions.add((at) => `f.last_day >= ${at}::date`, daysAgo(from));
}

/** Each sort has its own index. Averages have the same order as the sums they come from. Accounts under one name stay together. */
const SORT_COLUMNS: Readonly<Record<MemberSort, readonly string[]>> = {
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

export type MemberOrder = ReturnType<typeof memberOrder>;

/** The id makes the order unique, so that pages never overlap. It has the same direction as the sort, as in the index. */
export function memberOrder(sort: MemberSort, order: SortOrder) {
  return {
    join: sort === 'accountCount' ? JOIN_NAME_HOLDERS : '',
    orderBy: [...SORT_COLUMNS[sort], 'f.member_id'].map((column) => `${column} ${order}`).join(', '),
  };
}
