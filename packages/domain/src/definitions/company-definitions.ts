import { COMPANY_RISK_DAYS } from '../companies/company-facts.ts';
import {
  FEW_UNAUTHORIZED_PERCENT,
  FEW_UNAUTHORIZED_RETURNS,
  HIGH_ALERT_MEMBERS,
  HIGH_ALERT_PERCENT,
  LEAST_WEEKDAY_PERCENT,
  NEW_ORIGINATOR_DAYS,
  NEW_ORIGINATOR_MEMBERS,
  PEAK_FLAG_RATIO,
  PEAK_LEAST_TRANSACTIONS,
  WEEKEND_LEAST_DEBITS,
} from '../companies/company-flags.ts';
import { MONTHS_LOOKED_AT } from '../companies/months-active.ts';
import { PARTNERSHIP_BAND_FROM } from '../companies/partnership-band.ts';
import {
  DEBIT_VOLUME_SHARE,
  FULL_REACH_MEMBERS,
  FULL_TENURE_MONTHS,
  FULL_VOLUME_DOLLARS,
  SCORE_PARTS,
  SCORE_RISK_DEDUCTION,
} from '../companies/partnership-score.ts';
import { RETURN_RATE_DAYS, RETURN_RATE_LIMITS, type ReturnRateName } from '../companies/return-rates.ts';
import { SPRAY_ACCOUNTS, SPRAY_DAYS, SPRAY_SHARE } from '../companies/spray.ts';
import type { Definition } from './definition.ts';

const { unauthorized, administrative, overall } = RETURN_RATE_LIMITS;

const NO_MONEY = 'Returns, prenotes and notices move no money and do not count.';

export const COMPANY_DEFINITIONS = {
  companies: {
    label: 'Companies',
    meaning: 'Companies that pay or collect through members’ accounts, as their files name them.',
    formula: 'Number of different company names in the ledger, as they are spelled.',
  },
  membersOfCompanies: {
    label: 'Total Members',
    meaning: 'Members with entries of any company, each counted once.',
    formula: 'Number of accounts with at least one entry of a company.',
  },
  companyTransactions: {
    label: 'Total Transactions',
    meaning: `Entries of companies that moved money. ${NO_MONEY}`,
    formula: 'Number of credits and debits over all time.',
  },
  companyCredits: {
    label: 'Credits',
    meaning: `Money that the company has paid into members’ accounts. ${NO_MONEY}`,
    formula: 'Sum of its credits over all time.',
  },
  companyDebits: {
    label: 'Debits',
    meaning: `Money that the company has collected from members’ accounts. ${NO_MONEY}`,
    formula: 'Sum of its debits over all time.',
  },
  companyRiskLevel: {
    label: 'Risk Level',
    meaning:
      'How closely the company’s entries want a look, by returns, alerts and the way it appeared. The flags say why.',
    formula:
      `High: unauthorized returns above ${unauthorized.limitPercent}% with at least ${unauthorized.leastReturns}, or at ` +
      `least ${FEW_UNAUTHORIZED_RETURNS} that are ${FEW_UNAUTHORIZED_PERCENT}% of the debits; first debits to at least ` +
      `${SPRAY_ACCOUNTS} accounts within ${SPRAY_DAYS} days, ${100 * SPRAY_SHARE}% of all it debits; high alerts of at ` +
      `least ${HIGH_ALERT_MEMBERS} members that are ${HIGH_ALERT_PERCENT}% of its own.\nMedium: administrative returns above ${administrative.limitPercent}% with at ` +
      `least ${administrative.leastReturns}; all returns above ${overall.limitPercent}% with at least ` +
      `${overall.leastReturns}; a high-risk line of business; international entries (IAT); first seen less than ` +
      `${NEW_ORIGINATOR_DAYS} days ago with at least ${NEW_ORIGINATOR_MEMBERS} members; less than ` +
      `${LEAST_WEEKDAY_PERCENT}% of at least ${WEEKEND_LEAST_DEBITS} debits on weekdays.\nElse low. Returns over ` +
      `${RETURN_RATE_DAYS} days, the rest over ${COMPANY_RISK_DAYS}.`,
  },
  partnershipScore: {
    label: 'Partnership Score',
    meaning:
      'How much the relationship with the company is worth to members, from 0 to 100. Employers come first.',
    formula:
      `Reach ${SCORE_PARTS.reach} x ln(1 + members) / ln ${FULL_REACH_MEMBERS + 1} + volume ${SCORE_PARTS.volume} x ln(1 + ` +
      `monthly credits in dollars) / ln ${grouped(FULL_VOLUME_DOLLARS + 1)} (debits instead at ${DEBIT_VOLUME_SHARE} of the ` +
      `points, if that is more) + regularity ${SCORE_PARTS.regularity} x share of the last ${MONTHS_LOOKED_AT} months active ` +
      `x (1 - variation of the gaps between batches) + tenure ${SCORE_PARTS.tenure} x months / ${FULL_TENURE_MONTHS} + ` +
      `quality ${SCORE_PARTS.quality} x (1 - overall return rate / ${overall.limitPercent}%), no part below zero or above ` +
      `its points; minus ${SCORE_RISK_DEDUCTION.medium} at medium and ${SCORE_RISK_DEDUCTION.high} at high risk.\nGreen from ` +
      `${PARTNERSHIP_BAND_FROM.green}, blue from ${PARTNERSHIP_BAND_FROM.blue}, yellow from ` +
      `${PARTNERSHIP_BAND_FROM.yellow}, gray below.`,
  },
  unauthorizedReturnRate: {
    label: 'Unauthorized Return Rate',
    meaning: 'Debits that came back because the member had not agreed to them.',
    formula: rateFormula('unauthorized'),
  },
  administrativeReturnRate: {
    label: 'Administrative Return Rate',
    meaning: 'Debits that came back because the account was closed, not found or invalid.',
    formula: rateFormula('administrative'),
  },
  overallReturnRate: {
    label: 'Overall Return Rate',
    meaning: 'Debits that came back for any reason.',
    formula: rateFormula('overall'),
  },
  companyMembers: {
    label: 'Members',
    meaning: 'Members with entries of the company; one that moved no money is enough.',
    formula: 'Number of accounts with at least one entry of the company.',
  },
  averageDailyVolume: {
    label: 'Daily Avg',
    meaning: 'Money that goes through the company on an average day, in and out together.',
    formula: '(Credits + debits) / calendar days from its first to its last entry, both included.',
  },
  averageTransaction: {
    label: 'Avg Transaction',
    meaning: 'Mean amount of one transaction, credits and debits together.',
    formula: '(Credits + debits) / number of transactions.',
  },
  peakTransaction: {
    label: 'Peak Transaction',
    meaning: 'The largest single amount. A peak far above the average is flagged, but raises no risk.',
    formula: `Flagged from ${PEAK_FLAG_RATIO} x the average on, with at least ${PEAK_LEAST_TRANSACTIONS} transactions.`,
  },
} as const satisfies Record<string, Definition>;

/** Digits in groups of three: "100,001". */
function grouped(number: number): string {
  return number.toLocaleString('en-US');
}

function rateFormula(name: ReturnRateName): string {
  const { codes, limitPercent, leastReturns } = RETURN_RATE_LIMITS[name];
  const which = codes === null ? 'Returns of any reason' : `Returns with ${codes.join(', ')}`;
  return (
    `${which} / debits x 100, over ${RETURN_RATE_DAYS} days. Nacha allows ${limitPercent}%; flagged above it from ` +
    `${leastReturns} returns on, because a credit union sees only a part of the company’s debits.`
  );
}
