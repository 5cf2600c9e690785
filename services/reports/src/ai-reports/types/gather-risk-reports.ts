import { type AlertEvidence, RISK_LEVELS } from '@clearwatch/contracts/alerts';
import { addDays, epochDay } from '@clearwatch/domain/calendar/day';
import { daysIn } from '@clearwatch/domain/calendar/period';
import { purposeOf } from '@clearwatch/domain/detection/entry-meaning';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type {
  ExplainedAlert,
  RepeatedMember,
  ReportedAlert,
  SharedCompany,
} from '@clearwatch/domain/report-writing/sections/alert-facts';
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
import {
  type ComplianceData,
  complianceAnalysis,
} from '@clearwatch/domain/report-writing/types/compliance-analysis-report';
import { fraudDetection } from '@clearwatch/domain/report-writing/types/fraud-detection-report';
import {
  dayOf,
  integerOf,
  nullable,
  type Row,
  textArrayOf,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { queryAlerts, queryReviewWork } from '../queries/alert-queries.ts';
import { centsIn, defineReport, type LedgerReader, memberRefs } from '../queries/ledger-facts.ts';
import { queryFlows, queryReturns } from '../queries/money-flow-queries.ts';
import { queryInternationalTransfers } from '../queries/transfer-queries.ts';

/** Days before the period that its days are held against: six months and some. */
const COMPARED_DAYS = 190;
/** Periods of the same length before, at least and at most. */
const MIN_PERIODS = 3;
const MAX_PERIODS = 6;
/** Smaller sums of a company are noise. */
const MIN_DOLLARS = 1_000;
const TIMES_HIGHEST = 2;
/** The largest days of the period, among which unusual ones are looked for. */
const CANDIDATES = 300;
const MIN_PRIOR_DAYS = 5;
const TIMES_OWN_HIGHEST = 3;

export const anomalyDetectionReport = defineReport(anomalyDetection, async (ledger, scope) => {
  const totals = await dayTotals(ledger, scope);
  const comparedPeriods = comparablePeriods(scope);
  return {
    flows: await queryFlows(ledger, scope),
    alerts: await queryAlerts(ledger, scope),
    days: await withCompanies(ledger, totals, scope),
    silentDays: daysWithoutEntries(totals, covered(scope)),
    comparedPeriods,
    ...(await unusualCompanies(ledger, scope, comparedPeriods)),
    payments: [
      ...(await unusualPayments(ledger, scope, 'credits')),
      ...(await unusualPayments(ledger, scope, 'debits')),
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

async function dayTotals(ledger: LedgerReader, { period }: ReportScope): Promise<DayTotal[]> {
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
  ledger: LedgerReader,
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
  return Math.max(0, Math.min(MAX_PERIODS, Math.floor(before / daysIn(period))));
}

async function unusualCompanies(
  ledger: LedgerReader,
  { period }: ReportScope,
  periods: number,
): Promise<{ companies: UnusualCompany[]; silentCompanies: UnusualCompany[] }> {
  if (periods < MIN_PERIODS) return { companies: [], silentCompanies: [] };
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
         WHERE own > ${TIMES_HIGHEST} * highest AND own >= ${MIN_DOLLARS} AND active > 1
         ORDER BY own - highest DESC, company)
       UNION ALL
       (SELECT 'silent', company, own, highest, round(before / $4, 2) FROM companies
         WHERE own = 0 AND active = $4 AND before / $4 >= ${MIN_DOLLARS}
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
async function unusualPayments(
  ledger: LedgerReader,
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
      WHERE h.days >= ${MIN_PRIOR_DAYS} AND d.cents > ${TIMES_OWN_HIGHEST} * h.highest
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

const MAX_FLAGGED = 8;

export const complianceAnalysisReport = defineReport(complianceAnalysis, async (ledger, scope) => ({
  flows: await queryFlows(ledger, scope),
  alerts: await queryAlerts(ledger, scope),
  casework: await queryReviewWork(ledger, scope),
  returns: await queryReturns(ledger, scope),
  international: await queryInternationalTransfers(ledger, scope),
  ...(await flaggedCompanies(ledger, scope)),
  imports: await importsOf(ledger),
}));

/** Companies that their own page calls medium or high, with money in the period. */
async function flaggedCompanies(
  ledger: LedgerReader,
  { period }: ReportScope,
): Promise<Pick<ComplianceData, 'flagged' | 'flaggedInAll'>> {
  const rows = await ledger.rows(
    `SELECT f.company, f.risk, d.moved, count(*) OVER () AS flagged,
            ARRAY(SELECT jsonb_array_elements_text(f.details -> 'flags')) AS flags
       FROM analytics.company_figures f
       JOIN (SELECT company, sum(credits + debits) AS moved FROM analytics.company_days
              WHERE day BETWEEN $1 AND $2 GROUP BY 1 HAVING sum(credits + debits) > 0) d USING (company)
      WHERE f.risk > 0
      ORDER BY f.risk DESC, d.moved DESC, f.company LIMIT ${MAX_FLAGGED}`,
    [period.firstDay, period.lastDay],
  );
  const [first] = rows;
  return {
    flaggedInAll: first === undefined ? 0 : integerOf(first, 'flagged'),
    flagged: rows.map((row) => ({
      company: textOf(row, 'company'),
      riskLevel: RISK_LEVELS[integerOf(row, 'risk')] ?? 'low',
      flags: textArrayOf(row, 'flags'),
      cents: centsIn(row, 'moved'),
    })),
  };
}

async function importsOf(ledger: LedgerReader): Promise<ComplianceData['imports']> {
  const [row = {}] = await ledger.rows(
    `SELECT count(*) AS imports, coalesce(sum(i.rejected_count), 0) AS rejected
       FROM ledger.imports i JOIN analytics.projected_imports p ON p.import_id = i.id WHERE i.state = 'stored'`,
  );
  return { imports: integerOf(row, 'imports'), rejectedRows: integerOf(row, 'rejected') };
}

const MAX_EXPLAINED = 3;
const MAX_MEMBERS = 5;
const MAX_COMPANIES = 5;

export const fraudDetectionReport = defineReport(fraudDetection, async (ledger, scope) => {
  const alerts = await queryAlerts(ledger, scope);
  return {
    flows: await queryFlows(ledger, scope),
    alerts,
    casework: await queryReviewWork(ledger, scope),
    explained: await explainedOf(ledger, alerts.serious.slice(0, MAX_EXPLAINED)),
    members: await repeatedMembers(ledger, scope),
    companies: await sharedCompanies(ledger, scope),
  };
});

/** Evidence is frozen as contracts has it; older alerts than a field of it have none there. */
async function explainedOf(
  ledger: LedgerReader,
  alerts: readonly ReportedAlert[],
): Promise<ExplainedAlert[]> {
  const rows = await ledger.rows(
    `SELECT id, evidence -> 'figures' AS figures, evidence -> 'companies' AS companies
       FROM analytics.counted_alerts WHERE id = ANY ($1)`,
    [alerts.map(({ id }) => id)],
  );
  return alerts.map((alert) => {
    const row = rows.find((candidate) => integerOf(candidate, 'id') === alert.id) ?? {};
    const figures = row['figures'] as AlertEvidence['figures'] | null | undefined;
    const companies = row['companies'] as AlertEvidence['companies'] | null | undefined;
    return { alert, figures: figures ?? [], companies: (companies ?? []).map(({ company }) => company) };
  });
}

async function repeatedMembers(ledger: LedgerReader, { period }: ReportScope): Promise<RepeatedMember[]> {
  const rows = await ledger.rows(
    `SELECT account_number, count(*) AS alerts, count(*) FILTER (WHERE risk_level = 'high') AS high,
            array_agg(DISTINCT activity_type) AS types, array_agg(id::text ORDER BY id) AS ids
       FROM analytics.counted_alerts WHERE activity_date BETWEEN $1 AND $2
      GROUP BY 1 HAVING count(DISTINCT activity_type) > 1
      ORDER BY high DESC, alerts DESC, account_number LIMIT ${MAX_MEMBERS}`,
    [period.firstDay, period.lastDay],
  );
  const refOf = await memberRefs(
    ledger,
    rows.map((row) => textOf(row, 'account_number')),
  );
  return rows.map((row) => ({
    member: refOf(textOf(row, 'account_number')),
    alerts: integerOf(row, 'alerts'),
    high: integerOf(row, 'high'),
    activityTypes: textArrayOf(row, 'types'),
    alertIds: textArrayOf(row, 'ids').map(Number),
  }));
}

async function sharedCompanies(ledger: LedgerReader, { period }: ReportScope): Promise<SharedCompany[]> {
  const rows = await ledger.rows(
    `SELECT c.company, count(DISTINCT a.account_number) AS members, count(*) AS alerts
       FROM analytics.counted_alerts a JOIN analytics.alert_companies c ON c.alert_id = a.id
      WHERE a.activity_date BETWEEN $1 AND $2
      GROUP BY 1 HAVING count(DISTINCT a.account_number) > 1
      ORDER BY members DESC, alerts DESC, company LIMIT ${MAX_COMPANIES}`,
    [period.firstDay, period.lastDay],
  );
  return rows.map((row) => ({
    company: textOf(row, 'company'),
    members: integerOf(row, 'members'),
    alerts: integerOf(row, 'alerts'),
  }));
}
