import { isReturnedDebitSql } from '@clearwatch/contracts/returned-debit.sql';
import { addDays, addMonths, type Day, mondayOf, monthOf } from '@clearwatch/domain/calendar/day';
import type { Period } from '@clearwatch/domain/calendar/period';
import { formatCents } from '@clearwatch/domain/money/cents';
import {
  type AnswerData,
  type AnswerEntry,
  type AnswerTableRow as AnswerRow,
  type CountTally,
  type FlowFigures,
  NO_ANSWER,
  NO_FIGURES,
  NO_TALLY,
} from '@clearwatch/domain/report-writing/custom/custom-answers';
import {
  isTimeGroup,
  type Query,
  type QueryGroup,
} from '@clearwatch/domain/report-writing/custom/question-to-query';
import { dayOf, integerOf, nullable, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { queryCitedAlerts } from './alert-queries.ts';
import { centsIn, type LedgerReader, memberRefs } from './ledger-facts.ts';

/** What the ledger holds to answer a question: sums by SQL, over the daily totals where these know what is asked. */
export async function answerQuery(ledger: LedgerReader, query: Query): Promise<AnswerData> {
  if (query.of === 'alerts') return answerAlerts(ledger, query);
  if (query.of === 'returns') return answerReturns(ledger, query);
  const base = { ...NO_ANSWER, ...(await totalsOf(ledger, query)) };
  switch (query.answer) {
    case 'figure':
      return {
        ...base,
        whole: query.isShare ? (await totalsOf(ledger, unfiltered(query))).now : null,
        ...(query.group === null ? {} : await namedProfile(ledger, query, query.group)),
      };
    case 'ranking':
    case 'series':
      return { ...base, ...(await rowsBy(ledger, query, query.group ?? 'company')) };
    case 'day':
      return { ...base, ...(await daysOf(ledger, query)) };
    case 'entries':
      return { ...base, entries: await entriesOf(ledger, query) };
    case 'change': {
      const { rows, groups } = await rowsBy(ledger, query, query.group ?? 'company');
      const memberRows = query.group === null ? (await rowsBy(ledger, query, 'member')).rows : [];
      return { ...base, rows, groups, memberRows };
    }
  }
}

const MAX_ANSWER_ALERTS = 20;

/** With whom a member or a company that is asked about moves money, and the alerts of the member. */
async function namedProfile(
  ledger: LedgerReader,
  query: Query,
  group: QueryGroup,
): Promise<Partial<AnswerData>> {
  const accounts = (query.members ?? []).map(({ accountNumber }) => accountNumber);
  return {
    ...(await rowsBy(ledger, query, group)),
    alerts:
      accounts.length === 0
        ? []
        : await queryCitedAlerts(
            ledger,
            `account_number = ANY ($1) ORDER BY reviewed, risk_level = 'high' DESC, activity_date DESC, id LIMIT ${MAX_ANSWER_ALERTS}`,
            [accounts],
          ),
  };
}

const unfiltered = (query: Query): Query => ({
  ...query,
  companies: null,
  members: null,
  classes: [],
  amount: null,
});

interface Relation {
  /** Rows of one entry or one day with `day`, `credits`, `debits`, `credit_count`, `debit_count` and the columns asked for. */
  sql: string;
  /** $1 to $2 the period, $3 to $4 what it is compared with, then what narrows it down. */
  parameters: unknown[];
}

/** Daily totals know one of company and account; class, amount and both together are in the entries alone. */
function relationOf(query: Query, columns: readonly ('company' | 'account_number' | 'class')[]): Relation {
  const { companies, members, classes, amount, period, comparedWith } = query;
  const needs = new Set<string>(columns);
  if (companies !== null) needs.add('company');
  if (members !== null) needs.add('account_number');
  const isEntries = classes.length > 0 || needs.has('class') || amount?.of === 'entry' || needs.size > 1;
  // An empty stretch of days where nothing is compared.
  const before = comparedWith ?? { firstDay: period.lastDay, lastDay: addDays(period.lastDay, -1) };
  const parameters: unknown[] = [period.firstDay, period.lastDay, before.firstDay, before.lastDay];
  const parameter = (value: unknown) => `$${parameters.push(value)}`;
  const where = [
    ...(companies === null ? [] : [`company = ANY (${parameter(companies)}::text[])`]),
    ...(members === null
      ? []
      : [`account_number = ANY (${parameter(members.map(({ accountNumber }) => accountNumber))}::text[])`]),
    ...(classes.length === 0 ? [] : [`class = ANY (${parameter(classes)}::text[])`]),
    ...(amount?.of === 'entry' ? [limitSql('amount', amount, parameter)] : []),
  ].map((condition) => ` AND ${condition}`);
  const days = (column: string) => `(${column} BETWEEN $1 AND $2 OR ${column} BETWEEN $3 AND $4)`;
  if (!isEntries) {
    const table = needs.has('company')
      ? 'company_days'
      : needs.has('account_number')
        ? 'account_days'
        : 'ledger_days';
    return { sql: `SELECT * FROM analytics.${table} WHERE ${days('day')}${where.join('')}`, parameters };
  }
  return {
    sql: `SELECT event_date AS day, company, account_number, coalesce(class, 'none stated') AS class,
                 CASE transaction_type WHEN 'Credit' THEN amount ELSE 0 END AS credits,
                 CASE transaction_type WHEN 'Debit' THEN amount ELSE 0 END AS debits,
                 (transaction_type = 'Credit')::integer AS credit_count, (transaction_type = 'Debit')::integer AS debit_count
            FROM ledger.transactions
           WHERE ${days('event_date')} AND entry_kind = 'money'
             AND import_id IN (SELECT import_id FROM analytics.projected_imports)${where.join('')}`,
    parameters,
  };
}

function limitSql(
  what: string,
  amount: NonNullable<Query['amount']>,
  parameter: (value: unknown) => string,
): string {
  const cents = (value: number) => `${parameter(formatCents(value))}::numeric`;
  switch (amount.is) {
    case 'over':
      return `${what} > ${cents(amount.cents)}`;
    case 'under':
      return `${what} < ${cents(amount.cents)}`;
    case 'at least':
      return `${what} >= ${cents(amount.cents)}`;
    case 'at most':
      return `${what} <= ${cents(amount.cents)}`;
    case 'exactly':
      return `${what} = ${cents(amount.cents)}`;
    case 'between':
      return `${what} BETWEEN ${cents(amount.cents)} AND ${cents(amount.toCents)}`;
  }
}

const isIn = { now: 'day BETWEEN $1 AND $2', before: 'day BETWEEN $3 AND $4' } as const;
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
async function totalsOf(
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

async function rowsBy(
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
    key: textOf(row, 'key'),
    member: group === 'member' ? refOf(textOf(row, 'key')) : null,
    now: figuresIn(row, 'now'),
    before: query.comparedWith === null ? null : figuresIn(row, 'before'),
    tally: NO_TALLY,
  }));
  const filled =
    isTimeGroup(group) && query.answer === 'series' ? fillMissingPeriods(found, group, query.period) : found;
  return {
    rows: query.withMembers && group === 'company' ? await withMembers(ledger, query, filled) : filled,
    groups: rows[0] === undefined ? 0 : integerOf(rows[0], 'groups'),
  };
}

