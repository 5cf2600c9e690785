import { addDays } from '@clearwatch/domain/calendar/day';
import { formatCents } from '@clearwatch/domain/money/cents';
import {
  type AnswerTableRow,
  isTimeGroup,
  NO_FIGURES,
  NO_TALLY,
  type Query,
  type QueryGroup,
} from '@clearwatch/domain/report-writing/custom/custom-query';
import { type LedgerReader, memberRefs } from './ledger-facts.ts';

type AddParameter = (value: unknown) => string;

/** $1 to $2 the period, $3 to $4 the compared one: an empty range of days without a comparison. */
export function periodParameters({ period, comparedWith }: Query): {
  parameters: unknown[];
  parameter: AddParameter;
} {
  const before = comparedWith ?? { firstDay: period.lastDay, lastDay: addDays(period.lastDay, -1) };
  const parameters: unknown[] = [period.firstDay, period.lastDay, before.firstDay, before.lastDay];
  return { parameters, parameter: (value) => `$${parameters.push(value)}` };
}

export const isIn = { now: 'day BETWEEN $1 AND $2', before: 'day BETWEEN $3 AND $4' } as const;

/** Days of both periods. */
export const inEither = (column: string) => `(${column} BETWEEN $1 AND $2 OR ${column} BETWEEN $3 AND $4)`;

export const timeKeySql = (group: QueryGroup) => `date_trunc('${group}', day::timestamp)::date::text`;

/** Times in their order, everything else by size. */
export const orderOfGroups = (group: QueryGroup | null, { order, limit }: Query, size: string) =>
  isTimeGroup(group)
    ? 'ORDER BY key LIMIT 400'
    : `ORDER BY ${size} ${order === 'least' ? 'ASC' : 'DESC'}, key LIMIT ${limit}`;

/** Rows of an answer by their key; in a group of members that is an account. */
export async function answerRows<R extends { key: string }>(
  ledger: LedgerReader,
  { group, rows }: { group: QueryGroup | null; rows: readonly R[] },
  figures: (row: R) => Partial<AnswerTableRow>,
): Promise<AnswerTableRow[]> {
  const isMembers = group === 'member';
  const refOf = await memberRefs(ledger, isMembers ? rows.map(({ key }) => key) : []);
  return rows.map((row) => ({
    key: row.key,
    member: isMembers ? refOf(row.key) : null,
    now: NO_FIGURES,
    before: null,
    tally: NO_TALLY,
    ...figures(row),
  }));
}

const FILTERED_COLUMNS = {
  company: 'company',
  account: 'account_number',
  secClass: 'class',
  amount: 'amount',
};

/** " AND …" for each filter of the query. */
export function filters(
  { companies, members, classes, amount }: Pick<Query, 'companies' | 'members' | 'classes' | 'amount'>,
  parameter: AddParameter,
  columns = FILTERED_COLUMNS,
): string {
  const isAny = (column: string, values: readonly string[] | null | undefined) =>
    values == null ? '' : ` AND ${column} = ANY (${parameter(values)}::text[])`;
  return [
    isAny(columns.company, companies),
    isAny(
      columns.account,
      members?.map(({ accountNumber }) => accountNumber),
    ),
    isAny(columns.secClass, classes.length === 0 ? null : classes),
    amount === null ? '' : ` AND ${limitSql(columns.amount, amount, parameter)}`,
  ].join('');
}

const OPERATORS = { over: '>', under: '<', 'at least': '>=', 'at most': '<=', exactly: '=' } as const;

export function limitSql(
  column: string,
  amount: NonNullable<Query['amount']>,
  parameter: AddParameter,
): string {
  const cents = (value: number) => `${parameter(formatCents(value))}::numeric`;
  return amount.is === 'between'
    ? `${column} BETWEEN ${cents(amount.cents)} AND ${cents(amount.toCents)}`
    : `${column} ${OPERATORS[amount.is]} ${cents(amount.cents)}`;
}
