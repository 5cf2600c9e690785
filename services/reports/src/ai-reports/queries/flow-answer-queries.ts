import { addDays } from '@clearwatch/domain/calendar/day';
import { addUnits, type CalendarUnit, type Period, startOfUnit } from '@clearwatch/domain/calendar/period';
import { formatCents } from '@clearwatch/domain/money/cents';
import {
  type AnswerEntry,
  type AnswerTableRow,
  type FlowFigures,
  isTimeGroup,
  NO_FIGURES,
  NO_TALLY,
  type Query,
  type QueryGroup,
} from '@clearwatch/domain/report-writing/custom/custom-query';
import type { ReadRow } from '@clearwatch/service-kit/database/query-rows';
import { joinSql, type Sql, sql } from '../../sql-template.ts';
import {
  accountsIn,
  fields,
  IS_COUNTED_SQL,
  integerOf,
  type LedgerReader,
  memberRefs,
  withMembers,
} from './ledger-facts.ts';

type AddParameter = (value: unknown) => Sql;

/** $1 to $2 is the period. $3 to $4 is the comparison period, or an empty range. */
export function periodParameters({ period, comparedWith }: Query): {
  parameters: unknown[];
  parameter: AddParameter;
} {
  const before = comparedWith ?? { firstDay: period.lastDay, lastDay: addDays(period.lastDay, -1) };
  const parameters: unknown[] = [period.firstDay, period.lastDay, before.firstDay, before.lastDay];
  return { parameters, parameter: (value) => sql`$${parameters.push(value)}` };
}

export const isIn = { now: sql`day BETWEEN $1 AND $2`, before: sql`day BETWEEN $3 AND $4` };

export const inEither = (column: Sql) => sql`(${column} BETWEEN $1 AND $2 OR ${column} BETWEEN $3 AND $4)`;

export const timeKeySql = (group: QueryGroup) => sql`date_trunc('${group}', day::timestamp)::date::text`;

/** Periods in date order; other rows by size. */
export const orderOfGroups = (group: QueryGroup | null, { order, limit }: Query, size: Sql) =>
  isTimeGroup(group)
    ? sql`ORDER BY key LIMIT 400`
    : sql`ORDER BY ${size} ${order === 'least' ? sql`ASC` : sql`DESC`}, key LIMIT ${limit}`;

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
  company: sql`company`,
  account: sql`account_number`,
  secClass: sql`class`,
  amount: sql`amount`,
};

export function filters(
  { companies, members, classes, amount }: Pick<Query, 'companies' | 'members' | 'classes' | 'amount'>,
  parameter: AddParameter,
  columns = FILTERED_COLUMNS,
): Sql {
  const isAny = (column: Sql, values: readonly string[]) => sql` AND ${column} = ANY (${parameter(values)}::text[])`;
  return joinSql(
    '',
    companies !== null && isAny(columns.company, companies),
    members !== null && isAny(columns.account, accountsIn(members)),
    classes.length > 0 && isAny(columns.secClass, classes),
    amount !== null && sql` AND ${limitSql(columns.amount, amount, parameter)}`,
  );
}

const OPERATORS = { over: sql`>`, under: sql`<`, 'at least': sql`>=`, 'at most': sql`<=`, exactly: sql`=` };

function limitSql(column: Sql, amount: NonNullable<Query['amount']>, parameter: AddParameter): Sql {
  const cents = (value: number) => sql`${parameter(formatCents(value))}::numeric`;
  return amount.is === 'between'
    ? sql`${column} BETWEEN ${cents(amount.cents)} AND ${cents(amount.toCents)}`
    : sql`${column} ${OPERATORS[amount.is]} ${cents(amount.cents)}`;
}

const DAILY_TOTALS: Readonly<Record<string, Sql>> = {
  company: sql`company_days`,
  account_number: sql`account_days`,
};

/**
 * Returns rows per entry or day with `day`, `credits`, `debits`, `credit_count`, `debit_count` and the
 * requested columns. Daily totals have either the company or the account. Queries by class, by amount, or by
 * company and account together must read the entries.
 */
function relationOf(query: Query, columns: readonly Sql[]) {
  const { companies, members, classes, amount } = query;
  const needs = new Set<string>(columns);
  if (companies !== null) needs.add('company');
  if (members !== null) needs.add('account_number');
  const isEntries = classes.length > 0 || needs.has('class') || amount?.of === 'entry' || needs.size > 1;
  const { parameters, parameter } = periodParameters(query);
  const where = filters({ ...query, amount: amount?.of === 'entry' ? amount : null }, parameter);
  if (!isEntries) {
    const [column = ''] = needs;
    const table = DAILY_TOTALS[column] ?? sql`ledger_days`;
    const source = sql`SELECT * FROM analytics.${table} WHERE ${inEither(sql`day`)}${where}`;
    return { source, parameters, parameter };
  }
  const source = sql`SELECT event_date AS day, company, account_number, coalesce(class, 'none stated') AS class,
                 CASE transaction_type WHEN 'Credit' THEN amount ELSE 0 END AS credits,
                 CASE transaction_type WHEN 'Debit' THEN amount ELSE 0 END AS debits,
                 (transaction_type = 'Credit')::integer AS credit_count, (transaction_type = 'Debit')::integer AS debit_count
            FROM ledger.transactions
           WHERE ${inEither(sql`event_date`)} AND ${IS_COUNTED_SQL}${where}`;
  return { source, parameters, parameter };
}

