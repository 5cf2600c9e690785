import { addDays, addMonths, monthOf, monthsBetween } from '@clearwatch/domain/calendar/day';
import {
  DAYS_PER_YEAR,
  MIN_AVERAGED_DAYS,
  MONTHS_PER_YEAR,
  monthlyAverage,
} from '@clearwatch/domain/members/income-and-bills';
import { INCOME_BAND_FROM, INCOME_BANDS } from '@clearwatch/domain/members/member-bands';
import { MAX_USUAL_MONTHS, USUAL_COMPARED_DAYS, usualMonth } from '@clearwatch/domain/members/member-baseline';
import { formatCents } from '@clearwatch/domain/money/cents';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type { CreditConcentration, MemberFigures } from '@clearwatch/domain/report-writing/sections/member-figures';
import type { FlowDirection } from '@clearwatch/domain/report-writing/sections/what-changed-section';
import { type Sql, sql } from '../../sql-template.ts';
import {
  boundsOf,
  daysOfMemberList,
  fields,
  IS_COUNTED_SQL,
  type LedgerReader,
  memberRefs,
  omit,
  withMembers,
} from './ledger-facts.ts';

/** Monthly average of a sum in `analytics.member_figures` over the given days, like the domain's `monthlyAverage`. */
export const monthlyAverageSql = (sum: FlowDirection, days: number) =>
  sql`round(${sum} * ${DAYS_PER_YEAR} / ${Math.max(days, MIN_AVERAGED_DAYS) * MONTHS_PER_YEAR}, 2)`;

const CONCENTRATION = fields({
  integer: ['receiving', 'onePercentMembers', 'halfMembers'],
  cents: ['creditCents', 'onePercentCents'],
});

export async function queryConcentration(ledger: LedgerReader, scope: ReportScope) {
  const sums = await CONCENTRATION.one(ledger, ...boundsOf(scope.period))`
    WITH received AS (
       SELECT account_number, sum(credits) AS credits FROM analytics.account_days
        WHERE day BETWEEN $1 AND $2 AND credit_count > 0 GROUP BY 1),
     ranked AS (
       SELECT credits, row_number() OVER w AS place, sum(credits) OVER w AS sum_so_far, count(*) OVER () AS receiving,
              sum(credits) OVER () AS total
         FROM received WINDOW w AS (ORDER BY credits DESC, account_number))
     SELECT count(*) AS receiving, coalesce(sum(credits), 0) AS credit_cents,
            count(*) FILTER (WHERE place <= greatest(1, receiving / 100)) AS one_percent_members,
            coalesce(sum(credits) FILTER (WHERE place <= greatest(1, receiving / 100)), 0) AS one_percent_cents,
            count(*) FILTER (WHERE sum_so_far - credits < total / 2) AS half_members
       FROM ranked`;
  const { onePercentMembers, onePercentCents, ...concentration } = sums;
  return {
    ...concentration,
    onePercent: { members: onePercentMembers, cents: onePercentCents },
    bands: await bandsOf(ledger, scope),
  };
}

async function bandsOf(ledger: LedgerReader, scope: ReportScope): Promise<CreditConcentration['bands']> {
  const bounds = INCOME_BANDS.map((band) => formatCents(INCOME_BAND_FROM[band]));
  const columns = fields({ integer: ['band', 'members'], cents: ['cents'] });
  const rows = await columns.all(ledger, ...boundsOf(scope.period), bounds)`
    SELECT width_bucket(${monthlyAverageSql('credits', daysOfMemberList(scope))}, $3::numeric[]) AS band, count(*) AS members,
            coalesce(sum(d.now), 0) AS cents
       FROM analytics.member_figures
       LEFT JOIN (SELECT account_number, sum(credits) AS now FROM analytics.account_days
                   WHERE day BETWEEN $1 AND $2 GROUP BY 1) d USING (account_number)
      GROUP BY 1`;
  const none = { band: 0, members: 0, cents: 0 };
  const bandOf = (number: number) => omit(rows.find(({ band }) => band === number) ?? none, 'band');
  return { low: bandOf(1), medium: bandOf(2), high: bandOf(3) };
}

