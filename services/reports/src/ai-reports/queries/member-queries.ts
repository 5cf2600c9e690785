import { RISK_LEVELS } from '@clearwatch/contracts/alerts';
import { addDays, addMonths, monthOf, monthsBetween } from '@clearwatch/domain/calendar/day';
import {
  DAYS_PER_YEAR,
  MIN_AVERAGED_DAYS,
  MONTHS_PER_YEAR,
  monthlyAverage,
} from '@clearwatch/domain/members/income-and-bills';
import { INCOME_BAND_FROM, INCOME_BANDS } from '@clearwatch/domain/members/member-bands';
import {
  MAX_USUAL_MONTHS,
  type MonthTotals,
  USUAL_COMPARED_DAYS,
  usualMonth,
} from '@clearwatch/domain/members/member-baseline';
import { formatCents } from '@clearwatch/domain/money/cents';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type {
  CreditConcentration,
  MemberFigures,
} from '@clearwatch/domain/report-writing/sections/member-figures';
import type {
  CompanyOfNewOrQuietMembers,
  Membership,
  QuietMember,
} from '@clearwatch/domain/report-writing/sections/membership-sections';
import { dayOf, integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { centsIn, daysOfMemberList, type LedgerReader, memberRefs } from './ledger-facts.ts';

/** A sum of a row of `analytics.member_figures` by the month, over so many days, as `monthlyAverage` of the domain gives it. */
export function monthlyAverageSql(sum: 'credits' | 'debits', days: number): string {
  return `round(${sum} * ${DAYS_PER_YEAR} / ${Math.max(days, MIN_AVERAGED_DAYS) * MONTHS_PER_YEAR}, 2)`;
}

export async function queryConcentration(
  ledger: LedgerReader,
  scope: ReportScope,
): Promise<CreditConcentration> {
  const { period } = scope;
  const [row = {}] = await ledger.rows(
    `WITH received AS (
       SELECT account_number, sum(credits) AS credits FROM analytics.account_days
        WHERE day BETWEEN $1 AND $2 AND credit_count > 0 GROUP BY 1),
     ranked AS (
       SELECT credits, row_number() OVER w AS place, sum(credits) OVER w AS sum_so_far, count(*) OVER () AS receiving,
              sum(credits) OVER () AS total
         FROM received WINDOW w AS (ORDER BY credits DESC, account_number))
     SELECT count(*) AS receiving, coalesce(sum(credits), 0) AS credits,
            count(*) FILTER (WHERE place <= greatest(1, receiving / 100)) AS one_percent_members,
            coalesce(sum(credits) FILTER (WHERE place <= greatest(1, receiving / 100)), 0) AS one_percent,
            count(*) FILTER (WHERE sum_so_far - credits < total / 2) AS half_members
       FROM ranked`,
    [period.firstDay, period.lastDay],
  );
  return {
    receiving: integerOf(row, 'receiving'),
    creditCents: centsIn(row, 'credits'),
    onePercent: { members: integerOf(row, 'one_percent_members'), cents: centsIn(row, 'one_percent') },
    halfMembers: integerOf(row, 'half_members'),
    bands: await bandsOf(ledger, scope),
  };
}

async function bandsOf(ledger: LedgerReader, scope: ReportScope): Promise<CreditConcentration['bands']> {
  const bounds = INCOME_BANDS.map((band) => formatCents(INCOME_BAND_FROM[band]));
  const rows = await ledger.rows(
    `SELECT width_bucket(${monthlyAverageSql('credits', daysOfMemberList(scope))}, $3::numeric[]) AS band, count(*) AS members,
            coalesce(sum(d.now), 0) AS now
       FROM analytics.member_figures
       LEFT JOIN (SELECT account_number, sum(credits) AS now FROM analytics.account_days
                   WHERE day BETWEEN $1 AND $2 GROUP BY 1) d USING (account_number)
      GROUP BY 1`,
    [scope.period.firstDay, scope.period.lastDay, bounds],
  );
  const bandOf = (index: number) => {
    const row = rows.find((candidate) => integerOf(candidate, 'band') === index + 1);
    return row === undefined
      ? { members: 0, cents: 0 }
      : { members: integerOf(row, 'members'), cents: centsIn(row, 'now') };
  };
  return { low: bandOf(0), medium: bandOf(1), high: bandOf(2) };
}

const MEMBERSHIP_MONTHS = 12;
const MAX_COMPANIES_IN_SQL = 6;
const MAX_QUIET_MEMBERS = 8;

const HAS_JOINED_SQL = 'lives.first_day >= $1';
const IS_QUIET_SQL = 'is_before AND NOT is_now';

/**
 * $1 to $2 is the period, $3 the first day of the one before, $4 the first days of the months that end with it. One pass over
 * the days of all accounts, which are as many as a large ledger has entries: the months in which an account was active
 * are bits of one number. What is found is told in rows of one shape, whose `what` says what they are:
 *
 *     totals        active, active before, arrived, arrived before; credits of the arrived
 *     money         returned, quiet; credits of the quiet
 *     company       accounts that arrived and that it paid then, and that went quiet and that it had paid before
 *     quiet member  its months with money in the year before the period; credits before; last day
 *     month         active, arrived, and which of $4
 */
const MEMBERSHIP_SQL = `
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
       AND entry_kind = 'money' AND transaction_type = 'Credit'
       AND import_id IN (SELECT import_id FROM analytics.projected_imports) GROUP BY 1),
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
   WHERE by_arrived <= ${MAX_COMPANIES_IN_SQL} OR by_quiet <= ${MAX_COMPANIES_IN_SQL}
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

const MAX_MEMBERSHIP_COMPANIES = 6;

/** Who came, who came back and who went, and through whose money. */
export async function queryMembership(
  ledger: LedgerReader,
  { period, previous }: ReportScope,
): Promise<Membership> {
  const lastMonth = monthOf(period.lastDay);
  const months = monthsBetween(addMonths(lastMonth, 1 - MEMBERSHIP_MONTHS), lastMonth);
  const rows = await ledger.rows(MEMBERSHIP_SQL, [
    period.firstDay,
    period.lastDay,
    previous.firstDay,
    months.map((month) => `${month}-01`),
  ]);
  const of = (what: string) => rows.filter((row) => textOf(row, 'what') === what);
  const [totals = {}] = of('totals');
  const [money = {}] = of('money');
  const quiet = of('quiet member');
  const refOf = await memberRefs(
    ledger,
    quiet.map((row) => textOf(row, 'name')),
  );
  return {
    active: integerOf(totals, 'first'),
    activeBefore: integerOf(totals, 'second'),
    arrived: integerOf(totals, 'third'),
    arrivedBefore: integerOf(totals, 'fourth'),
    returned: integerOf(money, 'first'),
    quiet: integerOf(money, 'second'),
    arrivedCents: centsIn(totals, 'amount'),
    quietCents: centsIn(money, 'amount'),
    arrivedThrough: topCompanies(of('company'), 'first'),
    quietThrough: topCompanies(of('company'), 'second'),
    quietFirst: quiet.map(
      (row): QuietMember => ({
        member: refOf(textOf(row, 'name')),
        creditCents: centsIn(row, 'amount'),
        lastDay: dayOf(row, 'day'),
        monthsActive: integerOf(row, 'first'),
      }),
    ),
    months: of('month')
      .map((row) => ({
        month: months[integerOf(row, 'third') - 1] ?? lastMonth,
        active: integerOf(row, 'first'),
        arrived: integerOf(row, 'second'),
      }))
      .filter(({ active }) => active > 0),
  };
}

function topCompanies(rows: readonly Row[], column: 'first' | 'second'): CompanyOfNewOrQuietMembers[] {
  return rows
    .map((row) => ({ company: textOf(row, 'name'), members: integerOf(row, column) }))
    .filter(({ members }) => members > 0)
    .toSorted((left, right) => right.members - left.members || (left.company < right.company ? -1 : 1))
    .slice(0, MAX_MEMBERSHIP_COMPANIES);
}

/** What the screens say of these accounts, in their order; those that never moved money are left out. */
export async function queryMemberSummaries(
  ledger: LedgerReader,
  scope: ReportScope,
  accounts: readonly string[],
): Promise<MemberFigures[]> {
  if (accounts.length === 0) return [];
  const known = byAccount(await summaryRows(ledger, scope, accounts));
  const months = Map.groupBy(await summaryMonths(ledger, scope, accounts), (row) =>
    textOf(row, 'account_number'),
  );
  const sources = byAccount(await mainSources(ledger, scope, accounts));
  const refOf = await memberRefs(ledger, accounts);
  const days = daysOfMemberList(scope);
  return accounts.flatMap((account) => {
    const row = known.get(account);
    if (row === undefined) return [];
    const firstDay = dayOf(row, 'first_day');
    const history = (months.get(account) ?? []).map(toMonth);
    const source = sources.get(account);
    return [
      {
        member: refOf(account),
        incomeCents: monthlyAverage(centsIn(row, 'credits'), days),
        billsCents: monthlyAverage(centsIn(row, 'debits'), days),
        risk: RISK_LEVELS[integerOf(row, 'risk')] ?? 'low',
        firstDay,
        lastDay: dayOf(row, 'last_day'),
        normal: usualMonth({ months: history, firstDay, asOf: scope.asOf }),
        latelyCreditCents: centsIn(row, 'lately_credits'),
        latelyDebitCents: centsIn(row, 'lately_debits'),
        now: { creditCents: centsIn(row, 'now_credits'), debitCents: centsIn(row, 'now_debits') },
        before: { creditCents: centsIn(row, 'before_credits'), debitCents: centsIn(row, 'before_debits') },
        openHigh: integerOf(row, 'open_high'),
        openMedium: integerOf(row, 'open_medium'),
        mainSource:
          source === undefined
            ? null
            : { company: textOf(source, 'company'), cents: centsIn(source, 'paid') },
      },
    ];
  });
}

function summaryRows(ledger: LedgerReader, scope: ReportScope, accounts: readonly string[]): Promise<Row[]> {
  const { period, previous, asOf } = scope;
  const sums = (name: string, first: string, last: string) =>
    ['credits', 'debits']
      .map(
        (what) =>
          `coalesce(sum(d.${what}) FILTER (WHERE d.day BETWEEN ${first} AND ${last}), 0) AS ${name}_${what}`,
      )
      .join(', ');
  return ledger.rows(
    `SELECT f.account_number, f.credits, f.debits, f.risk, min(d.day)::text AS first_day, max(d.day)::text AS last_day,
            ${sums('now', '$2', '$3')}, ${sums('before', '$4', '$5')}, ${sums('lately', '$6', '$7')},
            (SELECT count(*) FROM analytics.counted_alerts a
              WHERE a.account_number = f.account_number AND NOT a.reviewed AND a.risk_level = 'high') AS open_high,
            (SELECT count(*) FROM analytics.counted_alerts a
              WHERE a.account_number = f.account_number AND NOT a.reviewed AND a.risk_level = 'medium') AS open_medium
       FROM analytics.member_figures f JOIN analytics.account_days d USING (account_number)
      WHERE f.account_number = ANY ($1) AND d.credit_count + d.debit_count > 0 AND d.day > '-infinity' AND d.day <= $7
      GROUP BY f.account_number, f.credits, f.debits, f.risk`,
    [
      accounts,
      period.firstDay,
      period.lastDay,
      previous.firstDay,
      previous.lastDay,
      addDays(asOf, 1 - USUAL_COMPARED_DAYS),
      asOf,
    ],
  );
}

function summaryMonths(
  ledger: LedgerReader,
  { asOf }: ReportScope,
  accounts: readonly string[],
): Promise<Row[]> {
  return ledger.rows(
    `SELECT account_number, to_char(day, 'YYYY-MM') AS month, sum(credits) AS credits, sum(debits) AS debits
       FROM analytics.account_days WHERE account_number = ANY ($1) AND day BETWEEN $2 AND $3 GROUP BY 1, 2`,
    [accounts, `${addMonths(monthOf(asOf), -MAX_USUAL_MONTHS)}-01`, asOf],
  );
}

/** The largest payer of each within the year. */
function mainSources(
  ledger: LedgerReader,
  { asOf }: ReportScope,
  accounts: readonly string[],
): Promise<Row[]> {
  return ledger.rows(
    `SELECT DISTINCT ON (account_number) account_number, company, paid
       FROM (SELECT account_number, company, sum(amount) AS paid FROM ledger.transactions
              WHERE account_number = ANY ($1) AND event_date BETWEEN $2 AND $3 AND entry_kind = 'money'
                AND transaction_type = 'Credit' AND import_id IN (SELECT import_id FROM analytics.projected_imports)
              GROUP BY 1, 2) paying
      ORDER BY account_number, paid DESC, company`,
    [accounts, addDays(asOf, 1 - DAYS_PER_YEAR), asOf],
  );
}

function toMonth(row: Row): MonthTotals {
  return {
    month: textOf(row, 'month'),
    creditCents: centsIn(row, 'credits'),
    debitCents: centsIn(row, 'debits'),
  };
}

const byAccount = (rows: readonly Row[]) => new Map(rows.map((row) => [textOf(row, 'account_number'), row]));
