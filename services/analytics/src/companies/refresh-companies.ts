import { RISK_LEVELS, type RiskLevel } from '@clearwatch/contracts/alerts';
import { daysIn } from '@clearwatch/domain/calendar/period';
import {
  averageDailyVolume,
  batchGaps,
  gapVariation,
  monthsActiveShare,
  tenureMonths,
} from '@clearwatch/domain/companies/company-activity';
import { type ReturnTally, returnRates } from '@clearwatch/domain/companies/company-return-rates';
import { companyRisk } from '@clearwatch/domain/companies/company-risk';
import type { CounterpartyKind } from '@clearwatch/domain/companies/counterparty-table';
import { partnershipScore } from '@clearwatch/domain/companies/partnership-score';
import { companyKey } from '@clearwatch/domain/detection/company-key';
import { monthlyAverage } from '@clearwatch/domain/members/income-and-bills';
import { formatCents } from '@clearwatch/domain/money/cents';
import { hasRows, queryTexts } from '@clearwatch/service-kit/database/query-rows';
import type { EntityManager } from 'typeorm';
import { CLAIM_CHANGED_COMPANIES_SQL, type ListState, yearOf } from '../list-figures/list-state.repository.ts';
import { UNKNOWN_COMPANY_SQL } from '../projection/rollups.sql.ts';
import {
  type CompanyAggregates,
  companiesWithOtherReturns,
  companyAggregates,
  describedAsOf,
  returnsAsOf,
} from './company-aggregates.repository.ts';

/** Companies with entries in high-risk alerts, updated for changed alerts. Marks companies that are or were in one of these alerts. */
const REFRESH_ALERT_COMPANIES_SQL = `
  INSERT INTO touched_companies
  SELECT company FROM analytics.alert_companies WHERE alert_id IN (SELECT alert_id FROM touched_alerts)
  ON CONFLICT DO NOTHING;
  DELETE FROM analytics.alert_companies WHERE alert_id IN (SELECT alert_id FROM touched_alerts);
  INSERT INTO analytics.alert_companies (alert_id, company)
  SELECT DISTINCT a.id, entry ->> 'company'
    FROM analytics.unusual_activities a CROSS JOIN LATERAL jsonb_array_elements(a.evidence -> 'entries') AS entry
   WHERE a.risk_level = 'high' AND a.id IN (SELECT alert_id FROM touched_alerts)
     AND entry ->> 'company' <> ${UNKNOWN_COMPANY_SQL};
  INSERT INTO touched_companies
  SELECT company FROM analytics.alert_companies WHERE alert_id IN (SELECT alert_id FROM touched_alerts)
  ON CONFLICT DO NOTHING`;

const MARK_ALL_COMPANIES_SQL = `
  INSERT INTO touched_companies
  SELECT company FROM analytics.company_days UNION SELECT company FROM analytics.company_figures
  ON CONFLICT DO NOTHING`;

const MARK_COMPANIES_SQL = 'INSERT INTO touched_companies SELECT unnest($1::text[]) ON CONFLICT DO NOTHING';

const DELETE_EMPTY_COMPANIES_SQL = `
  DELETE FROM analytics.company_figures kept USING touched_companies t
   WHERE t.company = kept.company
     AND NOT EXISTS (SELECT FROM analytics.company_days d WHERE d.company = kept.company)`;

/** Search text: every column of the list, one per line. */
const UPSERT_COMPANY_FIGURES_SQL = `
  INSERT INTO analytics.company_figures (company, sort_name, search_text, members, transactions, credits, debits, score,
    risk, first_day, last_day, details)
  SELECT company, analytics.folded(company),
         concat_ws(E'\\n', analytics.folded(company), "riskLevel", credits, debits, members, transactions, score),
         members, transactions, credits, debits, score, risk, "firstDay", coalesce("lastDay", '-infinity'), details
    FROM jsonb_to_recordset($1::jsonb) AS f (company text, "riskLevel" text, members integer, transactions integer,
      credits numeric(18,2), debits numeric(18,2), score smallint, risk smallint, "firstDay" date, "lastDay" date,
      details jsonb)
  ON CONFLICT (company) DO UPDATE SET search_text = EXCLUDED.search_text, members = EXCLUDED.members,
    transactions = EXCLUDED.transactions, credits = EXCLUDED.credits, debits = EXCLUDED.debits, score = EXCLUDED.score,
    risk = EXCLUDED.risk, first_day = EXCLUDED.first_day, last_day = EXCLUDED.last_day, details = EXCLUDED.details`;

export interface CompanyFigureDetails {
  flags: string[];
  /** Kind of most entries in the last 90 days; null without a majority or if the company's name indicates the kind. */
  describedKind: CounterpartyKind | null;
  peak: string;
  averageDailyVolume: string;
  returns: ReturnTally;
}