const MEMBERSHIP_MONTHS = 12;
const MAX_MEMBERSHIP_COMPANIES = 6;
const MAX_QUIET_MEMBERS = 8;

const HAS_JOINED_SQL = sql`lives.first_day >= $1`;
const IS_QUIET_SQL = sql`is_before AND NOT is_now`;

/**
 * $1 to $2: the period. $3: the first day of the previous period. $4: the first days of the months through
 * the end of the period. Reads the days of all accounts only once, because a large ledger has millions of
 * them. The active months of an account are bits of one number. All results in `what` have the same columns:
 *
 *     totals        active, active before, new, new before; credits of new accounts
 *     money         returning, quiet; credits of quiet accounts
 *     company       new accounts that it paid, and quiet accounts that it paid before
 *     quiet member  months with money in the year before the period; credits before; last day
 *     month         active, new, and the index in $4
 */
const MEMBERSHIP_SQL = sql`
  WITH lives AS MATERIALIZED (
    SELECT account_number, min(day) AS first_day, max(day) AS last_day, bool_or(day >= $1) AS is_now,
           bool_or(day BETWEEN $3 AND $1::date - 1) AS is_before,
           coalesce(sum(credits) FILTER (WHERE day >= $1), 0) AS now_credits,
           coalesce(sum(credits) FILTER (WHERE day BETWEEN $3 AND $1::date - 1), 0) AS before_credits,
           bit_or(1 << width_bucket(day, $4::date[])) AS months
      FROM analytics.account_days
     WHERE credit_count + debit_count > 0 AND day > '-infinity' AND day <= $2 GROUP BY 1),
  companies AS (
    SELECT company, count(DISTINCT account_number) FILTER (WHERE is_now) AS arrived,
           count(DISTINCT account_number) FILTER (WHERE NOT is_now) AS quiet
      FROM lives JOIN ledger.transactions t USING (account_number)
     WHERE ((${HAS_JOINED_SQL} AND now_credits > 0 AND event_date BETWEEN $1 AND $2)
            OR (${IS_QUIET_SQL} AND before_credits > 0 AND event_date BETWEEN $3 AND $1::date - 1))
       AND transaction_type = 'Credit' AND ${IS_COUNTED_SQL} GROUP BY 1),
  ranked AS (
    SELECT *, row_number() OVER (ORDER BY arrived DESC, company) AS by_arrived,
           row_number() OVER (ORDER BY quiet DESC, company) AS by_quiet FROM companies),
  quiet AS (
    SELECT account_number, before_credits, last_day FROM lives WHERE ${IS_QUIET_SQL} AND before_credits > 0
     ORDER BY before_credits DESC, account_number LIMIT ${MAX_QUIET_MEMBERS})
  SELECT 'totals' AS what, '' AS name, NULL::text AS day,
         count(*) FILTER (WHERE is_now) AS first, count(*) FILTER (WHERE is_before) AS second,
         count(*) FILTER (WHERE ${HAS_JOINED_SQL}) AS third,
         count(*) FILTER (WHERE first_day >= $3 AND first_day < $1) AS fourth,
         coalesce(sum(now_credits) FILTER (WHERE ${HAS_JOINED_SQL}), 0) AS amount
    FROM lives
  UNION ALL
  SELECT 'money', '', NULL, count(*) FILTER (WHERE is_now AND NOT is_before AND first_day < $3),
         count(*) FILTER (WHERE ${IS_QUIET_SQL}), 0, 0, coalesce(sum(before_credits) FILTER (WHERE ${IS_QUIET_SQL}), 0)
    FROM lives
  UNION ALL
  SELECT 'company', company, NULL, arrived, quiet, 0, 0, 0 FROM ranked
   WHERE by_arrived <= ${MAX_MEMBERSHIP_COMPANIES} OR by_quiet <= ${MAX_MEMBERSHIP_COMPANIES}
  UNION ALL
  (SELECT 'quiet member', account_number, last_day::text,
          (SELECT count(DISTINCT to_char(day, 'YYYY-MM')) FROM analytics.account_days d
            WHERE d.account_number = quiet.account_number AND credit_count > 0
              AND day BETWEEN $1::date - interval '12 months' AND $1::date - 1),
          0, 0, 0, before_credits
     FROM quiet ORDER BY before_credits DESC, account_number)
  UNION ALL
  (SELECT 'month', '', NULL, count(*) FILTER (WHERE months & (1 << bucket) <> 0),
          count(*) FILTER (WHERE width_bucket(first_day, $4::date[]) = bucket), bucket, 0, 0
     FROM lives CROSS JOIN generate_series(1, ${MEMBERSHIP_MONTHS}) AS bucket GROUP BY bucket ORDER BY bucket)`;

