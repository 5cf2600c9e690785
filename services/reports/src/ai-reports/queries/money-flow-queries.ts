import { isReturnedDebitSql } from '@clearwatch/contracts/returned-debit.sql';
import { addMonths, type Month, monthOf, monthsBetween } from '@clearwatch/domain/calendar/day';
import type { Period } from '@clearwatch/domain/calendar/period';
import type { ReturnTally } from '@clearwatch/domain/companies/company-return-rates';
import { isComparable } from '@clearwatch/domain/report-writing/compared-facts';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type {
  Contributions,
  Contributor,
  Contributors,
  DirectionContributors,
} from '@clearwatch/domain/report-writing/sections/change-contributors';
import type {
  Flows,
  FlowTotals,
  MonthFlows,
} from '@clearwatch/domain/report-writing/sections/money-flow-sections';
import type { ReturnReasonCount, Returns } from '@clearwatch/domain/report-writing/sections/return-sections';
import {
  type ChangedCompany,
  type CompanyChanges,
  MIN_AFFECTED_MEMBERS,
  type MoneyData,
  REGULAR_PAYER_AFTER_DAYS,
  REGULAR_PAYER_DAYS,
  REGULAR_PAYER_MONTHS,
} from '@clearwatch/domain/report-writing/sections/what-changed-section';
import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { centsIn, type LedgerReader, memberRefs } from './ledger-facts.ts';

const MAX_CHANGED_COMPANIES = 5;

/** Who stands in a high-risk alert is the alert's business, not a lost payer. */
export async function queryCompanyChanges(
  ledger: LedgerReader,
  { period, previous }: ReportScope,
): Promise<CompanyChanges> {
  const stopped = await ledger.rows(
    `SELECT d.company, sum(d.credits) AS cents, sum(d.credit_count) AS entries, f.members
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
      ORDER BY 2 DESC, 1 LIMIT ${MAX_CHANGED_COMPANIES}`,
    [previous.firstDay, previous.lastDay, period.firstDay, period.lastDay],
  );
  const startedFlows = await ledger.rows(
    `SELECT d.company, sum(d.debits) AS cents, sum(d.debit_count) AS entries, f.members
       FROM analytics.company_days d JOIN analytics.company_figures f USING (company)
      WHERE d.day BETWEEN $1 AND $2 AND f.members >= ${MIN_AFFECTED_MEMBERS} AND f.first_day >= $1::date
      GROUP BY d.company, f.members HAVING sum(d.debits) > 0
      ORDER BY 2 DESC, 1 LIMIT ${MAX_CHANGED_COMPANIES}`,
    [period.firstDay, period.lastDay],
  );
  return { stoppedPaying: stopped.map(toChanged), beganCollecting: startedFlows.map(toChanged) };
}

function toChanged(row: Row): ChangedCompany {
  return {
    company: textOf(row, 'company'),
    cents: centsIn(row, 'cents'),
    entries: integerOf(row, 'entries'),
    members: integerOf(row, 'members'),
  };
}

/** As many of each kind as any report names or lists. */
const MAX_CONTRIBUTORS = 10;

type Direction = keyof Contributions;

/**
 * Whose sums differ most from the period before. Where that cannot be compared it counts as empty: then the largest sums of
 * the period come first.
 */
export async function queryContributions(ledger: LedgerReader, scope: ReportScope): Promise<Contributions> {
  const companies = await moversOf(ledger, scope, COMPANY_SUMS);
  const members = await moversOf(ledger, scope, ACCOUNT_SUMS);
  const classes = await moversOf(ledger, scope, CLASS_SUMS);
  const named = await withNames(ledger, [...members.credits.largest, ...members.debits.largest]);
  const of = (direction: Direction): DirectionContributors => ({
    companies: companies[direction],
    members: {
      ...members[direction],
      largest: members[direction].largest.map(named),
    },
    classes: classes[direction],
  });
  return { credits: of('credits'), debits: of('debits') };
}

/** $1 to $2 the period, $3 to $4 the one before: a name, and sums, entries and days of credits and debits in both. */
const COMPANY_SUMS = sumsSql('company', 'analytics.company_days');
const ACCOUNT_SUMS = sumsSql('account_number', 'analytics.account_days');

/** No rollup knows the class. Entries of imports that the figures do not have yet are not in it either. */
const CLASS_SUMS = sumsSql(
  'name',
  `(SELECT coalesce(class, 'none stated') AS name, event_date AS day,
           sum(amount) FILTER (WHERE transaction_type = 'Credit') AS credits,
           sum(amount) FILTER (WHERE transaction_type = 'Debit') AS debits,
           count(*) FILTER (WHERE transaction_type = 'Credit') AS credit_count,
           count(*) FILTER (WHERE transaction_type = 'Debit') AS debit_count
      FROM ledger.transactions
     WHERE event_date BETWEEN least($1::date, $3::date) AND $2 AND entry_kind = 'money'
       AND import_id IN (SELECT import_id FROM analytics.projected_imports)
     GROUP BY 1, 2) AS class_days`,
);