const SUMMED: [column: Sql, name: Sql][] = [
  [sql`credits`, sql`credit_cents`],
  [sql`debits`, sql`debit_cents`],
  [sql`credit_count`, sql`credits`],
  [sql`debit_count`, sql`debits`],
];
const sums = (which: keyof typeof isIn) =>
  joinSql(
    ', ',
    ...SUMMED.map(
      ([column, name]) => sql`coalesce(sum(${column}) FILTER (WHERE ${isIn[which]}), 0) AS ${which}_${name}`,
    ),
  );
const SUMS = {
  cents: ['nowCreditCents', 'nowDebitCents', 'beforeCreditCents', 'beforeDebitCents'],
  integer: ['nowCredits', 'nowDebits', 'beforeCredits', 'beforeDebits'],
} as const;
const TOTALS = fields(SUMS);
const GROUP = fields({ ...SUMS, text: ['key'], integer: [...SUMS.integer, 'groups'] });
const ENTRY = fields({
  day: ['day'],
  text: ['accountNumber', 'company'],
  boolean: ['isCredit'],
  'text?': ['secClass', 'description'],
  cents: ['cents'],
});

function figuresOf(row: ReadRow<typeof TOTALS>, { comparedWith }: Query): FiguresOfPeriods {
  const flows = (which: keyof typeof isIn): FlowFigures => ({
    ...NO_FIGURES,
    creditCents: row[`${which}CreditCents`],
    debitCents: row[`${which}DebitCents`],
    credits: row[`${which}Credits`],
    debits: row[`${which}Debits`],
  });
  return { now: flows('now'), before: comparedWith === null ? null : flows('before') };
}

type FiguresOfPeriods = Pick<AnswerTableRow, 'now' | 'before'>;

const COUNTED = {
  members: { table: sql`member_figures`, column: sql`account_number` },
  companies: { table: sql`company_figures`, column: sql`company` },
};

export async function totalsOf(ledger: LedgerReader, query: Query): Promise<FiguresOfPeriods> {
  const { counted } = query;
  const { source, parameters } = relationOf(query, []);
  const { now, before } = figuresOf(
    await TOTALS.one(ledger, ...parameters)`SELECT ${sums('now')}, ${sums('before')} FROM (${source}) rel`,
    query,
  );
  if (query.answer !== 'figure' || counted === 'entries') return { now, before };
  const { table, column } = COUNTED[counted];
  if (query.isAll) {
    // Also counts members and companies without dated entries, as their lists do.
    const all = await integerOf(ledger)`SELECT count(*) FROM analytics.${table}`;
    return { now: { ...now, [counted]: all }, before };
  }
  const relation = relationOf(query, [column]);
  // Both calls add parameters, so they must run before the query template.
  const isCounted = groupMatches(query, 'now', relation.parameter);
  const wasCounted = groupMatches(query, 'before', relation.parameter);
  const count = await fields({ integer: ['now', 'before'] }).one(ledger, ...relation.parameters)`
    SELECT count(*) FILTER (WHERE ${isCounted}) AS now,
            count(*) FILTER (WHERE ${wasCounted}) AS before
       FROM (SELECT ${sums('now')}, ${sums('before')} FROM (${relation.source}) rel GROUP BY ${column}) groups`;
  return {
    now: { ...now, [counted]: count.now },
    before: before === null ? null : { ...before, [counted]: count.before },
  };
}

function directionSql({ direction }: Query, credits: Sql, debits: Sql): Sql {
  if (direction === 'credits') return credits;
  return direction === 'debits' ? debits : sql`(${credits} + ${debits})`;
}

const amountSql = (query: Query, which: keyof typeof isIn) =>
  query.direction === 'net'
    ? sql`(${which}_credit_cents - ${which}_debit_cents)`
    : directionSql(query, sql`${which}_credit_cents`, sql`${which}_debit_cents`);

const countSql = (query: Query, which: keyof typeof isIn) =>
  directionSql(query, sql`${which}_credits`, sql`${which}_debits`);

function sizeSql(query: Query): Sql {
  if (query.measure === 'count') return countSql(query, 'now');
  const amount = amountSql(query, 'now');
  return query.measure === 'average' ? sql`${amount} / nullif(${countSql(query, 'now')}, 0)` : amount;
}

function groupMatches(query: Query, which: 'now' | 'before', parameter: AddParameter): Sql {
  const has = sql`${countSql(query, which)} > 0`;
  if (query.amount?.of !== 'total') return has;
  return sql`${has} AND ${limitSql(amountSql(query, which), query.amount, parameter)}`;
}

const GROUP_COLUMNS: Partial<Record<QueryGroup, Sql>> = {
  member: sql`account_number`,
  class: sql`class`,
  company: sql`company`,
};

