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
import { type CompanyFacts, companyRisk } from '@clearwatch/domain/companies/company-risk';
import type { CounterpartyKind } from '@clearwatch/domain/companies/counterparty-table';
import { partnershipScore } from '@clearwatch/domain/companies/partnership-score';
import { companyKey } from '@clearwatch/domain/detection/company-key';
import { monthlyAverage } from '@clearwatch/domain/members/income-and-bills';
import { formatCents } from '@clearwatch/domain/money/cents';
import { type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  CLAIM_CHANGED_COMPANIES_SQL,
  type ListState,
  yearOf,
} from '../list-figures/list-state.repository.ts';
import { UNKNOWN_COMPANY_SQL } from '../projection/rollups.sql.ts';
import {
  type CompanyAggregates,
  CompanyAggregatesRepository,
  type CompanyAssessment,
} from './company-aggregates.repository.ts';

/**
 * Which companies' entries are in which high alert, for the alerts that changed; companies that are in one of them, or were,
 * are touched. Evidence is frozen when an alert is raised and brought back only by an undo.
 */
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

/** $1 companies. */
const MARK_COMPANIES_SQL = 'INSERT INTO touched_companies SELECT unnest($1::text[]) ON CONFLICT DO NOTHING';

/** Companies of which an undo has left nothing. */
const DELETE_EMPTY_COMPANIES_SQL = `
  DELETE FROM analytics.company_figures kept USING touched_companies t
   WHERE t.company = kept.company
     AND NOT EXISTS (SELECT FROM analytics.company_days d WHERE d.company = kept.company)`;

/** The search looks into every column that the list shows, on lines of their own. */
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

/** A company as the list and its own page show it. Money is decimal text. */
interface CompanyFigures {
  company: string;
  members: number;
  transactions: number;
  credits: string;
  debits: string;
  score: number;
  riskLevel: RiskLevel;
  firstDay: string | null;
  lastDay: string | null;
  details: CompanyFigureDetails;
}

export interface CompanyFigureDetails {
  flags: string[];
  /** What most of its entries of the last 90 days say that it is, where its name says nothing. */
  describedKind: CounterpartyKind | null;
  peak: string;
  averageDailyVolume: string;
  returns: ReturnTally;
}

export function toCompanyFigures(material: CompanyAggregates, judging: CompanyAssessment): CompanyFigures {
  const { riskLevel, flags } = companyRisk(factsOf(material, judging));
  const { firstDay, lastDay, creditCents, debitCents } = material;
  const volumeCents = creditCents + debitCents;
  return {
    company: material.company,
    members: material.members,
    transactions: material.transactions,
    credits: formatCents(creditCents),
    debits: formatCents(debitCents),
    score: scoreOf(material, judging, riskLevel),
    riskLevel,
    firstDay,
    lastDay,
    details: {
      flags: flags.map(({ sentence }) => sentence),
      describedKind: material.describedKind,
      peak: formatCents(material.peakCents),
      averageDailyVolume: formatCents(
        firstDay === null || lastDay === null ? 0 : averageDailyVolume({ volumeCents, firstDay, lastDay }),
      ),
      returns: material.returns,
    },
  };
}

function factsOf(material: CompanyAggregates, judging: CompanyAssessment): CompanyFacts {
  const { recent } = material;
  return {
    companyKey: companyKey(material.company),
    describedKind: material.describedKind,
    asOf: judging.asOf,
    ledgerFirstDay: judging.ledgerFirstDay,
    firstDay: material.firstDay,
    members: material.members,
    debitedAccounts: material.debitedAccounts,
    debitedAtOnce: material.debitedAtOnce,
    returns: material.returns,
    membersInHighAlerts: material.membersInHighAlerts,
    internationalEntries: recent.internationalEntries,
    debits: material.debits,
    weekendDebits: material.weekendDebits,
    // Only whether it is above its limit matters, and only when that turns is every company judged anew.
    ledgerWeekendShare: judging.postsOnWeekends ? 1 : 0,
    amounts: recent,
  };
}