/** A month in which nothing was posted is a month as well. */
function fillMissingPeriods(
  found: readonly AnswerRow[],
  unit: 'day' | 'week' | 'month' | 'quarter' | 'year',
  period: Period,
): AnswerRow[] {
  const known = new Map(found.map((row) => [row.key, row]));
  const rows: AnswerRow[] = [];
  for (let day = periodStart(period.firstDay, unit); day <= period.lastDay; day = nextPeriodStart(day, unit))
    rows.push(known.get(day) ?? { key: day, member: null, now: NO_FIGURES, before: null, tally: NO_TALLY });
  return rows;
}

type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';

function periodStart(day: Day, unit: Unit): Day {
  if (unit === 'day') return day;
  if (unit === 'week') return mondayOf(day);
  if (unit === 'month') return `${monthOf(day)}-01`;
  if (unit === 'year') return `${day.slice(0, 4)}-01-01`;
  return `${addMonths(monthOf(day), -((Number(day.slice(5, 7)) - 1) % 3))}-01`;
}

function nextPeriodStart(day: Day, unit: Unit): Day {
  if (unit === 'day' || unit === 'week') return addDays(day, unit === 'week' ? 7 : 1);
  return `${addMonths(monthOf(day), { month: 1, quarter: 3, year: 12 }[unit])}-01`;
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
async function daysOf(ledger: LedgerReader, query: Query): Promise<Pick<AnswerData, 'rows' | 'groups'>> {
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

async function entriesOf(ledger: LedgerReader, query: Query): Promise<AnswerEntry[]> {
  const { companies, members, classes, amount, period, direction, order, limit } = query;
  const parameters: unknown[] = [period.firstDay, period.lastDay];
  const parameter = (value: unknown) => `$${parameters.push(value)}`;
  const where = [
    ...(direction === 'credits' || direction === 'debits'
      ? [`transaction_type = '${direction === 'credits' ? 'Credit' : 'Debit'}'`]
      : []),
    ...(companies === null ? [] : [`company = ANY (${parameter(companies)}::text[])`]),
    ...(members === null
      ? []
      : [`account_number = ANY (${parameter(members.map(({ accountNumber }) => accountNumber))}::text[])`]),
    ...(classes.length === 0 ? [] : [`class = ANY (${parameter(classes)}::text[])`]),
    ...(amount === null ? [] : [limitSql('amount', amount, parameter)]),
  ].map((condition) => ` AND ${condition}`);
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
        AND import_id IN (SELECT import_id FROM analytics.projected_imports)${where.join('')}
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

/** Alerts by the day of their activity, in the states that they have now. */
async function answerAlerts(ledger: LedgerReader, query: Query): Promise<AnswerData> {
  const { period, comparedWith, alertTypes, risk, state, members, companies, amount, group, order, limit } =
    query;
  const before = comparedWith ?? { firstDay: period.lastDay, lastDay: addDays(period.lastDay, -1) };
  const parameters: unknown[] = [period.firstDay, period.lastDay, before.firstDay, before.lastDay];
  const parameter = (value: unknown) => `$${parameters.push(value)}`;
  const where = [
    ...(alertTypes === null ? [] : [`activity_type = ANY (${parameter(alertTypes)}::text[])`]),
    ...(risk === null ? [] : [`risk_level = ${parameter(risk)}`]),
    ...(amount === null ? [] : [limitSql('amount', amount, parameter)]),
    ...(state === null
      ? []
      : [
          state === 'open'
            ? 'NOT reviewed'
            : state === 'reviewed'
              ? 'reviewed'
              : `review_outcome = ${parameter(state)}`,
        ]),
    ...(members === null
      ? []
      : [`account_number = ANY (${parameter(members.map(({ accountNumber }) => accountNumber))}::text[])`]),
    ...(companies === null
      ? []
      : [
          `id IN (SELECT alert_id FROM analytics.alert_companies WHERE company = ANY (${parameter(companies)}::text[]))`,
        ]),
  ].map((condition) => ` AND ${condition}`);
  const sql = `SELECT *, activity_date AS day FROM analytics.counted_alerts
     WHERE (activity_date BETWEEN $1 AND $2 OR activity_date BETWEEN $3 AND $4)${where.join('')}`;
  const tally = (which: keyof typeof isIn) => `count(*) FILTER (WHERE ${isIn[which]}) AS ${which}_all,
    count(*) FILTER (WHERE ${isIn[which]} AND risk_level = 'high') AS ${which}_high,
    count(*) FILTER (WHERE ${isIn[which]} AND NOT reviewed) AS ${which}_open`;
  const [totals = {}] = await ledger.rows(
    `SELECT ${tally('now')}, ${tally('before')} FROM (${sql}) rel`,
    parameters,
  );
  const listed =
    query.answer === 'entries'
      ? await queryCitedAlerts(
          ledger,
          `id IN (SELECT id FROM (${sql}) rel WHERE ${isIn.now})
           ORDER BY reviewed, (CASE risk_level WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END), amount DESC, id LIMIT ${MAX_ANSWER_ALERTS}`,
          parameters,
        )
      : [];
  const columns: Readonly<Partial<Record<QueryGroup, string>>> = {
    member: 'account_number',
    type: 'activity_type',
    risk: 'risk_level',
  };
  const key =
    group === null
      ? null
      : isTimeGroup(group)
        ? `date_trunc('${group}', day::timestamp)::date::text`
        : columns[group];
  const rows =
    key === null || key === undefined
      ? []
      : await ledger.rows(
          `SELECT ${key} AS key, ${tally('now')}, ${tally('before')} FROM (${sql}) rel WHERE ${isIn.now} GROUP BY 1
            ORDER BY ${isTimeGroup(group) ? 'key' : `now_all ${order === 'least' ? 'ASC' : 'DESC'}, key`} LIMIT ${isTimeGroup(group) ? 400 : limit}`,
          parameters,
        );
  const refOf = await memberRefs(ledger, group === 'member' ? rows.map((row) => textOf(row, 'key')) : []);
  return {
    ...NO_ANSWER,
    tally: tallyIn(totals, 'now'),
    tallyBefore: comparedWith === null ? null : tallyIn(totals, 'before'),
    rows: rows.map((row) => ({
      key: textOf(row, 'key'),
      member: group === 'member' ? refOf(textOf(row, 'key')) : null,
      now: NO_FIGURES,
      before: null,
      tally: tallyIn(row, 'now'),
    })),
    groups: rows.length,
    alerts: listed,
  };
}

function tallyIn(row: Row, which: 'now' | 'before'): CountTally {
  return {
    all: integerOf(row, `${which}_all`),
    high: integerOf(row, `${which}_high`),
    open: integerOf(row, `${which}_open`),
  };
}

/** Debits that came back, re-presented checks apart, as the return rates of companies count them. */
async function answerReturns(ledger: LedgerReader, query: Query): Promise<AnswerData> {
  const { period, comparedWith, members, companies, classes, amount, group, order, limit } = query;
  const before = comparedWith ?? { firstDay: period.lastDay, lastDay: addDays(period.lastDay, -1) };
  const parameters: unknown[] = [period.firstDay, period.lastDay, before.firstDay, before.lastDay];
  const parameter = (value: unknown) => `$${parameters.push(value)}`;
  const where = [
    ...(companies === null ? [] : [`t.company = ANY (${parameter(companies)}::text[])`]),
    ...(members === null
      ? []
      : [`t.account_number = ANY (${parameter(members.map(({ accountNumber }) => accountNumber))}::text[])`]),
    ...(classes.length === 0 ? [] : [`coalesce(o.class, t.class) = ANY (${parameter(classes)}::text[])`]),
    ...(amount === null ? [] : [limitSql('t.amount', amount, parameter)]),
  ].map((condition) => ` AND ${condition}`);
  const sql = `SELECT t.event_date AS day, t.company, t.account_number, r.reason_code, coalesce(o.class, t.class, 'none stated') AS class
     FROM ledger.entry_returns r
     JOIN ledger.transactions t ON t.id = r.return_id
     LEFT JOIN ledger.transactions o ON o.id = r.original_id
    WHERE r.kind = 'return' AND ${isReturnedDebitSql({ entry: 't', noted: 'r' })}
      AND (t.event_date BETWEEN $1 AND $2 OR t.event_date BETWEEN $3 AND $4)
      AND coalesce(o.class, t.class) IS DISTINCT FROM 'RCK'
      AND t.import_id IN (SELECT import_id FROM analytics.projected_imports)${where.join('')}`;
  const own = group ?? 'reason';
  const columns: Readonly<Partial<Record<QueryGroup, string>>> = {
    member: 'account_number',
    company: 'company',
    class: 'class',
  };
  const key = isTimeGroup(own)
    ? `date_trunc('${own}', day::timestamp)::date::text`
    : (columns[own] ?? 'reason_code');
  const [totals = {}] = await ledger.rows(
    `SELECT count(*) FILTER (WHERE ${isIn.now}) AS now, count(*) FILTER (WHERE ${isIn.before}) AS before FROM (${sql}) rel`,
    parameters,
  );
  const rows = await ledger.rows(
    `SELECT ${key} AS key, count(*) AS returned, count(*) OVER () AS groups FROM (${sql}) rel
      WHERE ${isIn.now} GROUP BY 1
      ORDER BY ${isTimeGroup(own) ? 'key' : `returned ${order === 'least' ? 'ASC' : 'DESC'}, key`} LIMIT ${isTimeGroup(own) ? 400 : limit}`,
    parameters,
  );
  const refOf = await memberRefs(ledger, own === 'member' ? rows.map((row) => textOf(row, 'key')) : []);
  const tally = (all: number): CountTally => ({ ...NO_TALLY, all });
  return {
    ...NO_ANSWER,
    tally: tally(integerOf(totals, 'now')),
    tallyBefore: comparedWith === null ? null : tally(integerOf(totals, 'before')),
    rows: rows.map((row) => ({
      key: textOf(row, 'key'),
      member: own === 'member' ? refOf(textOf(row, 'key')) : null,
      now: NO_FIGURES,
      before: null,
      tally: tally(integerOf(row, 'returned')),
    })),
    groups: rows.length,
  };
}
