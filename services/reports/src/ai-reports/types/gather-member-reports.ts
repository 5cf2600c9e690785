import { categoryOf, RISK_LEVELS, type RiskLevel } from '@clearwatch/contracts/alerts';
import { addMonths, isLastDayOfMonth, monthOf, monthsBetween } from '@clearwatch/domain/calendar/day';
import type { Period } from '@clearwatch/domain/calendar/period';
import { monthlyAverage } from '@clearwatch/domain/members/income-and-bills';
import { MODERATE_DAYS, RECENT_DAYS, RED_ABOVE_PERCENT } from '@clearwatch/domain/members/member-bands';
import { MAX_USUAL_MONTHS, MIN_USUAL_MONTHS } from '@clearwatch/domain/members/member-baseline';
import { isComparable } from '@clearwatch/domain/report-writing/compared-facts';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type { MemberRisk } from '@clearwatch/domain/report-writing/sections/member-risk-sections';
import {
  highValueCustomers,
  vipMemberAnalysis,
} from '@clearwatch/domain/report-writing/types/high-value-member-reports';
import {
  completeMemberIntelligence,
  memberGrowthAnalysis,
  memberRiskAnalysis,
} from '@clearwatch/domain/report-writing/types/member-base-reports';
import type { ReadRow } from '@clearwatch/service-kit/database/query-rows';
import { sql } from '../../sql-template.ts';
import { queryOpenAlerts } from '../queries/alert-queries.ts';
import {
  boundsOf,
  daysOfMemberList,
  defineReport,
  fields,
  type LedgerReader,
  omit,
  textsOf,
  withMembers,
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
/** Maximum number of alert links in a report. */
const MAX_ALERT_LINKS = 30;

const LEVEL = fields({ risk: ['risk'], integer: ['members'], cents: ['creditCents', 'debitCents'] });
const ALERTED = fields({
  text: ['accountNumber', 'activityType'],
  boolean: ['now', 'before', 'firstTime'],
});
const WATCHED = fields({
  text: ['accountNumber', 'activityType'],
  integer: ['openHigh', 'openMedium', 'alertId'],
  texts: ['alertIds'],
  day: ['day'],
  cents: ['creditCents', 'debitCents', 'amountCents'],
});

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
  const rows = await LEVEL.all(ledger, ...boundsOf(period))`
    SELECT f.risk, count(*) AS members, coalesce(sum(d.credits), 0) AS credit_cents, coalesce(sum(d.debits), 0) AS debit_cents
       FROM analytics.member_figures f
       LEFT JOIN (SELECT account_number, sum(credits) AS credits, sum(debits) AS debits
                    FROM analytics.account_days WHERE day BETWEEN $1 AND $2 GROUP BY 1) d USING (account_number)
      GROUP BY 1`;
  const levelOf = (level: RiskLevel) => {
    const none = { risk: level, members: 0, creditCents: 0, debitCents: 0 };
    return omit(rows.find(({ risk }) => risk === level) ?? none, 'risk');
  };
  return { low: levelOf('low'), medium: levelOf('medium'), high: levelOf('high') };
}

/** Counts accounts, so a member with five alerts counts once. */
async function alertedOf(ledger: LedgerReader, { period, previous }: ReportScope) {
  const rows = await ALERTED.all(ledger, ...boundsOf(period, previous))`
    SELECT account_number, activity_type, bool_or(activity_date BETWEEN $1 AND $2) AS now,
            bool_or(activity_date BETWEEN $3 AND $4) AS before, min(activity_date) >= $1 AS first_time
       FROM analytics.counted_alerts WHERE risk_level <> 'low' AND activity_date <= $2 GROUP BY 1, 2`;
  type Alerted = ReadRow<typeof ALERTED>;
  const accountsOf = (of: readonly Alerted[], isMatch: (row: Alerted) => boolean) =>
    new Set(of.filter(isMatch).map(({ accountNumber }) => accountNumber));
  const known = accountsOf(rows, ({ firstTime }) => !firstTime);
  const now = accountsOf(rows, (row) => row.now);
  const byCategory = Map.groupBy(rows, ({ activityType }) => categoryOf(activityType));
  return {
    alerted: {
      now: now.size,
      before: accountsOf(rows, ({ before }) => before).size,
      firstTime: [...now].filter((account) => !known.has(account)).length,
    },
    categories: [...byCategory]
      .map(([category, of]) => ({
        category,
        now: accountsOf(of, (row) => row.now).size,
        before: accountsOf(of, ({ before }) => before).size,
      }))
      .filter(({ now, before }) => now + before > 0)
      .toSorted(
        (left, right) =>
          right.now - left.now || right.before - left.before || (left.category < right.category ? -1 : 1),
      ),
  };
}

