import { addDays, epochDay } from '@clearwatch/domain/calendar/day';
import { daysIn } from '@clearwatch/domain/calendar/period';
import { purposeOf } from '@clearwatch/domain/detection/entry-meaning';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type { FlowDirection } from '@clearwatch/domain/report-writing/sections/change-contributors';
import { anomalyDetection } from '@clearwatch/domain/report-writing/types/anomaly-detection-report';
import {
  type DayTotal,
  daysWithoutEntries,
  outlierDays,
  type UnusualCompany,
  type UnusualDay,
  type UnusualPayment,
} from '@clearwatch/domain/report-writing/types/anomaly-facts';
import { dayOf, integerOf, nullable, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { gatherAlerts } from '../facts/alerts.ts';
import { centsIn } from '../facts/cents-in.ts';
import { gatherFlows } from '../facts/flows.ts';
import type { LedgerFacts } from '../facts/ledger-facts.ts';
import { memberRefs } from '../facts/member-refs.ts';
import { defineReport } from './define-report.ts';

/** Days before the period that its days are held against: six months and some. */
const COMPARED_DAYS = 190;
/** Periods of the same length before, at least and at most. */
const LEAST_PERIODS = 3;
const MOST_PERIODS = 6;
/** Smaller sums of a company are noise. */
const LEAST_DOLLARS = 1_000;
const TIMES_HIGHEST = 2;
/** The largest days of the period, among which unusual ones are looked for. */
const CANDIDATES = 300;
const LEAST_DAYS_BEFORE = 5;
const TIMES_OWN_HIGHEST = 3;

export const anomalyDetectionReport = defineReport(anomalyDetection, async (ledger, asked) => {
  const totals = await dayTotals(ledger, asked);
  const comparedPeriods = comparablePeriods(asked);
  return {
    flows: await gatherFlows(ledger, asked),
    alerts: await gatherAlerts(ledger, asked),
    days: await withCompanies(ledger, totals, asked),
    silentDays: daysWithoutEntries(totals, covered(asked)),
    comparedPeriods,
    ...(await companiesOf(ledger, asked, comparedPeriods)),
    payments: [
      ...(await paymentsOf(ledger, asked, 'credits')),
      ...(await paymentsOf(ledger, asked, 'debits')),
    ].toSorted((left, right) => right.cents - left.cents),
  };
});

/** The part of the period that the ledger covers: beyond it nothing is missing. */
function covered({ period, asOf, firstDay }: ReportScope) {
  return {
    firstDay: period.firstDay < firstDay ? firstDay : period.firstDay,
    lastDay: period.lastDay > asOf ? asOf : period.lastDay,
  };
}

async function dayTotals(ledger: LedgerFacts, { period }: ReportScope): Promise<DayTotal[]> {
  const rows = await ledger.rows(
    `SELECT day::text, credits, debits, entries FROM analytics.ledger_days WHERE day BETWEEN $1 AND $2 ORDER BY day`,
    [addDays(period.firstDay, -COMPARED_DAYS), period.lastDay],
  );
  return rows.map((row) => ({
    day: dayOf(row, 'day'),
    creditCents: centsIn(row, 'credits'),
    debitCents: centsIn(row, 'debits'),
    entries: integerOf(row, 'entries'),
  }));
}

async function withCompanies(
  ledger: LedgerFacts,
  totals: readonly DayTotal[],
  { period }: ReportScope,
): Promise<UnusualDay[]> {
  const outstanding = outlierDays(totals, period);
  const largest = async (direction: FlowDirection) => {
    const days = outstanding.filter((found) => found.direction === direction).map(({ day }) => day);
    const rows = await ledger.rows(
      `SELECT DISTINCT ON (day) day::text, company, ${direction} AS cents FROM analytics.company_days
        WHERE day = ANY ($1::date[]) AND ${direction} > 0 ORDER BY day, ${direction} DESC, company`,
      [days],
    );
    return new Map(
      rows.map((row) => [
        dayOf(row, 'day'),
        { company: textOf(row, 'company'), cents: centsIn(row, 'cents') },
      ]),
    );
  };
  const companies = { credits: await largest('credits'), debits: await largest('debits') };
  return outstanding.map((found) => ({
    ...found,
    company: companies[found.direction].get(found.day) ?? null,
  }));
}

function comparablePeriods({ period, firstDay }: ReportScope): number {
  const before = epochDay(period.firstDay) - epochDay(firstDay);
  return Math.max(0, Math.min(MOST_PERIODS, Math.floor(before / daysIn(period))));
}

async function companiesOf(
  ledger: LedgerFacts,
  { period }: ReportScope,
  periods: number,
): Promise<{ companies: UnusualCompany[]; silentCompanies: UnusualCompany[] }> {
  if (periods < LEAST_PERIODS) return { companies: [], silentCompanies: [] };
  const found: UnusualCompany[] = [];
  const silent: UnusualCompany[] = [];
  for (const direction of ['credits', 'debits'] as const) {
    const rows = await ledger.rows(
      `WITH sums AS (
         SELECT company, CASE WHEN day >= $1 THEN 0 ELSE 1 + ($1::date - 1 - day) / $3 END AS back, sum(${direction}) AS total
           FROM analytics.company_days WHERE day BETWEEN $1::date - $3 * $4 AND $2 GROUP BY 1, 2),
       companies AS (
         SELECT company, coalesce(sum(total) FILTER (WHERE back = 0), 0) AS own,
                coalesce(max(total) FILTER (WHERE back > 0), 0) AS highest,
                coalesce(sum(total) FILTER (WHERE back > 0), 0) AS before,
                count(*) FILTER (WHERE back > 0 AND total > 0) AS active
           FROM sums GROUP BY 1)
       (SELECT 'found' AS kind, company, own, highest, round(before / $4, 2) AS mean FROM companies
         WHERE own > ${TIMES_HIGHEST} * highest AND own >= ${LEAST_DOLLARS} AND active > 1
         ORDER BY own - highest DESC, company)
       UNION ALL
       (SELECT 'silent', company, own, highest, round(before / $4, 2) FROM companies
         WHERE own = 0 AND active = $4 AND before / $4 >= ${LEAST_DOLLARS}
         ORDER BY before DESC, company)`,
      [period.firstDay, period.lastDay, daysIn(period), periods],
    );
    for (const row of rows) (row['kind'] === 'found' ? found : silent).push(toCompany(row, direction));
  }
  return { companies: found, silentCompanies: silent };
}

function toCompany(row: Row, direction: FlowDirection): UnusualCompany {
  return {
    company: textOf(row, 'company'),
    direction,
    cents: centsIn(row, 'own'),
    highestCents: centsIn(row, 'highest'),
    meanCents: centsIn(row, 'mean'),
  };
}

/** Among the largest days of the period, those far above anything of the same account in the year before. */
async function paymentsOf(
  ledger: LedgerFacts,
  { period }: ReportScope,
  direction: FlowDirection,
): Promise<UnusualPayment[]> {
  const type = direction === 'credits' ? 'Credit' : 'Debit';
  const rows = await ledger.rows(
    `SELECT d.account_number, d.day::text, d.cents, h.highest, e.company, e.entry_description, a.id AS alert_id
       FROM (SELECT account_number, day, ${direction} AS cents FROM analytics.account_days
              WHERE day BETWEEN $1 AND $2 AND ${direction} > 0
              ORDER BY ${direction} DESC, account_number, day LIMIT ${CANDIDATES}) d
       CROSS JOIN LATERAL (
         SELECT max(${direction}) AS highest, count(*) AS days FROM analytics.account_days b
          WHERE b.account_number = d.account_number AND b.day < d.day AND b.day >= d.day - 365 AND ${direction} > 0) h
       CROSS JOIN LATERAL (
         SELECT company, entry_description FROM ledger.transactions t
          WHERE t.account_number = d.account_number AND t.event_date = d.day AND t.entry_kind = 'money'
            AND t.transaction_type = '${type}' ORDER BY amount DESC, id LIMIT 1) e
       LEFT JOIN LATERAL (
         SELECT id FROM analytics.counted_alerts u
          WHERE u.account_number = d.account_number AND u.activity_date BETWEEN d.day - 30 AND d.day + 30
          ORDER BY abs(u.activity_date - d.day), id LIMIT 1) a ON true
      WHERE h.days >= ${LEAST_DAYS_BEFORE} AND d.cents > ${TIMES_OWN_HIGHEST} * h.highest
      ORDER BY d.cents DESC, d.account_number`,
    [period.firstDay, period.lastDay],
  );
  const refOf = await memberRefs(
    ledger,
    rows.map((row) => textOf(row, 'account_number')),
  );
  return rows.map((row) => ({
    member: refOf(textOf(row, 'account_number')),
    direction,
    day: dayOf(row, 'day'),
    cents: centsIn(row, 'cents'),
    highestCents: centsIn(row, 'highest'),
    company: textOf(row, 'company'),
    purpose: purposeOf({
      company: textOf(row, 'company'),
      entryDescription: nullable(textOf, row, 'entry_description'),
      transactionType: type,
    }),
    alertId: nullable(integerOf, row, 'alert_id'),
  }));
}
