import { addMonths, monthOf, monthsBetween } from '@clearwatch/domain/calendar/day';
import type { Period } from '@clearwatch/domain/calendar/period';
import type { Cents } from '@clearwatch/domain/money/cents';
import { isComparable } from '@clearwatch/domain/report-writing/compared-facts';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type { Flows } from '@clearwatch/domain/report-writing/sections/money-flow-sections';
import type { Returns } from '@clearwatch/domain/report-writing/sections/return-sections';
import {
  type Contributions,
  type Contributors,
  MIN_AFFECTED_MEMBERS,
  type MoneyData,
  REGULAR_PAYER_AFTER_DAYS,
  REGULAR_PAYER_DAYS,
  REGULAR_PAYER_MONTHS,
} from '@clearwatch/domain/report-writing/sections/what-changed-section';
import { type Sql, sql } from '../../sql-template.ts';
import { isIn } from './flow-answer-queries.ts';
import {
  boundsOf,
  fields,
  IS_COUNTED_SQL,
  IS_RETURNED_DEBIT_SQL,
  integerOf,
  type LedgerReader,
  memberRefs,
  omit,
} from './ledger-facts.ts';

const MAX_CHANGED_COMPANIES = 5;
const CHANGED = fields({ text: ['company'], cents: ['cents'], integer: ['entries', 'members'] });

/** Excludes companies with alerts from the list of lost payers. */
export async function queryCompanyChanges(ledger: LedgerReader, { period, previous }: ReportScope) {
  const stoppedPaying = await CHANGED.all(ledger, ...boundsOf(previous, period))`
    SELECT d.company, sum(d.credits) AS cents, sum(d.credit_count) AS entries, f.members
       FROM analytics.company_days d JOIN analytics.company_figures f USING (company)
      WHERE d.day BETWEEN $1 AND $2 AND f.members >= ${MIN_AFFECTED_MEMBERS}
        AND f.first_day <= $1::date - ${REGULAR_PAYER_AFTER_DAYS}
        AND NOT EXISTS (SELECT FROM analytics.alert_companies a WHERE a.company = d.company)
        AND (SELECT count(DISTINCT date_trunc('month', regular.day)) FROM analytics.company_days regular
              WHERE regular.company = d.company AND regular.credit_count > 0
                AND regular.day BETWEEN $3::date - ${REGULAR_PAYER_DAYS} AND $3::date - 1) >= ${REGULAR_PAYER_MONTHS}
        AND NOT EXISTS (SELECT FROM analytics.company_days later
                         WHERE later.company = d.company AND later.day BETWEEN $3 AND $4 AND later.credit_count > 0)
      GROUP BY d.company, f.members HAVING sum(d.credit_count) >= ${MIN_AFFECTED_MEMBERS}
      ORDER BY 2 DESC, 1 LIMIT ${MAX_CHANGED_COMPANIES}`;
  const beganCollecting = await CHANGED.all(ledger, ...boundsOf(period))`
    SELECT d.company, sum(d.debits) AS cents, sum(d.debit_count) AS entries, f.members
       FROM analytics.company_days d JOIN analytics.company_figures f USING (company)
      WHERE d.day BETWEEN $1 AND $2 AND f.members >= ${MIN_AFFECTED_MEMBERS} AND f.first_day >= $1::date
      GROUP BY d.company, f.members HAVING sum(d.debits) > 0
      ORDER BY 2 DESC, 1 LIMIT ${MAX_CHANGED_COMPANIES}`;
  return { stoppedPaying, beganCollecting };
}

/** Maximum number of names per kind in any report. */
const MAX_CONTRIBUTORS = 10;
const DIRECTIONS = ['credits', 'debits'] as const;
type Direction = (typeof DIRECTIONS)[number];

/**
 * The largest changes from the previous period. A previous period that cannot be compared counts as empty.
 */
export async function queryContributions(ledger: LedgerReader, scope: ReportScope): Promise<Contributions> {
  const companies = await moversOf(ledger, scope, COMPANY_SUMS);
  const members = await moversOf(ledger, scope, ACCOUNT_SUMS);
  const classes = await moversOf(ledger, scope, CLASS_SUMS);
  const refOf = await memberRefs(
    ledger,
    [...members.credits.largest, ...members.debits.largest].map(({ name }) => name),
  );
  const of = (direction: Direction) => ({
    companies: companies[direction],
    members: {
      ...members[direction],
      largest: members[direction].largest.map((mover) => ({ ...mover, ...refOf(mover.name) })),
    },
    classes: classes[direction],
  });
  return { credits: of('credits'), debits: of('debits') };
}