function scoreOf(
  material: CompanyAggregates,
  { asOf, yearDays }: CompanyAssessment,
  riskLevel: RiskLevel,
): number {
  const { firstDay, lastDay, batchDays } = material;
  const isDated = firstDay !== null && lastDay !== null;
  return partnershipScore({
    members: material.members,
    monthlyCreditCents: monthlyAverage(material.yearCreditCents, yearDays),
    monthlyDebitCents: monthlyAverage(material.yearDebitCents, yearDays),
    monthsActiveShare: isDated ? monthsActiveShare({ batchDays, firstDay, asOf }) : 0,
    gapVariation: gapVariation(batchGaps(batchDays)),
    tenureMonths: isDated ? tenureMonths({ firstDay, lastDay }) : 0,
    returnRatePercent: returnRates(material.returns).overall.percent,
    riskLevel,
  }).score;
}

/** Companies whose days are read and judged at a time: a few megabytes. */
const BATCH_SIZE = 500;

export type CompanyDates = Pick<ListState, 'ledgerVersion' | 'firstDay' | 'asOf' | 'postsOnWeekends'> & {
  today: string;
};

/** Brings the rows of companies up to date: those whose entries or alerts changed, or all when the day has moved. */
@Injectable()
export class CompanyFiguresRefresher {
  constructor(private readonly material: CompanyAggregatesRepository) {}

  /** An entry that arrives or leaves can make a return that of another company, which itself is in no import: returns are compared. */
  async refresh(manager: EntityManager, before: ListState | null, now: CompanyDates): Promise<void> {
    await manager.query(CLAIM_CHANGED_COMPANIES_SQL);
    await manager.query(REFRESH_ALERT_COMPANIES_SQL);
    if (before === null || needsFullRefresh(before, now)) await manager.query(MARK_ALL_COMPANIES_SQL);
    const judging = assessmentOf(now);
    const isSameLedger = before !== null && before.ledgerVersion === now.ledgerVersion;
    if (isSameLedger && !(await hasMarkedCompanies(manager))) return;
    const returns = await this.material.returnsAsOf(manager, judging.asOf);
    await manager.query(MARK_COMPANIES_SQL, [await this.material.withOtherReturns(manager, returns)]);
    await manager.query(DELETE_EMPTY_COMPANIES_SQL);
    const companies = await markedCompanies(manager);
    const described = await this.material.describedAsOf(manager, companies, judging.asOf);
    for (let at = 0; at < companies.length; at += BATCH_SIZE) {
      const some = companies.slice(at, at + BATCH_SIZE);
      const material = await this.material.materialOf(manager, some, { ...judging, returns, described });
      await storeFigures(
        manager,
        material.map((company) => toCompanyFigures(company, judging)),
      );
    }
  }
}

async function hasMarkedCompanies(manager: EntityManager): Promise<boolean> {
  return (await manager.query<Row[]>('SELECT FROM touched_companies LIMIT 1')).length > 0;
}

async function markedCompanies(manager: EntityManager): Promise<string[]> {
  const rows = await manager.query<Row[]>('SELECT company FROM touched_companies ORDER BY company');
  return rows.map((row) => textOf(row, 'company'));
}

function needsFullRefresh(before: ListState, now: CompanyDates): boolean {
  return (
    before.asOf !== now.asOf ||
    before.firstDay !== now.firstDay ||
    before.postsOnWeekends !== now.postsOnWeekends
  );
}

/** Companies without any dated entry must be judged by some day; nothing is within the periods that end with it. */
function assessmentOf(now: CompanyDates) {
  const asOf = now.asOf ?? now.today;
  const year = yearOf(now) ?? { firstDay: asOf, lastDay: asOf };
  return {
    asOf,
    year,
    yearDays: daysIn(year),
    ledgerFirstDay: now.firstDay ?? asOf,
    postsOnWeekends: now.postsOnWeekends,
  };
}

async function storeFigures(manager: EntityManager, companies: readonly CompanyFigures[]): Promise<void> {
  const rows = companies.map((company) => ({ ...company, risk: RISK_LEVELS.indexOf(company.riskLevel) }));
  await manager.query(UPSERT_COMPANY_FIGURES_SQL, [JSON.stringify(rows)]);
}