async function watchedOf(ledger: LedgerReader, { period }: ReportScope) {
  const rows = await WATCHED.all(ledger, ...boundsOf(period))`
    SELECT w.*, coalesce(d.credits, 0) AS credit_cents, coalesce(d.debits, 0) AS debit_cents, l.activity_type,
            l.amount AS amount_cents, l.activity_date::text AS day
       FROM (SELECT a.account_number, count(*) FILTER (WHERE a.risk_level = 'high') AS open_high,
                    count(*) FILTER (WHERE a.risk_level = 'medium') AS open_medium,
                    (array_agg(a.id ORDER BY a.risk_level = 'high' DESC, a.amount DESC, a.id))[1] AS alert_id,
                    array_agg(a.id::text ORDER BY a.risk_level = 'high' DESC, a.amount DESC, a.id) AS alert_ids, max(a.amount) AS most
               FROM analytics.counted_alerts a JOIN analytics.member_figures f USING (account_number)
              WHERE f.risk = ${RISK_LEVELS.indexOf('high')} AND NOT a.reviewed AND a.risk_level <> 'low'
              GROUP BY 1 ORDER BY open_high DESC, most DESC, account_number LIMIT ${MAX_WATCHED}) w
       JOIN analytics.counted_alerts l ON l.id = w.alert_id
       LEFT JOIN LATERAL (SELECT sum(credits) AS credits, sum(debits) AS debits FROM analytics.account_days d
                           WHERE d.account_number = w.account_number AND d.day BETWEEN $1 AND $2) d ON true
      ORDER BY w.open_high DESC, w.most DESC, w.account_number`;
  return {
    watched: (await withMembers(ledger, rows)).map(({ alertId, activityType, amountCents, day, ...watched }) => ({
      ...omit(watched, 'alertIds'),
      largest: { alertId, activityType, amountCents, day },
    })),
    watchedAlertIds: rows.flatMap(({ alertIds }) => alertIds.map(Number)).slice(0, MAX_ALERT_LINKS),
  };
}

/** Rounded as in the member list: amounts to the cent, the ratio to one decimal place. */
async function strainOf(ledger: LedgerReader, scope: ReportScope): Promise<MemberRisk['strain']> {
  const days = daysOfMemberList(scope);
  const isOver = sql`(${monthlyAverageSql('debits', days)} > ${monthlyAverageSql('credits', days)})`;
  const counts = await fields({ integer: ['withIncome', 'over', 'close'] }).one(ledger)`
    SELECT count(*) AS with_income, count(*) FILTER (WHERE ${isOver}) AS over,
            count(*) FILTER (WHERE NOT ${isOver} AND round(100 * debits / credits, 1) > ${RED_ABOVE_PERCENT}) AS close
       FROM analytics.member_figures WHERE credits > 0`;
  const rows = await fields({ text: ['accountNumber'], cents: ['credits', 'debits'] }).all(ledger)`
    SELECT account_number, credits, debits FROM analytics.member_figures WHERE credits > 0 AND ${isOver}
      ORDER BY debits - credits DESC, account_number LIMIT ${MAX_STRAINED}`;
  return {
    ...counts,
    first: (await withMembers(ledger, rows)).map(({ member, credits, debits }) => ({
      member,
      incomeCents: monthlyAverage(credits, days),
      billsCents: monthlyAverage(debits, days),
    })),
  };
}

const MAX_PAYERS = 8;
const PAYER = fields({ text: ['company'], cents: ['nowCents', 'beforeCents'], integer: ['members'] });

export const completeMemberIntelligenceReport = defineReport(completeMemberIntelligence, async (ledger, scope) => ({
  flows: await queryFlows(ledger, scope),
  membership: await queryMembership(ledger, scope),
  // As in the domain's `activityBand`, members without dated entries count as old.
  activity: await fields({ integer: ['recent', 'moderate', 'old'] }).one(ledger, scope.asOf)`
      SELECT count(*) FILTER (WHERE last_day >= $1::date - ${RECENT_DAYS}) AS recent,
              count(*) FILTER (WHERE last_day < $1::date - ${RECENT_DAYS} AND last_day >= $1::date - ${MODERATE_DAYS}) AS moderate,
              count(*) FILTER (WHERE last_day < $1::date - ${MODERATE_DAYS}) AS old
         FROM analytics.member_figures`,
  concentration: await queryConcentration(ledger, scope),
  payers: await PAYER.all(ledger, ...boundsOf(scope.period), scope.previous.firstDay)`
      SELECT paying.*, (SELECT count(*) FROM analytics.company_accounts a
                          WHERE a.company = paying.company AND a.credit_count > 0) AS members
         FROM (SELECT company, coalesce(sum(credits) FILTER (WHERE day >= $1), 0) AS now_cents,
                      coalesce(sum(credits) FILTER (WHERE day < $1), 0) AS before_cents
                 FROM analytics.company_days WHERE day BETWEEN $3 AND $2 GROUP BY 1) paying
        WHERE now_cents > 0 ORDER BY now_cents DESC, company LIMIT ${MAX_PAYERS}`,
  risk: await queryMemberRisk(ledger, scope),
  transfers: await queryTransfers(ledger, scope),
}));