/** $1 to $2 is the period; $3 to $4 is the previous period. @param dailySums one row per name and day */
function sumsSql(name: Sql, dailySums: Sql): Sql {
  const figures = (of: Direction, count: Sql, as: keyof typeof isIn) => sql`
    coalesce(sum(${of}) FILTER (WHERE ${isIn[as]}), 0) AS ${of}_${as},
    coalesce(sum(${count}) FILTER (WHERE ${isIn[as]}), 0) AS ${of}_entries_${as},
    count(*) FILTER (WHERE ${isIn[as]} AND ${count} > 0) AS ${of}_days_${as}`;
  const [credits, debits] = [sql`credit_count`, sql`debit_count`];
  return sql`
    SELECT ${name} AS name, ${figures('credits', credits, 'now')},${figures('credits', credits, 'before')},${figures('debits', debits, 'now')},${figures('debits', debits, 'before')}
      FROM ${dailySums} WHERE day BETWEEN least($1::date, $3::date) AND $2 GROUP BY 1`;
}

const COMPANY_SUMS = sumsSql(sql`company`, sql`analytics.company_days`);
const ACCOUNT_SUMS = sumsSql(sql`account_number`, sql`analytics.account_days`);
/** Reads entries, because no rollup includes the SEC class. Covers the same imports as the rollups. */
const CLASS_SUMS = sumsSql(
  sql`name`,
  sql`(SELECT coalesce(class, 'none stated') AS name, event_date AS day,
           sum(amount) FILTER (WHERE transaction_type = 'Credit') AS credits,
           sum(amount) FILTER (WHERE transaction_type = 'Debit') AS debits,
           count(*) FILTER (WHERE transaction_type = 'Credit') AS credit_count,
           count(*) FILTER (WHERE transaction_type = 'Debit') AS debit_count
      FROM ledger.transactions
     WHERE event_date BETWEEN least($1::date, $3::date) AND $2 AND ${IS_COUNTED_SQL}
     GROUP BY 1, 2) AS class_days`,
);

const MOVER = fields({
  text: ['name'],
  words: { direction: DIRECTIONS },
  cents: ['nowCents', 'beforeCents'],
  integer: ['nowEntries', 'beforeEntries', 'nowDays', 'beforeDays', 'movers'],
});

async function moversOf(ledger: LedgerReader, scope: ReportScope, sums: Sql) {
  const { period, previous } = scope;
  // An empty range if the ledger does not cover the whole previous period.
  const before = isComparable(scope) ? [previous.firstDay, previous.lastDay] : [period.lastDay, period.firstDay];
  const ranked = (direction: Direction) => sql`
    (SELECT '${direction}' AS direction, name, ${direction}_now AS now_cents, ${direction}_before AS before_cents,
            ${direction}_entries_now AS now_entries, ${direction}_entries_before AS before_entries,
            ${direction}_days_now AS now_days, ${direction}_days_before AS before_days, count(*) OVER () AS movers
       FROM sums WHERE ${direction}_now <> ${direction}_before
      ORDER BY abs(${direction}_now - ${direction}_before) DESC, name LIMIT ${MAX_CONTRIBUTORS})`;
  const rows = await MOVER.all(ledger, ...boundsOf(period), ...before)`
    WITH sums AS MATERIALIZED (${sums}) ${ranked('credits')} UNION ALL ${ranked('debits')}`;
  const of = (direction: Direction): Contributors => {
    const own = rows.filter((row) => row.direction === direction);
    return {
      largest: own
        .map((mover) => ({ ...omit(mover, 'direction', 'movers'), accountNumber: null }))
        .toSorted((left, right) => size(right) - size(left) || (left.name < right.name ? -1 : 1)),
      others: (own[0]?.movers ?? 0) - own.length,
    };
  };
  return { credits: of('credits'), debits: of('debits') };
}

const size = ({ nowCents, beforeCents }: Record<'nowCents' | 'beforeCents', Cents>) => Math.abs(nowCents - beforeCents);

const MONTHS = 12;
const NO_FLOWS = { creditCents: 0, debitCents: 0, credits: 0, debits: 0 };
const FLOW_SUMS = { cents: ['creditCents', 'debitCents'], integer: ['credits', 'debits'] } as const;
const FLOW_SUMS_SQL = sql`coalesce(sum(credits), 0) AS credit_cents, coalesce(sum(debits), 0) AS debit_cents,
  coalesce(sum(credit_count), 0) AS credits, coalesce(sum(debit_count), 0) AS debits`;

/**
 * Credits and debits for the period, the previous period and the months through the end of the period, as on
 * the dashboard cards.
 */
