import { RISK_LEVELS, type RiskLevel } from '@clearwatch/contracts/alerts';
import { addDays, type Day } from '../calendar/day.ts';
import { type CompanyAmountTotals, peakToAverage } from './company-activity.ts';
import { formatPercentAbove, type ReturnTally, returnRates } from './company-return-rates.ts';
import type { CounterpartyKind } from './counterparty-table.ts';
import { appearedAfterWarmUp, isSpray, SPRAY_DAYS } from './debit-spray.ts';
import { highRiskBusinessOf } from './high-risk-businesses.ts';

/** Days before `asOf`, except for returns (`RETURN_RATE_DAYS`). */
export const COMPANY_RISK_DAYS = 90;

export interface CompanyFacts {
  companyKey: string;
  /** From the descriptions of its entries, where the name is unknown. */
  describedKind: CounterpartyKind | null;
  asOf: Day;
  ledgerFirstDay: Day;
  firstDay: Day | null;
  /** Accounts with any entry. */
  members: number;
  /** Accounts ever debited, and those whose first debit came within `SPRAY_DAYS` of `firstDay`. */
  debitedAccounts: number;
  debitedAtOnce: number;
  /** Of 60 days. */
  returns: ReturnTally;
  /** Of the last 90 days, without alerts reviewed as false positive or explained. */
  membersInHighAlerts: number;
  /** Entries of class IAT in the last 90 days. */
  internationalEntries: number;
  /** Of the last 90 days. */
  debits: number;
  weekendDebits: number;
  /** 0 to 1, of all entries of the ledger. */
  ledgerWeekendShare: number;
  /** Of the last 90 days. */
  amounts: CompanyAmountTotals;
}

/** So few returns count when they are at least this percentage of the debits. */
export const FEW_UNAUTHORIZED_RETURNS = 2;
export const FEW_UNAUTHORIZED_PERCENT = 10;
/** The percentage is our addition to the detection catalogue: a supermarket is in some alert every week. */
export const HIGH_ALERT_MEMBERS = 3;
export const HIGH_ALERT_PERCENT = 10;
export const NEW_ORIGINATOR_DAYS = 60;
export const NEW_ORIGINATOR_MEMBERS = 5;
export const MIN_WEEKDAY_PERCENT = 50;
export const MIN_WEEKDAY_FLAG_DEBITS = 5;
/** An institution with a greater weekend share posts on weekends. */
export const POSTS_ON_WEEKENDS_SHARE = 0.05;
/** The largest transaction against the average one. */
export const PEAK_FLAG_RATIO = 5;
export const MIN_PEAK_TRANSACTIONS = 20;

/** `low` only informs. */
const flag = (riskLevel: RiskLevel, sentence: (facts: CompanyFacts) => string | null) => ({
  riskLevel,
  sentence,
});

/** Most severe first (detection catalogue, section 8). A null sentence raises no flag. */
const COMPANY_FLAGS = {
  unauthorizedReturns: flag('high', ({ returns }) => {
    const { isAbove, returns: count, percent, limitPercent } = returnRates(returns).unauthorized;
    if (percent === null) return null;
    const isLargeShare = count >= FEW_UNAUTHORIZED_RETURNS && percent >= FEW_UNAUTHORIZED_PERCENT;
    if (!isAbove && !isLargeShare) return null;
    return `Unauthorized return rate ${formatPercentAbove(percent, limitPercent)} (limit ${limitPercent}%)`;
  }),
  spray: flag('high', ({ firstDay, asOf, ledgerFirstDay, debitedAccounts, debitedAtOnce }) => {
    if (firstDay === null || firstDay <= addDays(asOf, -COMPANY_RISK_DAYS)) return null;
    const arrival = { firstDay, ledgerFirstDay, accounts: debitedAccounts, initialAccounts: debitedAtOnce };
    if (!isSpray(arrival)) return null;
    return `Debited ${debitedAtOnce} accounts within ${SPRAY_DAYS} days of first appearing`;
  }),
  highAlerts: flag('high', ({ membersInHighAlerts, members }) =>
    membersInHighAlerts >= HIGH_ALERT_MEMBERS && 100 * membersInHighAlerts >= HIGH_ALERT_PERCENT * members
      ? `In high-risk alerts of ${membersInHighAlerts} members`
      : null,
  ),
  administrativeReturns: flag('medium', ({ returns }) =>
    rateAbove('Administrative', returnRates(returns).administrative),
  ),
  overallReturns: flag('medium', ({ returns }) => rateAbove('Overall', returnRates(returns).overall)),
  newOriginator: flag('medium', ({ firstDay, asOf, ledgerFirstDay, members }) => {
    const isNew =
      firstDay !== null &&
      firstDay > addDays(asOf, -NEW_ORIGINATOR_DAYS) &&
      appearedAfterWarmUp({ firstDay, ledgerFirstDay });
    if (!isNew || members < NEW_ORIGINATOR_MEMBERS) return null;
    return `New originator, many members at once (${members} since ${firstDay})`;
  }),
  highRiskLine: flag('medium', ({ companyKey, describedKind }) => {
    const line = highRiskBusinessOf(companyKey, describedKind);
    return line === null ? null : `High-risk line of business (${line})`;
  }),
  international: flag('medium', ({ internationalEntries }) =>
    internationalEntries > 0 ? 'International entries (IAT)' : null,
  ),
  weekends: flag('medium', ({ debits, weekendDebits, ledgerWeekendShare }) => {
    const isMostly = 100 * (debits - weekendDebits) < MIN_WEEKDAY_PERCENT * debits;
    if (debits < MIN_WEEKDAY_FLAG_DEBITS || !isMostly || ledgerWeekendShare > POSTS_ON_WEEKENDS_SHARE)
      return null;
    return `Debits mostly on weekends (${formatPercentAbove((100 * weekendDebits) / debits, MIN_WEEKDAY_PERCENT)})`;
  }),
  peak: flag('low', ({ amounts }) => {
    const ratio = peakToAverage(amounts);
    if (ratio === null || ratio < PEAK_FLAG_RATIO || amounts.transactions < MIN_PEAK_TRANSACTIONS)
      return null;
    return `Peak transaction ${Math.round(ratio)}x average`;
  }),
};

type CompanyFlagName = keyof typeof COMPANY_FLAGS;

function rateAbove(
  name: 'Administrative' | 'Overall',
  rate: { isAbove: boolean; percent: number | null; limitPercent: number },
): string | null {
  if (!rate.isAbove || rate.percent === null) return null;
  return `${name} return rate above ${rate.limitPercent}% (${formatPercentAbove(rate.percent, rate.limitPercent)})`;
}

/** The most severe flag, low without any, and all flags, most severe first (detection catalogue, section 8). */
export function companyRisk(facts: CompanyFacts) {
  const names = Object.keys(COMPANY_FLAGS) as CompanyFlagName[];
  const flags = names.flatMap((name) => {
    const { riskLevel, sentence } = COMPANY_FLAGS[name];
    const text = sentence(facts);
    return text === null ? [] : [{ name, riskLevel, sentence: text }];
  });
  const highest = Math.max(0, ...flags.map(({ riskLevel }) => RISK_LEVELS.indexOf(riskLevel)));
  return { riskLevel: RISK_LEVELS[highest] ?? 'low', flags };
}
