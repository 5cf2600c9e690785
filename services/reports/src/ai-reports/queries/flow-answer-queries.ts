import { addUnits, type CalendarUnit, type Period, startOfUnit } from '@clearwatch/domain/calendar/period';
import {
  type AnswerData,
  type AnswerEntry,
  type AnswerTableRow as AnswerRow,
  type FlowFigures,
  isTimeGroup,
  NO_FIGURES,
  type Query,
  type QueryGroup,
} from '@clearwatch/domain/report-writing/custom/custom-query';
import { dayOf, integerOf, nullable, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { filters, isIn, limitSql, NO_ROW, periodParameters } from './answer-conditions.ts';
import { centsIn, type LedgerReader, memberRefs } from './ledger-facts.ts';

interface Relation {
  /** Rows of one entry or one day with `day`, `credits`, `debits`, `credit_count`, `debit_count` and the columns asked for. */
  sql: string;
  /** $1 to $2 the period, $3 to $4 what it is compared with, then what narrows it down. */
  parameters: unknown[];
}

/** Daily totals know one of company and account; class, amount and both together are in the entries alone. */
function relationOf(query: Query, columns: readonly ('company' | 'account_number' | 'class')[]): Relation {
  const { companies, members, classes, amount } = query;
  const needs = new Set<string>(columns);
  if (companies !== null) needs.add('company');
  if (members !== null) needs.add('account_number');
  const isEntries = classes.length > 0 || needs.has('class') || amount?.of === 'entry' || needs.size > 1;
  const { parameters, parameter } = periodParameters(query);
  const where = filters({ ...query, amount: amount?.of === 'entry' ? amount : null }, parameter);
  const days = (column: string) => `(${column} BETWEEN $1 AND $2 OR ${column} BETWEEN $3 AND $4)`;
  if (!isEntries) {
    const table = needs.has('company')
      ? 'company_days'
      : needs.has('account_number')
        ? 'account_days'
        : 'ledger_days';
    return { sql: `SELECT * FROM analytics.${table} WHERE ${days('day')}${where}`, parameters };
  }
  return {
    sql: `SELECT event_date AS day, company, account_number, coalesce(class, 'none stated') AS class,
                 CASE transaction_type WHEN 'Credit' THEN amount ELSE 0 END AS credits,
                 CASE transaction_type WHEN 'Debit' THEN amount ELSE 0 END AS debits,
                 (transaction_type = 'Credit')::integer AS credit_count, (transaction_type = 'Debit')::integer AS debit_count
            FROM ledger.transactions
           WHERE ${days('event_date')} AND entry_kind = 'money'
             AND import_id IN (SELECT import_id FROM analytics.projected_imports)${where}`,
    parameters,
  };
}

const sums = (which: keyof typeof isIn) =>
  (['credits', 'debits', 'credit_count', 'debit_count'] as const)
    .map((column) => `coalesce(sum(${column}) FILTER (WHERE ${isIn[which]}), 0) AS ${which}_${column}`)
    .join(', ');

function figuresIn(row: Row, which: keyof typeof isIn): FlowFigures {
  return {
    ...NO_FIGURES,
    creditCents: centsIn(row, `${which}_credits`),
    debitCents: centsIn(row, `${which}_debits`),
    credits: integerOf(row, `${which}_credit_count`),
    debits: integerOf(row, `${which}_debit_count`),
  };
}

const FIGURE_TABLES = { members: 'member_figures', companies: 'company_figures' } as const;

const COUNTED_COLUMNS = { members: 'account_number', companies: 'company' } as const;

/** Figures of everything that the question is about, and how many members or companies that is where it asks so. */
export async function totalsOf(
  ledger: LedgerReader,
  query: Query,
): Promise<{ now: FlowFigures; before: FlowFigures | null }> {
  const { counted } = query;
  const { sql, parameters } = relationOf(query, []);
  const [row = {}] = await ledger.rows(
    `SELECT ${sums('now')}, ${sums('before')} FROM (${sql}) rel`,
    parameters,
  );
  const now = figuresIn(row, 'now');
  const before = query.comparedWith === null ? null : figuresIn(row, 'before');
  if (query.answer !== 'figure' || counted === 'entries') return { now, before };
  if (query.isAll) {
    // As the lists of members and companies count them: also those whose entries are no money or have no day.
    const [all = {}] = await ledger.rows(`SELECT count(*) AS now FROM analytics.${FIGURE_TABLES[counted]}`);
    return { now: { ...now, [counted]: integerOf(all, 'now') }, before };
  }
  const relation = relationOf(query, [COUNTED_COLUMNS[counted]]);
  const [count = {}] = await ledger.rows(
    `SELECT count(*) FILTER (WHERE ${groupMatches(query, 'now', relation)}) AS now,
            count(*) FILTER (WHERE ${groupMatches(query, 'before', relation)}) AS before
       FROM (SELECT ${sums('now')}, ${sums('before')} FROM (${relation.sql}) rel GROUP BY ${COUNTED_COLUMNS[counted]}) groups`,
    relation.parameters,
  );
  return {
    now: { ...now, [counted]: integerOf(count, 'now') },
    before: before === null ? null : { ...before, [counted]: integerOf(count, 'before') },
  };
}

/** The amount that orders and limits groups. */
function amountSql({ direction }: Query, which: 'now' | 'before'): string {
  if (direction === 'credits' || direction === 'debits') return `${which}_${direction}`;
  return `(${which}_credits ${direction === 'net' ? '-' : '+'} ${which}_debits)`;
}

function countSql({ direction }: Query, which: 'now' | 'before'): string {
  if (direction === 'credits') return `${which}_credit_count`;
  return direction === 'debits' ? `${which}_debit_count` : `(${which}_credit_count + ${which}_debit_count)`;
}

function sizeSql(query: Query, which: 'now' | 'before'): string {
  if (query.measure === 'count') return countSql(query, which);
  const amount = amountSql(query, which);
  return query.measure === 'average' ? `${amount} / nullif(${countSql(query, which)}, 0)` : amount;
}

function groupMatches(query: Query, which: 'now' | 'before', relation: Relation): string {
  const has = `${countSql(query, which)} > 0`;
  if (query.amount?.of !== 'total') return has;
  const limit = limitSql(
    amountSql(query, which),
    query.amount,
    (value) => `$${relation.parameters.push(value)}`,
  );
  return `${has} AND ${limit}`;
}

export async function rowsBy(
  ledger: LedgerReader,
  query: Query,
  group: QueryGroup,
): Promise<Pick<AnswerData, 'rows' | 'groups'>> {
  const column =
    group === 'member'
      ? 'account_number'
      : group === 'class'
        ? 'class'
        : group === 'company'
          ? 'company'
          : null;
  const relation = relationOf(query, column === null ? [] : [column]);
  const key = column ?? `date_trunc('${group}', day::timestamp)::date::text`;
  const order =
    query.answer === 'change'
      ? `abs(${amountSql(query, 'now')} - ${amountSql(query, 'before')}) DESC`
      : isTimeGroup(group) && query.answer === 'series'
        ? 'key'
        : `${sizeSql(query, 'now')} ${query.order === 'least' ? 'ASC' : 'DESC'} NULLS LAST`;
  const matches =
    query.answer === 'change'
      ? 'true'
      : isTimeGroup(group) && query.answer === 'series'
        ? 'true'
        : groupMatches(query, 'now', relation);
  // Series have a row for each stretch of time; changes of both directions are listed for each of them.
  const limit =
    query.answer === 'series' ? '' : `LIMIT ${query.answer === 'change' ? query.limit * 4 : query.limit}`;
  const rows = await ledger.rows(
    `SELECT *, count(*) OVER () AS groups
       FROM (SELECT ${key} AS key, ${sums('now')}, ${sums('before')} FROM (${relation.sql}) rel GROUP BY 1) groups
      WHERE ${matches} ORDER BY ${order}, key ${limit}`,
    relation.parameters,
  );
  const refOf = await memberRefs(ledger, group === 'member' ? rows.map((row) => textOf(row, 'key')) : []);
  const found = rows.map((row) => ({
    ...NO_ROW,
    key: textOf(row, 'key'),
    member: group === 'member' ? refOf(textOf(row, 'key')) : null,
    now: figuresIn(row, 'now'),
    before: query.comparedWith === null ? null : figuresIn(row, 'before'),
  }));
  const filled =
    isTimeGroup(group) && query.answer === 'series' ? fillMissingPeriods(found, group, query.period) : found;
  return {
    rows: query.withMembers && group === 'company' ? await withMembers(ledger, query, filled) : filled,
    groups: rows[0] === undefined ? 0 : integerOf(rows[0], 'groups'),
  };
}

/** A month in which nothing was posted is a month as well. */
function fillMissingPeriods(found: readonly AnswerRow[], unit: CalendarUnit, period: Period): AnswerRow[] {
  const known = new Map(found.map((row) => [row.key, row]));
  const rows: AnswerRow[] = [];
  for (let day = startOfUnit(period.firstDay, unit); day <= period.lastDay; day = addUnits(day, 1, unit))
    rows.push(known.get(day) ?? { ...NO_ROW, key: day });
  return rows;
}

async function withMembers(ledger: LedgerReader, query: Query, rows: AnswerRow[]): Promise<AnswerRow[]> {
  const named = { ...query, companies: rows.map(({ key }) => key) };
  const { sql, parameters } = relationOf(named, ['company', 'account_number']);
  const counts = await ledger.rows(
    `SELECT company, count(DISTINCT account_number) AS members FROM (${sql}) rel
      WHERE ${isIn.now} AND ${directionSql(query)} > 0 GROUP BY 1`,
    parameters,
  );
  const known = new Map(counts.map((row) => [textOf(row, 'company'), integerOf(row, 'members')]));
  return rows.map((row) => ({ ...row, now: { ...row.now, members: known.get(row.key) ?? 0 } }));
}

function directionSql({ direction }: Query): string {
  if (direction === 'credits') return 'credit_count';
  return direction === 'debits' ? 'debit_count' : '(credit_count + debit_count)';
}

/** The first or the last day, both, or those with most. */
export async function daysOf(
  ledger: LedgerReader,
  query: Query,
): Promise<Pick<AnswerData, 'rows' | 'groups'>> {
  if (query.order === 'most' || query.order === 'least') return rowsBy(ledger, query, query.group ?? 'day');
  if (query.order === 'first and last') {
    const ends = await Promise.all([
      daysOf(ledger, { ...query, order: 'first' }),
      daysOf(ledger, { ...query, order: 'last' }),
    ]);
    const rows = ends.flatMap((end) => end.rows);
    return { rows, groups: rows.length };
  }
  const { sql, parameters } = relationOf(query, []);
  const [row = {}] = await ledger.rows(
    `SELECT ${query.order === 'first' ? 'min' : 'max'}(day)::text AS day FROM (${sql}) rel WHERE ${directionSql(query)} > 0`,
    parameters,
  );
  const day = nullable(dayOf, row, 'day');
  if (day === null) return { rows: [], groups: 0 };
  return rowsBy(ledger, { ...query, period: { firstDay: day, lastDay: day } }, 'day');
}

export async function entriesOf(ledger: LedgerReader, query: Query): Promise<AnswerEntry[]> {
  const { period, direction, order, limit } = query;
  const parameters: unknown[] = [period.firstDay, period.lastDay];
  const parameter = (value: unknown) => `$${parameters.push(value)}`;
  const type = direction === 'credits' ? 'Credit' : direction === 'debits' ? 'Debit' : null;
  const where = `${type === null ? '' : ` AND transaction_type = '${type}'`}${filters(query, parameter)}`;
  const by = {
    most: 'amount DESC',
    least: 'amount',
    first: 'event_date',
    last: 'event_date DESC',
    'first and last': 'event_date',
  }[order];
  const rows = await ledger.rows(
    `SELECT event_date::text AS day, account_number, company, transaction_type::text AS type, class, entry_description, amount
       FROM ledger.transactions
      WHERE event_date BETWEEN $1 AND $2 AND entry_kind = 'money'
        AND import_id IN (SELECT import_id FROM analytics.projected_imports)${where}
      ORDER BY ${by}, event_date DESC, id LIMIT ${limit}`,
    parameters,
  );
  const refOf = await memberRefs(
    ledger,
    rows.map((row) => textOf(row, 'account_number')),
  );
  return rows.map((row) => ({
    day: dayOf(row, 'day'),
    member: refOf(textOf(row, 'account_number')),
    company: textOf(row, 'company'),
    isCredit: textOf(row, 'type') === 'Credit',
    secClass: nullable(textOf, row, 'class'),
    description: nullable(textOf, row, 'entry_description'),
    cents: centsIn(row, 'amount'),
  }));
}