export async function rowsBy(ledger: LedgerReader, query: Query, group: QueryGroup) {
  const column = GROUP_COLUMNS[group];
  const isChange = query.answer === 'change';
  const isTimeSeries = isTimeGroup(group) && query.answer === 'series';
  const relation = relationOf(query, column === undefined ? [] : [column]);
  const order = isChange
    ? sql`abs(${amountSql(query, 'now')} - ${amountSql(query, 'before')}) DESC`
    : isTimeSeries
      ? sql`key`
      : sql`${sizeSql(query)} ${query.order === 'least' ? sql`ASC` : sql`DESC`} NULLS LAST`;
  const matches = isChange || isTimeSeries ? sql`true` : groupMatches(query, 'now', relation.parameter);
  // A series has one row per unit of time; a change has one list per direction.
  const limit = query.answer === 'series' ? sql`` : sql`LIMIT ${isChange ? query.limit * 4 : query.limit}`;
  const rows = await GROUP.all(ledger, ...relation.parameters)`
    SELECT *, count(*) OVER () AS groups
       FROM (SELECT ${column ?? timeKeySql(group)} AS key, ${sums('now')}, ${sums('before')} FROM (${relation.source}) rel GROUP BY 1) groups
      WHERE ${matches} ORDER BY ${order}, key ${limit}`;
  const found = await answerRows(ledger, { group, rows }, (row) => figuresOf(row, query));
  const filled = isTimeSeries ? fillMissingPeriods(found, group, query.period) : found;
  return {
    rows: query.withMembers && group === 'company' ? await withMemberCounts(ledger, query, filled) : filled,
    groups: rows[0]?.groups ?? 0,
  };
}

function fillMissingPeriods(found: readonly AnswerTableRow[], unit: CalendarUnit, period: Period) {
  const known = new Map(found.map((row) => [row.key, row]));
  const rows: AnswerTableRow[] = [];
  for (let day = startOfUnit(period.firstDay, unit); day <= period.lastDay; day = addUnits(day, 1, unit))
    rows.push(known.get(day) ?? { key: day, member: null, now: NO_FIGURES, before: null, tally: NO_TALLY });
  return rows;
}

async function withMemberCounts(ledger: LedgerReader, query: Query, rows: AnswerTableRow[]) {
  const named = { ...query, companies: rows.map(({ key }) => key) };
  const { source, parameters } = relationOf(named, [sql`company`, sql`account_number`]);
  const counts = await fields({ text: ['company'], integer: ['members'] }).all(ledger, ...parameters)`
    SELECT company, count(DISTINCT account_number) AS members FROM (${source}) rel
      WHERE ${isIn.now} AND ${hasEntries(query)} GROUP BY 1`;
  const known = new Map(counts.map(({ company, members }) => [company, members]));
  return rows.map((row) => ({ ...row, now: { ...row.now, members: known.get(row.key) ?? 0 } }));
}

const hasEntries = (query: Query) => sql`${directionSql(query, sql`credit_count`, sql`debit_count`)} > 0`;

export async function daysOf(ledger: LedgerReader, query: Query): ReturnType<typeof rowsBy> {
  if (query.order === 'most' || query.order === 'least') return rowsBy(ledger, query, query.group ?? 'day');
  if (query.order === 'first and last') {
    const ends = await Promise.all([
      daysOf(ledger, { ...query, order: 'first' }),
      daysOf(ledger, { ...query, order: 'last' }),
    ]);
    const rows = ends.flatMap((end) => end.rows);
    return { rows, groups: rows.length };
  }
  const { source, parameters } = relationOf(query, []);
  const { day } = await fields({ 'day?': ['day'] }).one(ledger, ...parameters)`
    SELECT ${query.order === 'first' ? sql`min` : sql`max`}(day)::text AS day FROM (${source}) rel WHERE ${hasEntries(query)}`;
  if (day === null) return { rows: [], groups: 0 };
  return rowsBy(ledger, { ...query, period: { firstDay: day, lastDay: day } }, 'day');
}

export async function entriesOf(ledger: LedgerReader, query: Query): Promise<AnswerEntry[]> {
  const { period, direction, order, limit } = query;
  const parameters: unknown[] = [period.firstDay, period.lastDay];
  const parameter = (value: unknown) => sql`$${parameters.push(value)}`;
  const type = direction === 'credits' ? 'Credit' : direction === 'debits' ? 'Debit' : null;
  const where = sql`${type === null ? sql`` : sql` AND transaction_type = '${type}'`}${filters(query, parameter)}`;
  const by = {
    most: sql`amount DESC`,
    least: sql`amount`,
    first: sql`event_date`,
    last: sql`event_date DESC`,
    'first and last': sql`event_date`,
  }[order];
  const rows = await ENTRY.all(ledger, ...parameters)`
    SELECT event_date::text AS day, account_number, company, transaction_type = 'Credit' AS is_credit, class AS sec_class,
            entry_description AS description, amount AS cents
       FROM ledger.transactions WHERE event_date BETWEEN $1 AND $2 AND ${IS_COUNTED_SQL}${where}
      ORDER BY ${by}, event_date DESC, id LIMIT ${limit}`;
  return withMembers(ledger, rows);
}