/** @param dailySums one row for each name and day */
function sumsSql(name: string, dailySums: string): string {
  return `
    SELECT ${name} AS name, ${bothPeriods('credits', 'credit_count')}, ${bothPeriods('debits', 'debit_count')}
      FROM ${dailySums} WHERE day BETWEEN least($1::date, $3::date) AND $2 GROUP BY 1`;
}

function bothPeriods(of: string, count: string): string {
  const figures = (isIn: string, as: string) => `
    coalesce(sum(${of}) FILTER (WHERE ${isIn}), 0) AS ${of}_${as},
    coalesce(sum(${count}) FILTER (WHERE ${isIn}), 0) AS ${of}_entries_${as},
    count(*) FILTER (WHERE ${isIn} AND ${count} > 0) AS ${of}_days_${as}`;
  return `${figures('day BETWEEN $1 AND $2', 'now')}, ${figures('day BETWEEN $3 AND $4', 'before')}`;
}

async function moversOf(
  ledger: LedgerReader,
  scope: ReportScope,
  sums: string,
): Promise<Record<Direction, Contributors>> {
  const { period, previous } = scope;
  // An empty stretch of days where the ledger does not reach over the whole period before.
  const before = isComparable(scope)
    ? [previous.firstDay, previous.lastDay]
    : [period.lastDay, period.firstDay];
  const ranked = (direction: Direction) => `
    (SELECT '${direction}' AS direction, name, ${direction}_now AS now, ${direction}_before AS before,
            ${direction}_entries_now AS entries_now, ${direction}_entries_before AS entries_before,
            ${direction}_days_now AS days_now, ${direction}_days_before AS days_before, count(*) OVER () AS movers
       FROM sums WHERE ${direction}_now <> ${direction}_before
      ORDER BY abs(${direction}_now - ${direction}_before) DESC, name LIMIT ${MAX_CONTRIBUTORS})`;
  const rows = await ledger.rows(
    `WITH sums AS MATERIALIZED (${sums}) ${ranked('credits')} UNION ALL ${ranked('debits')}`,
    [period.firstDay, period.lastDay, ...before],
  );
  return { credits: toMovers(rows, 'credits'), debits: toMovers(rows, 'debits') };
}

function toMovers(rows: readonly Row[], direction: Direction): Contributors {
  const own = rows.filter((row) => textOf(row, 'direction') === direction);
  const first = own[0];
  return {
    largest: own
      .map(toMover)
      .toSorted((left, right) => size(right) - size(left) || (left.name < right.name ? -1 : 1)),
    others: first === undefined ? 0 : integerOf(first, 'movers') - own.length,
  };
}

const size = ({ nowCents, beforeCents }: Contributor) => Math.abs(nowCents - beforeCents);

function toMover(row: Row): Contributor {
  return {
    name: textOf(row, 'name'),
    accountNumber: null,
    nowCents: centsIn(row, 'now'),
    beforeCents: centsIn(row, 'before'),
    nowEntries: integerOf(row, 'entries_now'),
    beforeEntries: integerOf(row, 'entries_before'),
    nowDays: integerOf(row, 'days_now'),
    beforeDays: integerOf(row, 'days_before'),
  };
}

/** Accounts by the name of their holder. */
async function withNames(
  ledger: LedgerReader,
  movers: readonly Contributor[],
): Promise<(mover: Contributor) => Contributor> {
  const refOf = await memberRefs(
    ledger,
    movers.map(({ name }) => name),
  );
  return (mover) => ({ ...mover, ...refOf(mover.name) });
}

const MONTHS = 12;
const NO_TOTALS: FlowTotals = {
  creditCents: 0,
  debitCents: 0,
  credits: 0,
  debits: 0,
  entries: 0,
  activeAccounts: 0,
};

/** Money of the period and the one before it, and of the months up to its end; the figures of the dashboard's cards. */
export async function queryFlows(ledger: LedgerReader, scope: ReportScope): Promise<Flows> {
  return {
    now: await totalsOf(ledger, scope.period),
    before: isComparable(scope) ? await totalsOf(ledger, scope.previous) : NO_TOTALS,
    months: await monthsOf(ledger, scope),
    undated: await undatedOf(ledger),
  };
}

async function totalsOf(ledger: LedgerReader, { firstDay, lastDay }: Period): Promise<FlowTotals> {
  const [sums = {}] = await ledger.rows(
    `SELECT coalesce(sum(credits), 0) AS credits, coalesce(sum(debits), 0) AS debits,
            coalesce(sum(credit_count), 0) AS credit_count, coalesce(sum(debit_count), 0) AS debit_count,
            coalesce(sum(entries), 0) AS entries
       FROM analytics.ledger_days WHERE day BETWEEN $1 AND $2`,
    [firstDay, lastDay],
  );
  const [active = {}] = await ledger.rows(
    // Not count(DISTINCT …), which sorts every day of every account.
    `SELECT count(*) AS accounts
       FROM (SELECT FROM analytics.account_days
              WHERE day BETWEEN $1 AND $2 AND credit_count + debit_count > 0 GROUP BY account_number) AS active`,
    [firstDay, lastDay],
  );
  return {
    creditCents: centsIn(sums, 'credits'),
    debitCents: centsIn(sums, 'debits'),
    credits: integerOf(sums, 'credit_count'),
    debits: integerOf(sums, 'debit_count'),
    entries: integerOf(sums, 'entries'),
    activeAccounts: integerOf(active, 'accounts'),
  };
}

