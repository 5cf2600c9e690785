import type { AlertEvidence } from '@clearwatch/contracts/alerts';
import { addDays, epochDay } from '@clearwatch/domain/calendar/day';
import { daysIn } from '@clearwatch/domain/calendar/period';
import { purposeOf } from '@clearwatch/domain/detection/entry-meaning';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type { RepeatedMember, ReportedAlert } from '@clearwatch/domain/report-writing/sections/alert-facts';
import type { FlowDirection } from '@clearwatch/domain/report-writing/sections/what-changed-section';
import {
  anomalyDetection,
  type DayTotal,
  daysWithoutEntries,
  outlierDays,
} from '@clearwatch/domain/report-writing/types/anomaly-detection-report';
import { complianceAnalysis } from '@clearwatch/domain/report-writing/types/compliance-analysis-report';
import { fraudDetection } from '@clearwatch/domain/report-writing/types/fraud-detection-report';
import { queryAlerts, queryReviewWork } from '../queries/alert-queries.ts';
import { boundsOf, defineReport, fields, type LedgerReader, omit, withMembers } from '../queries/ledger-facts.ts';
import { queryFlows, queryReturns } from '../queries/money-flow-queries.ts';
import { queryInternationalTransfers } from '../queries/transfer-queries.ts';

/** Number of days before the period used for comparison: more than six months. */
const COMPARED_DAYS = 190;
/** Minimum and maximum number of earlier periods of the same length. */
const MIN_PERIODS = 3;
const MAX_PERIODS = 6;
/** Smaller company sums are noise. */
const MIN_DOLLARS = 1_000;
const TIMES_HIGHEST = 2;
/** Number of the largest days that are checked for outliers. */
const CANDIDATES = 300;
const MIN_PRIOR_DAYS = 5;
const TIMES_OWN_HIGHEST = 3;

const COMPANY = fields({
  words: { kind: ['found', 'silent'], direction: ['credits', 'debits'] },
  text: ['company'],
  cents: ['cents', 'highestCents', 'meanCents'],
});
const PAYMENT = fields({
  text: ['accountNumber', 'company'],
  words: { direction: ['credits', 'debits'] },
  day: ['day'],
  cents: ['cents', 'highestCents'],
  'text?': ['entryDescription'],
  'integer?': ['alertId'],
});

export const anomalyDetectionReport = defineReport(anomalyDetection, async (ledger, scope) => {
  const { period, asOf, firstDay } = scope;
  const totals = await fields({
    day: ['day'],
    cents: ['creditCents', 'debitCents'],
    integer: ['entries'],
  }).all(ledger, addDays(period.firstDay, -COMPARED_DAYS), period.lastDay)`
    SELECT day::text, credits AS credit_cents, debits AS debit_cents, entries FROM analytics.ledger_days
      WHERE day BETWEEN $1 AND $2 ORDER BY ledger_days.day`;
  const daysBefore = epochDay(period.firstDay) - epochDay(firstDay);
  const comparedPeriods = Math.max(0, Math.min(MAX_PERIODS, Math.floor(daysBefore / daysIn(period))));
  return {
    flows: await queryFlows(ledger, scope),
    alerts: await queryAlerts(ledger, scope),
    days: await withCompanies(ledger, totals, scope),
    daysWithoutEntries: daysWithoutEntries(totals, {
      firstDay: period.firstDay < firstDay ? firstDay : period.firstDay,
      lastDay: period.lastDay > asOf ? asOf : period.lastDay,
    }),
    comparedPeriods,
    ...(await unusualCompanies(ledger, scope, comparedPeriods)),
    payments: [
      ...(await unusualPayments(ledger, scope, 'credits')),
      ...(await unusualPayments(ledger, scope, 'debits')),
    ].toSorted((left, right) => right.cents - left.cents),
  };
});