export async function queryFlows(ledger: LedgerReader, scope: ReportScope): Promise<Flows> {
  return {
    now: await totalsOf(ledger, scope.period),
    before: isComparable(scope)
      ? await totalsOf(ledger, scope.previous)
      : { ...NO_FLOWS, entries: 0, activeAccounts: 0 },
    months: await monthsOf(ledger, scope),
    undated: await integerOf(ledger)`
      SELECT coalesce(sum(entries), 0) FROM analytics.ledger_days WHERE day = '-infinity'`,
  };
}

async function totalsOf(ledger: LedgerReader, { firstDay, lastDay }: Period): Promise<Flows['now']> {
  const columns = fields({ ...FLOW_SUMS, integer: [...FLOW_SUMS.integer, 'entries'] });
  return {
    ...(await columns.one(ledger, firstDay, lastDay)`
      SELECT ${FLOW_SUMS_SQL}, coalesce(sum(entries), 0) AS entries
         FROM analytics.ledger_days WHERE day BETWEEN $1 AND $2`),
    // count(DISTINCT …) would sort every day of every account.
    activeAccounts: await integerOf(ledger, firstDay, lastDay)`
      SELECT count(*)
         FROM (SELECT FROM analytics.account_days
                WHERE day BETWEEN $1 AND $2 AND credit_count + debit_count > 0 GROUP BY account_number) AS active`,
  };
}

async function monthsOf(ledger: LedgerReader, { period, firstDay }: ReportScope): Promise<Flows['months']> {
  const last = monthOf(period.lastDay);
  const firstMonth = addMonths(last, 1 - MONTHS);
  const first = firstMonth < monthOf(firstDay) ? monthOf(firstDay) : firstMonth;
  const found = await fields({ ...FLOW_SUMS, text: ['month'] }).all(ledger, `${first}-01`, period.lastDay)`
    SELECT to_char(day, 'YYYY-MM') AS month, ${FLOW_SUMS_SQL}
       FROM analytics.ledger_days WHERE day BETWEEN $1 AND $2 GROUP BY 1`;
  return monthsBetween(first, last).map(
    (month) => found.find((flows) => flows.month === month) ?? { month, ...NO_FLOWS },
  );
}

export async function queryMoney(ledger: LedgerReader, scope: ReportScope): Promise<MoneyData> {
  return {
    flows: await queryFlows(ledger, scope),
    contributions: await queryContributions(ledger, scope),
    changes: await queryCompanyChanges(ledger, scope),
  };
}

const MAX_RETURN_COMPANIES = 2_000;

export async function queryReturns(ledger: LedgerReader, scope: ReportScope): Promise<Returns> {
  return {
    now: await reasonsOf(ledger, scope.period),
    before: await reasonsOf(ledger, scope.previous),
    companies: await companiesWithReturns(ledger),
  };
}

/** Returned debits, excluding re-presented checks, as in company return rates. */
function reasonsOf(ledger: LedgerReader, { firstDay, lastDay }: Period): Promise<Returns['now']> {
  return fields({ text: ['code'], integer: ['returns'] }).all(ledger, firstDay, lastDay)`
    SELECT r.reason_code AS code, count(*) AS returns
       FROM ledger.entry_returns r
       JOIN ledger.transactions t ON t.id = r.return_id
       LEFT JOIN ledger.transactions o ON o.id = r.original_id
      WHERE r.kind = 'return' AND ${IS_RETURNED_DEBIT_SQL} AND t.event_date BETWEEN $1 AND $2
        AND coalesce(o.class, t.class) IS DISTINCT FROM 'RCK'
        AND t.import_id IN (SELECT import_id FROM analytics.projected_imports)
      GROUP BY 1 ORDER BY 2 DESC, 1`;
}

/** Return counts, as on the company pages, most unauthorized returns first. */
async function companiesWithReturns(ledger: LedgerReader): Promise<Returns['companies']> {
  const columns = fields({ text: ['company'], integer: ['debits', 'unauthorized', 'administrative', 'all'] });
  const rows = await columns.all(ledger)`
    SELECT company, details -> 'returns' ->> 'debits' AS "debits", details -> 'returns' ->> 'unauthorized' AS "unauthorized",
            details -> 'returns' ->> 'administrative' AS "administrative", details -> 'returns' ->> 'all' AS "all"
       FROM analytics.company_figures WHERE (details -> 'returns' ->> 'all')::integer > 0
      ORDER BY (details -> 'returns' ->> 'unauthorized')::integer DESC, (details -> 'returns' ->> 'all')::integer DESC, company
      LIMIT ${MAX_RETURN_COMPANIES}`;
  return rows.map(({ company, ...tally }) => ({ company, tally }));
}