const MEMBERSHIP = fields({
  text: ['what', 'name'],
  'day?': ['day'],
  integer: ['first', 'second', 'third', 'fourth'],
  cents: ['amount'],
});
const NO_MEMBERS = { first: 0, second: 0, third: 0, fourth: 0, amount: 0 };

export async function queryMembership(ledger: LedgerReader, { period, previous }: ReportScope) {
  const lastMonth = monthOf(period.lastDay);
  const months = monthsBetween(addMonths(lastMonth, 1 - MEMBERSHIP_MONTHS), lastMonth);
  const rows = await MEMBERSHIP.all(
    ledger,
    period.firstDay,
    period.lastDay,
    previous.firstDay,
    months.map((month) => `${month}-01`),
  )`${MEMBERSHIP_SQL}`;
  const of = (what: string) => rows.filter((row) => row.what === what);
  const [totals = NO_MEMBERS] = of('totals');
  const [money = NO_MEMBERS] = of('money');
  const topCompanies = (column: 'first' | 'second') =>
    of('company')
      .map((row) => ({ company: row.name, members: row[column] }))
      .filter(({ members }) => members > 0)
      .toSorted((left, right) => right.members - left.members || (left.company < right.company ? -1 : 1))
      .slice(0, MAX_MEMBERSHIP_COMPANIES);
  return {
    active: totals.first,
    activeBefore: totals.second,
    newMembers: totals.third,
    newMembersBefore: totals.fourth,
    returned: money.first,
    quiet: money.second,
    arrivedCents: totals.amount,
    quietCents: money.amount,
    arrivedThrough: topCompanies('first'),
    quietThrough: topCompanies('second'),
    quietFirst: await withMembers(
      ledger,
      of('quiet member').map(({ name, amount, day, first }) => ({
        accountNumber: name,
        creditCents: amount,
        lastDay: day ?? '',
        monthsActive: first,
      })),
    ),
    months: of('month')
      .map(({ first, second, third }) => ({
        month: months[third - 1] ?? lastMonth,
        active: first,
        newMembers: second,
      }))
      .filter(({ active }) => active > 0),
  };
}

const SUMMARY = fields({
  text: ['accountNumber'],
  risk: ['risk'],
  day: ['firstDay', 'lastDay'],
  integer: ['openHigh', 'openMedium'],
  cents: [
    'credits',
    'debits',
    'nowCredits',
    'nowDebits',
    'beforeCredits',
    'beforeDebits',
    'latelyCredits',
    'latelyDebits',
  ],
});
const MONTH = fields({ text: ['accountNumber', 'month'], cents: ['creditCents', 'debitCents'] });

