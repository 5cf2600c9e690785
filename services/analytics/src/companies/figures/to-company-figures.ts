import type { RiskLevel } from '@clearwatch/contracts/alerts';
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
import type { CompanyMaterial, Judging } from './company-material.ts';

/** A company as the list and its own page show it. Money is decimal text. */
export interface CompanyFigures {
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

export function toCompanyFigures(material: CompanyMaterial, judging: Judging): CompanyFigures {
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

function factsOf(material: CompanyMaterial, judging: Judging): CompanyFacts {
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

function scoreOf(material: CompanyMaterial, { asOf, yearDays }: Judging, riskLevel: RiskLevel): number {
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