export interface CompanyAssessment {
  asOf: string;
  ledgerFirstDay: string;
  /** Number of days in the twelve months that the ledger covers. */
  yearDays: number;
  postsOnWeekends: boolean;
}

export function toCompanyFigures(aggregates: CompanyAggregates, assessment: CompanyAssessment) {
  const { company, members, transactions, firstDay, lastDay, creditCents, debitCents } = aggregates;
  const { riskLevel, flags } = companyRisk({
    ...aggregates,
    ...assessment,
    companyKey: companyKey(company),
    internationalEntries: aggregates.recent.internationalEntries,
    // The exact share does not matter, because all companies are reassessed when it crosses the limit.
    ledgerWeekendShare: assessment.postsOnWeekends ? 1 : 0,
    amounts: aggregates.recent,
  });
  const volumeCents = creditCents + debitCents;
  const details: CompanyFigureDetails = {
    flags: flags.map(({ sentence }) => sentence),
    describedKind: aggregates.describedKind,
    peak: formatCents(aggregates.peakCents),
    averageDailyVolume: formatCents(
      firstDay === null || lastDay === null ? 0 : averageDailyVolume({ volumeCents, firstDay, lastDay }),
    ),
    returns: aggregates.returns,
  };
  return {
    company,
    members,
    transactions,
    credits: formatCents(creditCents),
    debits: formatCents(debitCents),
    score: scoreOf(aggregates, assessment, riskLevel),
    riskLevel,
    risk: RISK_LEVELS.indexOf(riskLevel),
    firstDay,
    lastDay,
    details,
  };
}

function scoreOf(aggregates: CompanyAggregates, { asOf, yearDays }: CompanyAssessment, riskLevel: RiskLevel) {
  const { firstDay, lastDay, batchDays } = aggregates;
  const isDated = firstDay !== null && lastDay !== null;
  return partnershipScore({
    members: aggregates.members,
    monthlyCreditCents: monthlyAverage(aggregates.yearCreditCents, yearDays),
    monthlyDebitCents: monthlyAverage(aggregates.yearDebitCents, yearDays),
    monthsActiveShare: isDated ? monthsActiveShare({ batchDays, firstDay, asOf }) : 0,
    gapVariation: gapVariation(batchGaps(batchDays)),
    tenureMonths: isDated ? tenureMonths({ firstDay, lastDay }) : 0,
    returnRatePercent: returnRates(aggregates.returns).overall.percent,
    riskLevel,
  }).score;
}

/** Number of companies whose days are read at a time. A batch takes a few megabytes. */
const BATCH_SIZE = 500;

export async function refreshCompanies(
  manager: EntityManager,
  before: ListState | null,
  now: Pick<ListState, 'ledgerVersion' | 'firstDay' | 'asOf' | 'postsOnWeekends'> & { today: string },
): Promise<void> {
  await manager.query(CLAIM_CHANGED_COMPANIES_SQL);
  await manager.query(REFRESH_ALERT_COMPANIES_SQL);
  const isSamePeriod =
    before?.asOf === now.asOf && before.firstDay === now.firstDay && before.postsOnWeekends === now.postsOnWeekends;
  if (!isSamePeriod) await manager.query(MARK_ALL_COMPANIES_SQL);
  const isSameLedger = before?.ledgerVersion === now.ledgerVersion;
  if (isSameLedger && !(await hasRows(manager, 'SELECT FROM touched_companies LIMIT 1'))) return;
  // Without any dated entry, companies are assessed as of today. The periods that end today are then empty.
  const asOf = now.asOf ?? now.today;
  const year = yearOf(now) ?? { firstDay: asOf, lastDay: asOf };
  const assessment = {
    asOf,
    yearDays: daysIn(year),
    ledgerFirstDay: now.firstDay ?? asOf,
    postsOnWeekends: now.postsOnWeekends,
  };
  // An entry can move a return to another company that the import does not contain, so all return counts are compared.
  const returns = await returnsAsOf(manager, asOf);
  await manager.query(MARK_COMPANIES_SQL, [await companiesWithOtherReturns(manager, returns)]);
  await manager.query(DELETE_EMPTY_COMPANIES_SQL);
  const companies = await queryTexts(manager, 'SELECT company FROM touched_companies ORDER BY company');
  const described = await describedAsOf(manager, companies, asOf);
  for (let at = 0; at < companies.length; at += BATCH_SIZE) {
    const batch = companies.slice(at, at + BATCH_SIZE);
    const aggregates = await companyAggregates(manager, batch, { asOf, year, returns, described });
    const figures = aggregates.map((company) => toCompanyFigures(company, assessment));
    await manager.query(UPSERT_COMPANY_FIGURES_SQL, [JSON.stringify(figures)]);
  }
}