async function withCompanies(ledger: LedgerReader, totals: readonly DayTotal[], { period }: ReportScope) {
  const outliers = outlierDays(totals, period);
  const largest = async (direction: FlowDirection) => {
    const days = outliers.filter((outlier) => outlier.direction === direction).map(({ day }) => day);
    const rows = await fields({ day: ['day'], text: ['company'], cents: ['cents'] }).all(ledger, days)`
      SELECT DISTINCT ON (day) day::text, company, ${direction} AS cents FROM analytics.company_days
        WHERE day = ANY ($1::date[]) AND ${direction} > 0 ORDER BY day, ${direction} DESC, company`;
    return new Map(rows.map(({ day, ...company }) => [day, company]));
  };
  const companies = { credits: await largest('credits'), debits: await largest('debits') };
  return outliers.map((outlier) => ({
    ...outlier,
    company: companies[outlier.direction].get(outlier.day) ?? null,
  }));
}

async function unusualCompanies(ledger: LedgerReader, { period }: ReportScope, periods: number) {
  if (periods < MIN_PERIODS) return { companies: [], companiesWithoutEntries: [] };
  const companiesOf = (direction: FlowDirection) =>
    COMPANY.all(ledger, ...boundsOf(period), daysIn(period), periods)`
      WITH sums AS (
         SELECT company, CASE WHEN day >= $1 THEN 0 ELSE 1 + ($1::date - 1 - day) / $3 END AS back, sum(${direction}) AS total
           FROM analytics.company_days WHERE day BETWEEN $1::date - $3 * $4 AND $2 GROUP BY 1, 2),
       companies AS (
         SELECT company, '${direction}' AS direction, coalesce(sum(total) FILTER (WHERE back = 0), 0) AS cents,
                coalesce(max(total) FILTER (WHERE back > 0), 0) AS highest_cents,
                coalesce(sum(total) FILTER (WHERE back > 0), 0) AS before,
                round(coalesce(sum(total) FILTER (WHERE back > 0), 0) / $4, 2) AS mean_cents,
                count(*) FILTER (WHERE back > 0 AND total > 0) AS active
           FROM sums GROUP BY 1)
       (SELECT 'found' AS kind, * FROM companies
         WHERE cents > ${TIMES_HIGHEST} * highest_cents AND cents >= ${MIN_DOLLARS} AND active > 1
         ORDER BY cents - highest_cents DESC, company)
       UNION ALL
       (SELECT 'silent', * FROM companies
         WHERE cents = 0 AND active = $4 AND before / $4 >= ${MIN_DOLLARS}
         ORDER BY before DESC, company)`;
  const all = [...(await companiesOf('credits')), ...(await companiesOf('debits'))];
  const of = (wanted: (typeof all)[number]['kind']) =>
    all.filter(({ kind }) => kind === wanted).map((company) => omit(company, 'kind'));
  return { companies: of('found'), companiesWithoutEntries: of('silent') };
}

/** Of the largest days in the period, those far above every day on the same account in the year before. */
async function unusualPayments(ledger: LedgerReader, { period }: ReportScope, direction: FlowDirection) {
  const type = direction === 'credits' ? 'Credit' : 'Debit';
  const rows = await PAYMENT.all(ledger, ...boundsOf(period))`
    SELECT d.account_number, '${direction}' AS direction, d.day::text, d.cents, h.highest AS highest_cents, e.company,
            e.entry_description, a.id AS alert_id
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
      WHERE h.days >= ${MIN_PRIOR_DAYS} AND d.cents > ${TIMES_OWN_HIGHEST} * h.highest
      ORDER BY d.cents DESC, d.account_number`;
  return (await withMembers(ledger, rows)).map(({ entryDescription, ...payment }) => ({
    ...payment,
    purpose: purposeOf({ company: payment.company, entryDescription, transactionType: type }),
  }));
}

const MAX_FLAGGED = 8;
const FLAGGED = fields({
  text: ['company'],
  risk: ['riskLevel'],
  texts: ['flags'],
  cents: ['cents'],
  integer: ['flaggedInAll'],
});

export const complianceAnalysisReport = defineReport(complianceAnalysis, async (ledger, scope) => ({
  flows: await queryFlows(ledger, scope),
  alerts: await queryAlerts(ledger, scope),
  casework: await queryReviewWork(ledger, scope),
  returns: await queryReturns(ledger, scope),
  international: await queryInternationalTransfers(ledger, scope),
  ...(await flaggedCompanies(ledger, scope)),
  imports: await fields({ integer: ['imports', 'rejectedRows'] }).one(ledger)`
    SELECT count(*) AS imports, coalesce(sum(i.rejected_count), 0) AS rejected_rows
       FROM ledger.imports i JOIN analytics.projected_imports p ON p.import_id = i.id WHERE i.state = 'stored'`,
}));

