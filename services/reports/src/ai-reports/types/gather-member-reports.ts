import { categoryOf, RISK_LEVELS } from '@clearwatch/contracts/alerts';
import {
  addDays,
  addMonths,
  isLastDayOfMonth,
  monthOf,
  monthsBetween,
} from '@clearwatch/domain/calendar/day';
import type { Period } from '@clearwatch/domain/calendar/period';
import { monthlyAverage } from '@clearwatch/domain/members/income-and-bills';
import { MODERATE_DAYS, RECENT_DAYS, RED_ABOVE_PERCENT } from '@clearwatch/domain/members/member-bands';
import { MAX_USUAL_MONTHS, MIN_USUAL_MONTHS } from '@clearwatch/domain/members/member-baseline';
import { isComparable } from '@clearwatch/domain/report-writing/compared-facts';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type {
  MemberRisk,
  StrainedMember,
} from '@clearwatch/domain/report-writing/sections/member-risk-sections';
import {
  type CompleteMemberData,
  completeMemberIntelligence as completeMemberIntelligenceComposer,
} from '@clearwatch/domain/report-writing/types/complete-member-intelligence-report';
import { highValueCustomers as highValueCustomersComposer } from '@clearwatch/domain/report-writing/types/high-value-customers-report';
import { memberGrowthAnalysis as memberGrowthAnalysisComposer } from '@clearwatch/domain/report-writing/types/member-growth-report';
import { memberRiskAnalysis as memberRiskAnalysisComposer } from '@clearwatch/domain/report-writing/types/member-risk-report';
import {
  type VipData,
  vipMemberAnalysis as vipMemberAnalysisComposer,
} from '@clearwatch/domain/report-writing/types/vip-member-report';
import { dayOf, integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { queryCitedAlerts } from '../queries/alert-queries.ts';
import {
  centsIn,
  daysOfMemberList,
  defineReport,
  type LedgerReader,
  memberRefs,
} from '../queries/ledger-facts.ts';
import {
  monthlyAverageSql,
  queryConcentration,
  queryMemberSummaries,
  queryMembership,
} from '../queries/member-queries.ts';
import { queryContributions, queryFlows } from '../queries/money-flow-queries.ts';
import { queryTransfers } from '../queries/transfer-queries.ts';

const MAX_WATCHED = 10;
const MAX_STRAINED = 5;
/** As far as a reader follows links from one report. */
const MAX_ALERT_LINKS = 30;

/** Whose alerts and bills call for a look, as the member list and the alerts stand now. */
export async function queryMemberRisk(ledger: LedgerReader, scope: ReportScope): Promise<MemberRisk> {
  const levels = await levelsOf(ledger, scope);
  return {
    members: levels.low.members + levels.medium.members + levels.high.members,
    levels,
    ...(await alertedOf(ledger, scope)),
    ...(await watchedOf(ledger, scope)),
    strain: await strainOf(ledger, scope),
  };
}

async function levelsOf(ledger: LedgerReader, { period }: ReportScope): Promise<MemberRisk['levels']> {
  const rows = await ledger.rows(
    `SELECT f.risk, count(*) AS members, coalesce(sum(d.credits), 0) AS credits, coalesce(sum(d.debits), 0) AS debits
       FROM analytics.member_figures f
       LEFT JOIN (SELECT account_number, sum(credits) AS credits, sum(debits) AS debits
                    FROM analytics.account_days WHERE day BETWEEN $1 AND $2 GROUP BY 1) d USING (account_number)
      GROUP BY 1`,
    [period.firstDay, period.lastDay],
  );
  const levelOf = (risk: number) => {
    const row = rows.find((candidate) => integerOf(candidate, 'risk') === risk);
    return row === undefined
      ? { members: 0, creditCents: 0, debitCents: 0 }
      : {
          members: integerOf(row, 'members'),
          creditCents: centsIn(row, 'credits'),
          debitCents: centsIn(row, 'debits'),
        };
  };
  return {
    low: levelOf(RISK_LEVELS.indexOf('low')),
    medium: levelOf(RISK_LEVELS.indexOf('medium')),
    high: levelOf(RISK_LEVELS.indexOf('high')),
  };
}

/** Accounts, not alerts: one member with five alerts is one member. */
async function alertedOf(
  ledger: LedgerReader,
  { period, previous }: ReportScope,
): Promise<Pick<MemberRisk, 'alerted' | 'categories'>> {
  const rows = await ledger.rows(
    `SELECT account_number, activity_type, bool_or(activity_date BETWEEN $1 AND $2) AS now,
            bool_or(activity_date BETWEEN $3 AND $4) AS before, min(activity_date) >= $1 AS first_time
       FROM analytics.counted_alerts WHERE risk_level <> 'low' AND activity_date <= $2 GROUP BY 1, 2`,
    [period.firstDay, period.lastDay, previous.firstDay, previous.lastDay],
  );
  const accountsOf = (which: (row: Row) => boolean) =>
    new Set(rows.filter(which).map((row) => textOf(row, 'account_number')));
  const known = accountsOf((row) => row['first_time'] === false);
  const now = accountsOf((row) => row['now'] === true);
  const byCategory = Map.groupBy(rows, (row) => categoryOf(textOf(row, 'activity_type')));
  const counted = (of: readonly Row[], which: 'now' | 'before') =>
    new Set(of.filter((row) => row[which] === true).map((row) => textOf(row, 'account_number'))).size;
  return {
    alerted: {
      now: now.size,
      before: accountsOf((row) => row['before'] === true).size,
      firstTime: [...now].filter((account) => !known.has(account)).length,
    },
    categories: [...byCategory]
      .map(([category, of]) => ({ category, now: counted(of, 'now'), before: counted(of, 'before') }))
      .filter(({ now, before }) => now + before > 0)
      .toSorted(
        (left, right) =>
          right.now - left.now || right.before - left.before || (left.category < right.category ? -1 : 1),
      ),
  };
}

async function watchedOf(
  ledger: LedgerReader,
  { period }: ReportScope,
): Promise<Pick<MemberRisk, 'watched' | 'watchedAlertIds'>> {
  const rows = await ledger.rows(
    `SELECT w.*, coalesce(d.credits, 0) AS credits, coalesce(d.debits, 0) AS debits
       FROM (SELECT a.account_number, count(*) FILTER (WHERE a.risk_level = 'high') AS open_high,
                    count(*) FILTER (WHERE a.risk_level = 'medium') AS open_medium,
                    (array_agg(a.id ORDER BY a.risk_level = 'high' DESC, a.amount DESC, a.id))[1] AS alert_id,
                    array_agg(a.id ORDER BY a.risk_level = 'high' DESC, a.amount DESC, a.id) AS alert_ids, max(a.amount) AS most
               FROM analytics.counted_alerts a JOIN analytics.member_figures f USING (account_number)
              WHERE f.risk = ${RISK_LEVELS.indexOf('high')} AND NOT a.reviewed AND a.risk_level <> 'low'
              GROUP BY 1 ORDER BY open_high DESC, most DESC, account_number LIMIT ${MAX_WATCHED}) w
       LEFT JOIN LATERAL (SELECT sum(credits) AS credits, sum(debits) AS debits FROM analytics.account_days d
                           WHERE d.account_number = w.account_number AND day BETWEEN $1 AND $2) d ON true
      ORDER BY w.open_high DESC, w.most DESC, w.account_number`,
    [period.firstDay, period.lastDay],
  );
  const largest = await ledger.rows(
    `SELECT id, activity_type, amount, activity_date::text AS day FROM analytics.counted_alerts WHERE id = ANY ($1)`,
    [rows.map((row) => integerOf(row, 'alert_id'))],
  );
  const byId = new Map(largest.map((row) => [integerOf(row, 'id'), row]));
  const refOf = await memberRefs(
    ledger,
    rows.map((row) => textOf(row, 'account_number')),
  );
  return {
    watched: rows.map((row) => {
      const alertId = integerOf(row, 'alert_id');
      const alert = byId.get(alertId) ?? {};
      return {
        member: refOf(textOf(row, 'account_number')),
        openHigh: integerOf(row, 'open_high'),
        openMedium: integerOf(row, 'open_medium'),
        largest: {
          alertId,
          activityType: textOf(alert, 'activity_type'),
          amountCents: centsIn(alert, 'amount'),
          day: dayOf(alert, 'day'),
        },
        creditCents: centsIn(row, 'credits'),
        debitCents: centsIn(row, 'debits'),
      };
    }),
    watchedAlertIds: rows
      .flatMap((row) => (Array.isArray(row['alert_ids']) ? row['alert_ids'].map(Number) : []))
      .slice(0, MAX_ALERT_LINKS),
  };
}

/** Held against each other as the member list shows them: amounts to the cent, the ratio with one decimal. */
async function strainOf(ledger: LedgerReader, scope: ReportScope): Promise<MemberRisk['strain']> {
  const days = daysOfMemberList(scope);
  const isOver = `(${monthlyAverageSql('debits', days)} > ${monthlyAverageSql('credits', days)})`;
  const [counts = {}] = await ledger.rows(
    `SELECT count(*) AS with_income, count(*) FILTER (WHERE ${isOver}) AS over,
            count(*) FILTER (WHERE NOT ${isOver} AND round(100 * debits / credits, 1) > ${RED_ABOVE_PERCENT}) AS close
       FROM analytics.member_figures WHERE credits > 0`,
  );
  const rows = await ledger.rows(
    `SELECT account_number, credits, debits FROM analytics.member_figures WHERE credits > 0 AND ${isOver}
      ORDER BY debits - credits DESC, account_number LIMIT ${MAX_STRAINED}`,
  );
  const refOf = await memberRefs(
    ledger,
    rows.map((row) => textOf(row, 'account_number')),
  );
  return {
    withIncome: integerOf(counts, 'with_income'),
    over: integerOf(counts, 'over'),
    close: integerOf(counts, 'close'),
    first: rows.map(
      (row): StrainedMember => ({
        member: refOf(textOf(row, 'account_number')),
        incomeCents: monthlyAverage(centsIn(row, 'credits'), days),
        billsCents: monthlyAverage(centsIn(row, 'debits'), days),
      }),
    ),
  };
}

const MAX_PAYERS = 8;

export const completeMemberIntelligenceReport = defineReport(
  completeMemberIntelligenceComposer,
  async (ledger, scope) => ({
    flows: await queryFlows(ledger, scope),
    membership: await queryMembership(ledger, scope),
    activity: await activityOf(ledger, scope),
    concentration: await queryConcentration(ledger, scope),
    payers: await payersOf(ledger, scope),
    risk: await queryMemberRisk(ledger, scope),
    transfers: await queryTransfers(ledger, scope),
  }),
);

/** As `activityBand` of the domain: who has no dated entry is old. */
async function activityOf(
  ledger: LedgerReader,
  { asOf }: ReportScope,
): Promise<CompleteMemberData['activity']> {
  const [row = {}] = await ledger.rows(
    `SELECT count(*) FILTER (WHERE last_day >= $1) AS recent,
            count(*) FILTER (WHERE last_day < $1 AND last_day >= $2) AS moderate,
            count(*) FILTER (WHERE last_day < $2) AS old
       FROM analytics.member_figures`,
    [addDays(asOf, -RECENT_DAYS), addDays(asOf, -MODERATE_DAYS)],
  );
  return {
    recent: integerOf(row, 'recent'),
    moderate: integerOf(row, 'moderate'),
    old: integerOf(row, 'old'),
  };
}

async function payersOf(
  ledger: LedgerReader,
  { period, previous }: ReportScope,
): Promise<CompleteMemberData['payers']> {
  const rows = await ledger.rows(
    `SELECT paying.*, (SELECT count(*) FROM analytics.company_accounts a
                        WHERE a.company = paying.company AND a.credit_count > 0) AS members
       FROM (SELECT company, coalesce(sum(credits) FILTER (WHERE day >= $1), 0) AS now,
                    coalesce(sum(credits) FILTER (WHERE day < $1), 0) AS before
               FROM analytics.company_days WHERE day BETWEEN $3 AND $2 GROUP BY 1) paying
      WHERE now > 0 ORDER BY now DESC, company LIMIT ${MAX_PAYERS}`,
    [period.firstDay, period.lastDay, previous.firstDay],
  );
  return rows.map((row) => ({
    company: textOf(row, 'company'),
    nowCents: centsIn(row, 'now'),
    beforeCents: centsIn(row, 'before'),
    members: integerOf(row, 'members'),
  }));
}

const MAX_HIGH_VALUE_MEMBERS = 10;
const MAX_HIGH_VALUE_ALERTS = 8;

export const highValueCustomersReport = defineReport(highValueCustomersComposer, async (ledger, scope) => {
  const accounts = await largestOf(ledger, scope.period);
  const former = isComparable(scope) ? await largestOf(ledger, scope.previous) : [];
  return {
    flows: await queryFlows(ledger, scope),
    contributions: await queryContributions(ledger, scope),
    concentration: await queryConcentration(ledger, scope),
    top: await queryMemberSummaries(ledger, scope, accounts),
    former: await queryMemberSummaries(ledger, scope, former),
    alerts: await queryCitedAlerts(
      ledger,
      `account_number = ANY ($1) AND NOT reviewed AND risk_level <> 'low'
       ORDER BY risk_level = 'high' DESC, amount DESC, id LIMIT ${MAX_HIGH_VALUE_ALERTS}`,
      [accounts],
    ),
  };
});

async function largestOf(ledger: LedgerReader, { firstDay, lastDay }: Period): Promise<string[]> {
  const rows = await ledger.rows(
    `SELECT account_number FROM analytics.account_days WHERE day BETWEEN $1 AND $2 AND credit_count > 0
      GROUP BY 1 ORDER BY sum(credits) DESC, account_number LIMIT ${MAX_HIGH_VALUE_MEMBERS}`,
    [firstDay, lastDay],
  );
  return rows.map((row) => textOf(row, 'account_number'));
}

export const memberGrowthAnalysisReport = defineReport(
  memberGrowthAnalysisComposer,
  async (ledger, scope) => ({
    flows: await queryFlows(ledger, scope),
    membership: await queryMembership(ledger, scope),
  }),
);

export const memberRiskAnalysisReport = defineReport(memberRiskAnalysisComposer, async (ledger, scope) => ({
  flows: await queryFlows(ledger, scope),
  risk: await queryMemberRisk(ledger, scope),
}));

const MAX_VIP_MEMBERS = 20;
const MAX_VIP_ALERTS = 8;
/** One large payment makes nobody a VIP. */
const REGULAR_MONTHS = 6;
/** What came in two months may have come by chance. */
const MIN_REGULAR_MONTHS = 3;

export const vipMemberAnalysisReport = defineReport(vipMemberAnalysisComposer, queryVipMembers);

async function queryVipMembers(ledger: LedgerReader, scope: ReportScope): Promise<VipData> {
  // A ledger of four months has nobody with six.
  const months = monthsBetween(monthOf(scope.firstDay), monthOf(scope.asOf)).length;
  const leastMonths = Math.max(MIN_REGULAR_MONTHS, Math.min(REGULAR_MONTHS, months));
  const rows = await largestUsualMonths(ledger, scope, leastMonths);
  const [total = {}] = await ledger.rows(
    'SELECT coalesce(sum(credits), 0) AS credits FROM analytics.member_figures',
  );
  const credits = new Map(rows.map((row) => [textOf(row, 'account_number'), centsIn(row, 'credits')]));
  const members = await queryMemberSummaries(ledger, scope, [...credits.keys()]);
  const accounts = members.map(({ member }) => member.accountNumber);
  return {
    flows: await queryFlows(ledger, scope),
    members,
    leastMonths,
    yearCents: centsIn(total, 'credits'),
    vipYearCents: accounts.reduce((sum, account) => sum + (credits.get(account) ?? 0), 0),
    alerts: await queryCitedAlerts(
      ledger,
      `account_number = ANY ($1) AND NOT reviewed AND risk_level <> 'low'
       ORDER BY risk_level = 'high' DESC, amount DESC, id LIMIT ${MAX_VIP_ALERTS}`,
      [accounts],
    ),
  };
}

/**
 * Of all members with credits in so many months of the year, those with the largest usual months, as `ownNormal` gives them; without
 * a usual month yet, the average one. Of the whole months only those that are not empty are read: the empty ones lie behind them
 * in the order from the largest, so the middle of all is known without them.
 */
function largestUsualMonths(ledger: LedgerReader, scope: ReportScope, leastMonths: number): Promise<Row[]> {
  const { asOf } = scope;
  const lastWhole = isLastDayOfMonth(asOf) ? monthOf(asOf) : addMonths(monthOf(asOf), -1);
  const firstMonth = addMonths(lastWhole, 1 - MAX_USUAL_MONTHS);
  return ledger.rows(
    `WITH monthly AS (
       SELECT account_number, date_trunc('month', day::timestamp)::date AS month, sum(credits) AS credits,
              sum(credit_count) > 0 AS is_credited, min(day) FILTER (WHERE credit_count + debit_count > 0) AS first_day
         FROM analytics.account_days WHERE day BETWEEN $1 AND $2 GROUP BY 1, 2),
     regular AS (
       SELECT account_number, min(first_day) AS first_day FROM monthly
        GROUP BY 1 HAVING count(*) FILTER (WHERE is_credited AND month >= $4) >= $5),
     begun AS (
       -- The month in which a history began is not whole, unless it began on its first day.
       SELECT account_number,
              CASE WHEN first_day = $1 OR EXISTS (
                     SELECT FROM analytics.account_days e WHERE e.account_number = regular.account_number
                        AND e.day < $1 AND e.day > '-infinity' AND e.credit_count + e.debit_count > 0) THEN $1::date
                   ELSE (date_trunc('month', (first_day - 1)::timestamp) + interval '1 month')::date END AS first_whole
         FROM regular),
     whole AS (
       SELECT account_number, (extract(year FROM age($3::date, first_whole)) * 12 + extract(month FROM age($3::date, first_whole)))::integer + 1 AS months,
              array_agg(m.credits ORDER BY m.credits DESC) FILTER (WHERE m.month BETWEEN first_whole AND $3) AS sums
         FROM begun JOIN monthly m USING (account_number) GROUP BY 1, 2)
     SELECT f.account_number, f.credits
       FROM whole JOIN analytics.member_figures f USING (account_number)
      WHERE f.credits > 0
      ORDER BY CASE WHEN months >= ${MIN_USUAL_MONTHS}
                    THEN round((coalesce(sums[(months + 1) / 2], 0) + coalesce(sums[months / 2 + 1], 0)) / 2, 2)
                    ELSE ${monthlyAverageSql('credits', daysOfMemberList(scope))} END DESC,
               f.credits DESC, f.account_number
      LIMIT ${MAX_VIP_MEMBERS}`,
    [
      `${firstMonth}-01`,
      asOf,
      `${lastWhole}-01`,
      `${addMonths(monthOf(asOf), 1 - MAX_USUAL_MONTHS)}-01`,
      leastMonths,
    ],
  );
}