async function monthsOf(ledger: LedgerReader, { period, firstDay }: ReportScope): Promise<MonthFlows[]> {
  const last = monthOf(period.lastDay);
  const firstMonth = addMonths(last, 1 - MONTHS);
  const first = firstMonth < monthOf(firstDay) ? monthOf(firstDay) : firstMonth;
  const rows = await ledger.rows(
    `SELECT to_char(day, 'YYYY-MM') AS month, sum(credits) AS credits, sum(debits) AS debits,
            sum(credit_count) AS credit_count, sum(debit_count) AS debit_count
       FROM analytics.ledger_days WHERE day BETWEEN $1 AND $2 GROUP BY 1`,
    [`${first}-01`, period.lastDay],
  );
  const found = new Map(rows.map((row) => [textOf(row, 'month'), row]));
  return monthsBetween(first, last).map((month) => toMonth(month, found.get(month)));
}

/** A month within the ledger in which nothing was posted is a month as well. */
function toMonth(month: Month, row: Row | undefined): MonthFlows {
  if (row === undefined) return { month, creditCents: 0, debitCents: 0, credits: 0, debits: 0 };
  return {
    month,
    creditCents: centsIn(row, 'credits'),
    debitCents: centsIn(row, 'debits'),
    credits: integerOf(row, 'credit_count'),
    debits: integerOf(row, 'debit_count'),
  };
}

async function undatedOf(ledger: LedgerReader): Promise<number> {
  const [row = {}] = await ledger.rows(
    `SELECT coalesce(sum(entries), 0) AS entries FROM analytics.ledger_days WHERE day = '-infinity'`,
  );
  return integerOf(row, 'entries');
}

/** How money moved and who made it so: what most reports begin with. */
export async function queryMoney(ledger: LedgerReader, scope: ReportScope): Promise<MoneyData> {
  return {
    flows: await queryFlows(ledger, scope),
    contributions: await queryContributions(ledger, scope),
    changes: await queryCompanyChanges(ledger, scope),
  };
}

/** Companies with returns are few; a ledger where they are many needs more than a report. */
const MAX_RETURN_COMPANIES = 2_000;

export async function queryReturns(ledger: LedgerReader, scope: ReportScope): Promise<Returns> {
  return {
    now: await reasonsOf(ledger, scope.period),
    before: await reasonsOf(ledger, scope.previous),
    companies: await companiesWithReturns(ledger),
  };
}

/** Debits that came back, re-presented checks apart: as companies' return rates count them. */
async function reasonsOf(ledger: LedgerReader, { firstDay, lastDay }: Period): Promise<ReturnReasonCount[]> {
  const rows = await ledger.rows(
    `SELECT r.reason_code AS code, count(*) AS returns
       FROM ledger.entry_returns r
       JOIN ledger.transactions t ON t.id = r.return_id
       LEFT JOIN ledger.transactions o ON o.id = r.original_id
      WHERE r.kind = 'return' AND ${isReturnedDebitSql({ entry: 't', noted: 'r' })} AND t.event_date BETWEEN $1 AND $2
        AND coalesce(o.class, t.class) IS DISTINCT FROM 'RCK'
        AND t.import_id IN (SELECT import_id FROM analytics.projected_imports)
      GROUP BY 1 ORDER BY 2 DESC, 1`,
    [firstDay, lastDay],
  );
  return rows.map((row) => ({ code: textOf(row, 'code'), returns: integerOf(row, 'returns') }));
}

/** The tallies that companies' own pages show, most unauthorized returns first. */
async function companiesWithReturns(ledger: LedgerReader): Promise<Returns['companies']> {
  const rows = await ledger.rows(
    `SELECT company, details -> 'returns' ->> 'debits' AS debits, details -> 'returns' ->> 'unauthorized' AS unauthorized,
            details -> 'returns' ->> 'administrative' AS administrative, details -> 'returns' ->> 'all' AS "all"
       FROM analytics.company_figures WHERE (details -> 'returns' ->> 'all')::integer > 0
      ORDER BY (details -> 'returns' ->> 'unauthorized')::integer DESC, (details -> 'returns' ->> 'all')::integer DESC, company
      LIMIT ${MAX_RETURN_COMPANIES}`,
  );
  return rows.map((row) => ({ company: textOf(row, 'company'), tally: toTally(row) }));
}

function toTally(row: Row): ReturnTally {
  return {
    debits: integerOf(row, 'debits'),
    unauthorized: integerOf(row, 'unauthorized'),
    administrative: integerOf(row, 'administrative'),
    all: integerOf(row, 'all'),
  };
}