const MAX_HIGH_VALUE_MEMBERS = 10;
const MAX_HIGH_VALUE_ALERTS = 8;

export const highValueCustomersReport = defineReport(highValueCustomers, async (ledger, scope) => {
  const accounts = await largestOf(ledger, scope.period);
  const former = isComparable(scope) ? await largestOf(ledger, scope.previous) : [];
  return {
    flows: await queryFlows(ledger, scope),
    contributions: await queryContributions(ledger, scope),
    concentration: await queryConcentration(ledger, scope),
    top: await queryMemberSummaries(ledger, scope, accounts),
    former: await queryMemberSummaries(ledger, scope, former),
    alerts: await queryOpenAlerts(ledger, accounts, MAX_HIGH_VALUE_ALERTS),
  };
});

function largestOf(ledger: LedgerReader, { firstDay, lastDay }: Period): Promise<string[]> {
  return textsOf(ledger, firstDay, lastDay)`
    SELECT account_number FROM analytics.account_days WHERE day BETWEEN $1 AND $2 AND credit_count > 0
      GROUP BY 1 ORDER BY sum(credits) DESC, account_number LIMIT ${MAX_HIGH_VALUE_MEMBERS}`;
}

export const memberGrowthAnalysisReport = defineReport(memberGrowthAnalysis, async (ledger, scope) => ({
  flows: await queryFlows(ledger, scope),
  membership: await queryMembership(ledger, scope),
}));

export const memberRiskAnalysisReport = defineReport(memberRiskAnalysis, async (ledger, scope) => ({
  flows: await queryFlows(ledger, scope),
  risk: await queryMemberRisk(ledger, scope),
}));

const MAX_VIP_MEMBERS = 20;
const MAX_VIP_ALERTS = 8;
/** One large payment does not make a VIP. */
const REGULAR_MONTHS = 6;
/** Credits in only two months may be coincidence. */
const MIN_REGULAR_MONTHS = 3;
const VIP = fields({ text: ['accountNumber'], cents: ['credits'] });

export const vipMemberAnalysisReport = defineReport(vipMemberAnalysis, async (ledger, scope) => {
  // A four-month ledger cannot have six months with credits.
  const months = monthsBetween(monthOf(scope.firstDay), monthOf(scope.asOf)).length;
  const leastMonths = Math.max(MIN_REGULAR_MONTHS, Math.min(REGULAR_MONTHS, months));
  const rows = await largestUsualMonths(ledger, scope, leastMonths);
  const credits = new Map(rows.map((row) => [row.accountNumber, row.credits]));
  const members = await queryMemberSummaries(ledger, scope, [...credits.keys()]);
  const accounts = members.map(({ member }) => member.accountNumber);
  const year = sql`SELECT coalesce(sum(credits), 0) AS year_cents FROM analytics.member_figures`;
  return {
    flows: await queryFlows(ledger, scope),
    members,
    leastMonths,
    ...(await fields({ cents: ['yearCents'] }).one(ledger)`${year}`),
    vipYearCents: accounts.reduce((sum, account) => sum + (credits.get(account) ?? 0), 0),
    alerts: await queryOpenAlerts(ledger, accounts, MAX_VIP_ALERTS),
  };
});

/**
 * Members with the largest usual months (`ownNormal`), or average months if there is no usual month yet,
 * among those with credits in at least `leastMonths` months of the year. Reads only full months with credits:
 * sorted largest first, empty months come last, so the median can be computed without them.
 */
function largestUsualMonths(ledger: LedgerReader, scope: ReportScope, leastMonths: number) {
  const { asOf } = scope;
  const lastWhole = isLastDayOfMonth(asOf) ? monthOf(asOf) : addMonths(monthOf(asOf), -1);
  const firstMonth = addMonths(lastWhole, 1 - MAX_USUAL_MONTHS);
  const counted = `${addMonths(monthOf(asOf), 1 - MAX_USUAL_MONTHS)}-01`;
  return VIP.all(ledger, `${firstMonth}-01`, asOf, `${lastWhole}-01`, counted, leastMonths)`
    WITH monthly AS (
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
      LIMIT ${MAX_VIP_MEMBERS}`;
}
