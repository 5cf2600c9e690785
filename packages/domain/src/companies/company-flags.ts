import type { RiskLevel } from '@clearwatch/contracts/fraud/risk-level';
import { addDays } from '../calendar/day.ts';
import { COMPANY_RISK_DAYS, type CompanyFacts } from './company-facts.ts';
import { highRiskLineOf } from './high-risk-lines.ts';
import { peakToAverage } from './peak-to-average.ts';
import { percentAbove } from './percent-above.ts';
import { returnRates } from './return-rates.ts';
import { arrivedAfterWarmUp, isSpray, SPRAY_DAYS } from './spray.ts';

/** So many unauthorized returns suffice when they are at least this percentage of the debits. */
export const FEW_UNAUTHORIZED_RETURNS = 2;
export const FEW_UNAUTHORIZED_PERCENT = 10;
/**
 * Members with high alerts that make the company they met high, and the least percentage of its members that they must be, which
 * the detection catalogue does not ask: an alert names all entries of its window, and a supermarket is in some every week.
 */
export const HIGH_ALERT_MEMBERS = 3;
export const HIGH_ALERT_PERCENT = 10;
/** A company is new for so many days, and has many members from so many on. */
export const NEW_ORIGINATOR_DAYS = 60;
export const NEW_ORIGINATOR_MEMBERS = 5;
/** Percent of the debits that are dated Monday to Friday below which a company is flagged, and the least debits. */
export const LEAST_WEEKDAY_PERCENT = 50;
export const WEEKEND_LEAST_DEBITS = 5;
/** An institution that dates more than this share of all entries on weekends posts on them: then they say nothing. */
export const POSTS_ON_WEEKENDS_SHARE = 0.05;
/** From this multiple of the average on, the largest transaction is flagged. */
export const PEAK_FLAG_RATIO = 5;
/** With fewer transactions the average says too little to compare with. */
export const PEAK_LEAST_TRANSACTIONS = 20;

/** One thing about a company that an analyst should know; `low` only informs. */
interface Flag {
  riskLevel: RiskLevel;
  sentence: (facts: CompanyFacts) => string | null;
}

/** All flags of a company, the gravest first (detection catalogue, section 8). A sentence is null when nothing is flagged. */
export const COMPANY_FLAGS = {
  unauthorizedReturns: {
    riskLevel: 'high',
    sentence: ({ returns }) => {
      const { isAbove, returns: count, percent, limitPercent } = returnRates(returns).unauthorized;
      if (percent === null) return null;
      const isLargeShare = count >= FEW_UNAUTHORIZED_RETURNS && percent >= FEW_UNAUTHORIZED_PERCENT;
      if (!isAbove && !isLargeShare) return null;
      return `Unauthorized return rate ${percentAbove(percent, limitPercent)} (limit ${limitPercent}%)`;
    },
  },
  spray: {
    riskLevel: 'high',
    sentence: ({ firstDay, asOf, ledgerFirstDay, debitedAccounts, debitedAtOnce }) => {
      if (firstDay === null || firstDay <= addDays(asOf, -COMPANY_RISK_DAYS)) return null;
      const arrival = { firstDay, ledgerFirstDay, accounts: debitedAccounts, accountsAtOnce: debitedAtOnce };
      if (!isSpray(arrival)) return null;
      return `Debited ${debitedAtOnce} accounts within ${SPRAY_DAYS} days of first appearing`;
    },
  },
  highAlerts: {
    riskLevel: 'high',
    sentence: ({ membersInHighAlerts, members }) =>
      membersInHighAlerts >= HIGH_ALERT_MEMBERS && 100 * membersInHighAlerts >= HIGH_ALERT_PERCENT * members
        ? `In high-risk alerts of ${membersInHighAlerts} members`
        : null,
  },
  administrativeReturns: {
    riskLevel: 'medium',
    sentence: ({ returns }) => rateAbove('Administrative', returnRates(returns).administrative),
  },
  overallReturns: {
    riskLevel: 'medium',
    sentence: ({ returns }) => rateAbove('Overall', returnRates(returns).overall),
  },
  newOriginator: {
    riskLevel: 'medium',
    sentence: ({ firstDay, asOf, ledgerFirstDay, members }) => {
      const isNew =
        firstDay !== null &&
        firstDay > addDays(asOf, -NEW_ORIGINATOR_DAYS) &&
        arrivedAfterWarmUp({ firstDay, ledgerFirstDay });
      if (!isNew || members < NEW_ORIGINATOR_MEMBERS) return null;
      return `New originator, many members at once (${members} since ${firstDay})`;
    },
  },
  highRiskLine: {
    riskLevel: 'medium',
    sentence: ({ companyKey, describedKind }) => {
      const line = highRiskLineOf(companyKey, describedKind);
      return line === null ? null : `High-risk line of business (${line})`;
    },
  },
  international: {
    riskLevel: 'medium',
    sentence: ({ internationalEntries }) => (internationalEntries > 0 ? 'International entries (IAT)' : null),
  },
  weekends: {
    riskLevel: 'medium',
    sentence: ({ debits, weekendDebits, ledgerWeekendShare }) => {
      const isMostly = 100 * (debits - weekendDebits) < LEAST_WEEKDAY_PERCENT * debits;
      if (debits < WEEKEND_LEAST_DEBITS || !isMostly || ledgerWeekendShare > POSTS_ON_WEEKENDS_SHARE)
        return null;
      return `Debits mostly on weekends (${percentAbove((100 * weekendDebits) / debits, LEAST_WEEKDAY_PERCENT)})`;
    },
  },
  peak: {
    riskLevel: 'low',
    sentence: ({ amounts }) => {
      const ratio = peakToAverage(amounts);
      if (ratio === null || ratio < PEAK_FLAG_RATIO || amounts.transactions < PEAK_LEAST_TRANSACTIONS)
        return null;
      return `Peak transaction ${Math.round(ratio)}x average`;
    },
  },
} as const satisfies Record<string, Flag>;

export type CompanyFlagName = keyof typeof COMPANY_FLAGS;

function rateAbove(
  name: 'Administrative' | 'Overall',
  rate: { isAbove: boolean; percent: number | null; limitPercent: number },
): string | null {
  if (!rate.isAbove || rate.percent === null) return null;
  return `${name} return rate above ${rate.limitPercent}% (${percentAbove(rate.percent, rate.limitPercent)})`;
}