/** Keeps the given order and omits accounts that never moved money. */
export async function queryMemberSummaries(
  ledger: LedgerReader,
  scope: ReportScope,
  accounts: readonly string[],
): Promise<MemberFigures[]> {
  if (accounts.length === 0) return [];
  const { asOf } = scope;
  const summaries = await summariesOf(ledger, scope, accounts);
  const months = await MONTH.all(ledger, accounts, `${addMonths(monthOf(asOf), -MAX_USUAL_MONTHS)}-01`, asOf)`
    SELECT account_number, to_char(day, 'YYYY-MM') AS month, sum(credits) AS credit_cents, sum(debits) AS debit_cents
       FROM analytics.account_days WHERE account_number = ANY ($1) AND day BETWEEN $2 AND $3 GROUP BY 1, 2`;
  const columns = fields({ text: ['accountNumber', 'company'], cents: ['cents'] });
  const sources = await columns.all(ledger, accounts, addDays(asOf, 1 - DAYS_PER_YEAR), asOf)`
    SELECT DISTINCT ON (account_number) account_number, company, paid AS cents
       FROM (SELECT account_number, company, sum(amount) AS paid FROM ledger.transactions
              WHERE account_number = ANY ($1) AND event_date BETWEEN $2 AND $3
                AND transaction_type = 'Credit' AND ${IS_COUNTED_SQL}
              GROUP BY 1, 2) paying
      ORDER BY account_number, paid DESC, company`;
  const refOf = await memberRefs(ledger, accounts);
  const days = daysOfMemberList(scope);
  return accounts.flatMap((account) => {
    const isOwn = ({ accountNumber }: { accountNumber: string }) => accountNumber === account;
    const summary = summaries.find(isOwn);
    if (summary === undefined) return [];
    const { risk, firstDay, lastDay, openHigh, openMedium } = summary;
    const source = sources.find(isOwn);
    return [
      {
        member: refOf(account),
        incomeCents: monthlyAverage(summary.credits, days),
        billsCents: monthlyAverage(summary.debits, days),
        risk,
        firstDay,
        lastDay,
        normal: usualMonth({ months: months.filter(isOwn), firstDay, asOf }),
        recentCreditCents: summary.latelyCredits,
        recentDebitCents: summary.latelyDebits,
        now: { creditCents: summary.nowCredits, debitCents: summary.nowDebits },
        before: { creditCents: summary.beforeCredits, debitCents: summary.beforeDebits },
        openHigh,
        openMedium,
        mainSource: source === undefined ? null : { company: source.company, cents: source.cents },
      },
    ];
  });
}

function summariesOf(ledger: LedgerReader, { period, previous, asOf }: ReportScope, accounts: readonly string[]) {
  const sumOf = (direction: FlowDirection, name: Sql, first: number) =>
    sql`coalesce(sum(d.${direction}) FILTER (WHERE d.day BETWEEN $${first} AND $${first + 1}), 0) AS ${name}_${direction}`;
  const sums = (name: Sql, first: number) => sql`${sumOf('credits', name, first)}, ${sumOf('debits', name, first)}`;
  const recentFrom = addDays(asOf, 1 - USUAL_COMPARED_DAYS);
  return SUMMARY.all(ledger, accounts, ...boundsOf(period, previous), recentFrom, asOf)`
    SELECT f.account_number, f.credits, f.debits, f.risk, min(d.day)::text AS first_day, max(d.day)::text AS last_day,
            ${sums(sql`now`, 2)}, ${sums(sql`before`, 4)}, ${sums(sql`lately`, 6)},
            (SELECT count(*) FROM analytics.counted_alerts a
              WHERE a.account_number = f.account_number AND NOT a.reviewed AND a.risk_level = 'high') AS open_high,
            (SELECT count(*) FROM analytics.counted_alerts a
              WHERE a.account_number = f.account_number AND NOT a.reviewed AND a.risk_level = 'medium') AS open_medium
       FROM analytics.member_figures f JOIN analytics.account_days d USING (account_number)
      WHERE f.account_number = ANY ($1) AND d.credit_count + d.debit_count > 0 AND d.day > '-infinity' AND d.day <= $7
      GROUP BY f.account_number, f.credits, f.debits, f.risk`;
}
