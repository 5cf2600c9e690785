import { RISK_LEVELS, type RiskLevel } from '@clearwatch/contracts/alerts';
import type { MemberRow } from '@clearwatch/contracts/members.dto';
import {
  MEMBER_SORTS,
  type MemberSort,
  SORT_ORDERS,
  type SortOrder,
} from '@clearwatch/contracts/sort-orders';
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
import {
  integerOf,
  moneyOf,
  type Row,
  textArrayOf,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { IsSearchText, PageQuery } from '@clearwatch/service-kit/http/request-parameters';
import { IsIn, IsOptional } from 'class-validator';
import { SqlConditions } from '../list-figures/list-conditions.ts';
import { type ListState, yearOf } from '../list-figures/list-state.repository.ts';

/**
 * The least sum over so many days whose monthly average reaches `monthlyCents`: a list is filtered by the sums that it keeps,
 * to the cent as if every average were computed.
 */
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

/** What `GET /api/members` may be asked; anything else is refused, not ignored. */
export class ListMembersQuery extends PageQuery {
  @IsOptional() @IsSearchText() search?: string;
  @IsOptional() @IsIn(RISK_LEVELS) riskLevel?: RiskLevel;
  @IsOptional() @IsIn(INCOME_BANDS) incomeBand?: IncomeBand;
  @IsOptional() @IsIn(ACTIVITY_BANDS) activity?: ActivityBand;
  @IsOptional() @IsIn(MEMBER_SORTS) sort?: MemberSort;
  @IsOptional() @IsIn(SORT_ORDERS) order?: SortOrder;
}

/** Joins how many accounts bear the name of a row `f` of `analytics.member_figures`. */
export const JOIN_NAME_HOLDERS = 'JOIN analytics.member_bearers b ON b.member_key = f.member_key';

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
      days: daysCovered(state),
    }),
    transactionCount: integerOf(row, 'transactions'),
    riskLevel: RISK_LEVELS[integerOf(row, 'risk')] ?? 'low',
    lastActivityDate: typeof row['last_day'] === 'string' ? row['last_day'] : null,
    totalCredits,
    totalDebits,
  };
}

/** Days that the figures cover; without any there is no money either, and any divisor will do. */
export function daysCovered(state: ListState): number {
  const year = yearOf(state);
  return year === null ? 1 : daysIn(year);
}

/** What the trigram index has entries of. */
const INDEXED_TEXT = /[\p{L}\p{N}]{3}/u;

/** Which rows `f` of `analytics.member_figures` a question means. */
export function memberConditions(query: ListMembersQuery, state: ListState): SqlConditions {
  const conditions = new SqlConditions();
  addMemberSearch(conditions, query.search?.trim() ?? '');
  if (query.riskLevel !== undefined)
    conditions.add((at) => `f.risk = ${at}`, RISK_LEVELS.indexOf(query.riskLevel));
  if (query.incomeBand !== undefined) addIncome(conditions, query.incomeBand, daysCovered(state));
  if (query.activity !== undefined) addActivity(conditions, query.activity, state.asOf);
  return conditions;
}

/**
 * For what has no entry in the index, the index would be read from end to end and then every row as well. A collation that
 * is not the index's keeps the planner from it and finds the same: LIKE of parts goes by letters alone.
 */
function addMemberSearch(conditions: SqlConditions, search: string): void {
  if (search === '') return;
  const searched = INDEXED_TEXT.test(search) ? 'n.search_text' : 'n.search_text COLLATE "C"';
  conditions.addSlow(
    (at) =>
      `f.account_number IN (SELECT n.account_number FROM analytics.member_names n
                             WHERE ${searched} LIKE analytics.containing(${at}))`,
    search,
  );
}

function addIncome(conditions: SqlConditions, band: IncomeBand, days: number): void {
  const sumFrom = (name: IncomeBand) => formatCents(minimumSum(INCOME_BAND_FROM[name], days));
  const next = INCOME_BANDS[INCOME_BANDS.indexOf(band) + 1];
  if (INCOME_BAND_FROM[band] > 0) conditions.add((at) => `f.credits >= ${at}`, sumFrom(band));
  if (next !== undefined) conditions.add((at) => `f.credits < ${at}`, sumFrom(next));
}

/** Without any dated entry everybody's last activity is old. */
function addActivity(conditions: SqlConditions, band: ActivityBand, asOf: string | null): void {
  const daysAgo = (days: number) => (asOf === null ? 'infinity' : addDays(asOf, -days));
  if (band === 'recent') conditions.add((at) => `f.last_day >= ${at}::date`, daysAgo(RECENT_DAYS));
  else
    conditions.add((at) => `f.last_day < ${at}::date`, daysAgo(band === 'old' ? MODERATE_DAYS : RECENT_DAYS));
  if (band === 'moderate') conditions.add((at) => `f.last_day >= ${at}::date`, daysAgo(MODERATE_DAYS));
}

/**
 * Each has its index; monthly income and bills are in the order of the sums they are taken from. Accounts that bear one name
 * are beside each other when sorted by how many do.
 */
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

export interface MemberOrder {
  /** What rows `f` must be joined with to be sorted. */
  join: string;
  orderBy: string;
}

/** The id makes it total, so that pages never overlap, and turns round with it, so that the index is read backwards. */
export function memberOrder(sort: MemberSort, order: SortOrder): MemberOrder {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  return {
    join: sort === 'accountCount' ? JOIN_NAME_HOLDERS : '',
    orderBy: [...SORT_COLUMNS[sort], 'f.member_id'].map((column) => `${column} ${direction}`).join(', '),
  };
}
