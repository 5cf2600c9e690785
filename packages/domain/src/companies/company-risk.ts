import { RISK_LEVELS, type RiskLevel } from '@clearwatch/contracts/alerts';
import { addDays, type Day } from '../calendar/day.ts';
import { type CompanyAmountTotals, peakToAverage } from './company-activity.ts';
import { formatPercentAbove, type ReturnTally, returnRates } from './company-return-rates.ts';
import type { CounterpartyKind } from './counterparty-table.ts';
import { appearedAfterWarmUp, isSpray, SPRAY_DAYS } from './debit-spray.ts';
import { highRiskBusinessOf } from './high-risk-businesses.ts';

/** Days up to `asOf`, except for returns (`RETURN_RATE_DAYS`). */
export const COMPANY_RISK_DAYS = 90;

export interface CompanyFacts {
  companyKey: string;
  /** From the descriptions of its entries, when its name is unknown. */
  describedKind: CounterpartyKind | null;
  asOf: Day;
  ledgerFirstDay: Day;
  firstDay: Day | null;
  /** Accounts with entries of any kind. */
  members: number;
  /** Accounts debited at any time, and those first debited within `SPRAY_DAYS` of `firstDay`. */
  debitedAccounts: number;
  debitedAtOnce: number;
  /** In the last 60 days. */
  returns: ReturnTally;
  /** In the last 90 days, excluding alerts reviewed as false positives or explained. */
  membersInHighAlerts: number;
  /** Entries of class IAT in the last 90 days. */
  internationalEntries: number;
  /** In the last 90 days. */
  debits: number;
  weekendDebits: number;
  /** 0 to 1, over all entries in the ledger. */
  ledgerWeekendShare: number;
  /** In the last 90 days. */
  amounts: CompanyAmountTotals;
}

/** Two returns are enough if they reach this percentage of the debits. */
export const FEW_UNAUTHORIZED_RETURNS = 2;
export const FEW_UNAUTHORIZED_PERCENT = 10;
/** The percentage is our addition to the detection catalog: a supermarket appears in some alert every week. */
export const HIGH_ALERT_MEMBERS = 3;
export const HIGH_ALERT_PERCENT = 10;
export const NEW_ORIGINATOR_DAYS = 60;
export const NEW_ORIGINATOR_MEMBERS = 5;
export const MIN_WEEKDAY_PERCENT = 50;
export const MIN_WEEKDAY_FLAG_DEBITS = 5;
/** With a higher weekend share, the institution is assumed to post on weekends. */
export const POSTS_ON_WEEKENDS_SHARE = 0.05;
/** Largest transaction divided by the average transaction. */
export const PEAK_FLAG_RATIO = 5;
export const MIN_PEAK_TRANSACTIONS = 20;

/** A `low` flag is informational only. */
const flag = (riskLevel: RiskLevel, sentence: (facts: CompanyFacts) => string | null) => ({
  riskLevel,
  sentence,
});

/** Most severe first (detection catalog, section 8). A null sentence raises no flag. */
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
      ? `In high-risk alerts for ${membersInHighAlerts} members`
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
    if (debits < MIN_WEEKDAY_FLAG_DEBITS || !isMostly || ledgerWeekendShare > POSTS_ON_WEEKENDS_SHARE) return null;
    return `Debits mostly on weekends (${formatPercentAbove((100 * weekendDebits) / debits, MIN_WEEKDAY_PERCENT)})`;
  }),
  peak: flag('low', ({ amounts }) => {
    const ratio = peakToAverage(amounts);
    if (ratio === null || ratio < PEAK_FLAG_RATIO || amounts.transactions < MIN_PEAK_TRANSACTIONS) return null;
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

/** The risk level of the most severe flag (low without flags) and all flags, most severe first. */
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