async function flaggedCompanies(ledger: LedgerReader, { period }: ReportScope) {
  const rows = await FLAGGED.all(ledger, ...boundsOf(period))`
    SELECT f.company, f.risk AS risk_level, d.moved AS cents, count(*) OVER () AS flagged_in_all,
            ARRAY(SELECT jsonb_array_elements_text(f.details -> 'flags')) AS flags
       FROM analytics.company_figures f
       JOIN (SELECT company, sum(credits + debits) AS moved FROM analytics.company_days
              WHERE day BETWEEN $1 AND $2 GROUP BY 1 HAVING sum(credits + debits) > 0) d USING (company)
      WHERE f.risk > 0
      ORDER BY f.risk DESC, d.moved DESC, f.company LIMIT ${MAX_FLAGGED}`;
  return {
    flaggedInAll: rows[0]?.flaggedInAll ?? 0,
    flagged: rows.map((company) => omit(company, 'flaggedInAll')),
  };
}

const MAX_EXPLAINED = 3;
const MAX_MEMBERS = 5;
const MAX_COMPANIES = 5;
const REPEATED = fields({
  text: ['accountNumber'],
  integer: ['alerts', 'high'],
  texts: ['activityTypes', 'alertIds'],
});

export const fraudDetectionReport = defineReport(fraudDetection, async (ledger, scope) => {
  const alerts = await queryAlerts(ledger, scope);
  return {
    flows: await queryFlows(ledger, scope),
    alerts,
    casework: await queryReviewWork(ledger, scope),
    explained: await explainedOf(ledger, alerts.serious.slice(0, MAX_EXPLAINED)),
    members: await repeatedMembers(ledger, scope),
    companies: await fields({ text: ['company'], integer: ['members', 'alerts'] }).all(
      ledger,
      ...boundsOf(scope.period),
    )`
      SELECT c.company, count(DISTINCT a.account_number) AS members, count(*) AS alerts
         FROM analytics.counted_alerts a JOIN analytics.alert_companies c ON c.alert_id = a.id
        WHERE a.activity_date BETWEEN $1 AND $2
        GROUP BY 1 HAVING count(DISTINCT a.account_number) > 1
        ORDER BY members DESC, alerts DESC, company LIMIT ${MAX_COMPANIES}`,
  };
});

/** The evidence in older alerts lacks newer fields. */
async function explainedOf(ledger: LedgerReader, alerts: readonly ReportedAlert[]) {
  const rows = (await ledger.query('SELECT id, evidence FROM analytics.counted_alerts WHERE id = ANY ($1)', [
    alerts.map(({ id }) => id),
  ])) as { id: unknown; evidence: Partial<AlertEvidence> }[];
  return alerts.map((alert) => {
    const { figures, companies } = rows.find(({ id }) => Number(id) === alert.id)?.evidence ?? {};
    return { alert, figures: figures ?? [], companies: (companies ?? []).map(({ company }) => company) };
  });
}

async function repeatedMembers(ledger: LedgerReader, { period }: ReportScope): Promise<RepeatedMember[]> {
  const rows = await REPEATED.all(ledger, ...boundsOf(period))`
    SELECT account_number, count(*) AS alerts, count(*) FILTER (WHERE risk_level = 'high') AS high,
            array_agg(DISTINCT activity_type) AS activity_types, array_agg(id::text ORDER BY id) AS alert_ids
       FROM analytics.counted_alerts WHERE activity_date BETWEEN $1 AND $2
      GROUP BY 1 HAVING count(DISTINCT activity_type) > 1
      ORDER BY high DESC, alerts DESC, account_number LIMIT ${MAX_MEMBERS}`;
  return (await withMembers(ledger, rows)).map((row) => ({ ...row, alertIds: row.alertIds.map(Number) }));
}
