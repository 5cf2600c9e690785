import { ACTIVE_MONTHS_WINDOW } from './companies/company-activity.ts';
import {
  RETURN_RATE_DAYS,
  RETURN_RATE_LIMITS,
  type ReturnRateName,
} from './companies/company-return-rates.ts';
import * as companyRisk from './companies/company-risk.ts';
import { SPRAY_ACCOUNTS, SPRAY_DAYS, SPRAY_SHARE } from './companies/debit-spray.ts';
import * as partnership from './companies/partnership-score.ts';
import { DAYS_PER_YEAR, MIN_AVERAGED_DAYS, MONTHS_PER_YEAR } from './members/income-and-bills.ts';
import * as memberBands from './members/member-bands.ts';
import * as memberBaseline from './members/member-baseline.ts';
import { type Cents, formatDollars } from './money/cents.ts';

/** What a figure on a screen means, as its info icon shows. */
interface MetricDefinition {
  readonly label: string;
  readonly meaning: string;
  readonly formula: string;
}

const { unauthorized, administrative, overall } = RETURN_RATE_LIMITS;

const NO_MONEY = 'Returns, prenotes and notices move no money and do not count.';

const dollars = (cents: Cents) => formatDollars(cents).replace('.00', '');
const MEDIUM_FROM = dollars(memberBands.INCOME_BAND_FROM.medium);
const PER_MONTH =
  `days x ${MONTHS_PER_YEAR} / ${DAYS_PER_YEAR}; the days are those the ledger covers of the last ` +
  `${DAYS_PER_YEAR}, ${MIN_AVERAGED_DAYS} at least`;

const IN_THE_YEAR = `over the ${DAYS_PER_YEAR} days that end with the day the ledger ends`;

function rateFormula(name: ReturnRateName): string {
  const { codes, limitPercent, leastReturns } = RETURN_RATE_LIMITS[name];
  const which = codes === null ? 'Returns of any reason' : `Returns with ${codes.join(', ')}`;
  return (
    `${which} / debits x 100, over ${RETURN_RATE_DAYS} days. Nacha allows ${limitPercent}%; flagged above it from ` +
    `${leastReturns} returns on, because a credit union sees only a part of the company’s debits.`
  );
}

/** The texts take their numbers from the constants the computation uses, so that the two cannot disagree. */
export const METRIC_DEFINITIONS = {
  totalMembers: {
    label: 'Total Members',
    meaning: 'Accounts in the ledger. Those of one name are never merged, because two people may bear it.',
    formula: 'Number of accounts with at least one entry of any kind.',
  },
  accountCount: {
    label: 'Accounts',
    meaning: 'How many accounts bear this name. They may belong to one person or to namesakes.',
    formula: 'Number of accounts of the same first and last name, this one included.',
  },
  memberCredits: {
    label: 'Total Credits',
    meaning: `Money that came into the account within a year. ${NO_MONEY}`,
    formula: `Sum of the credits ${IN_THE_YEAR}.`,
  },
  memberDebits: {
    label: 'Total Debits',
    meaning: `Money that went out of the account within a year. ${NO_MONEY}`,
    formula: `Sum of the debits ${IN_THE_YEAR}.`,
  },
  memberTransactions: {
    label: 'Transactions',
    meaning: `Entries of the account that moved money within a year. ${NO_MONEY}`,
    formula: `Number of credits and debits ${IN_THE_YEAR}.`,
  },
  monthlyIncome: {
    label: 'Monthly Income',
    meaning: 'What comes into the account in an average month. Every credit counts, not pay alone.',
    formula: `Credits / months, months = ${PER_MONTH}. Low under ${MEDIUM_FROM}, medium from ${MEDIUM_FROM}, high from ${dollars(memberBands.INCOME_BAND_FROM.high)}.`,
  },
  monthlyBills: {
    label: 'Monthly Bills',
    meaning: 'What goes out of the account in an average month. Every debit counts.',
    formula: `Debits / months, months = ${PER_MONTH}.`,
  },
  incomeToDebtRatio: {
    label: 'Income-to-Debt Ratio',
    meaning: 'How much of the income goes out again. Above 100 more goes out than comes in.',
    formula:
      `Monthly bills / monthly income x 100, in percent; 0 without income. Red above ${memberBands.RED_ABOVE_PERCENT}, ` +
      `yellow above ${memberBands.YELLOW_ABOVE_PERCENT}, else green.`,
  },
  memberRiskLevel: {
    label: 'Risk Level',
    meaning:
      'How urgently the member’s alerts want a look. It says nothing about the person, and falls with review.',
    formula:
      `High: an unreviewed high alert of the last ${memberBands.OPEN_HIGH_DAYS} days, or unreviewed medium alerts in ` +
      `${memberBands.MEDIUM_CATEGORIES_FOR_HIGH} categories. Medium: any other unreviewed medium or high alert, or a high one of the ` +
      `last ${memberBands.CONFIRMED_HIGH_DAYS} days reviewed as suspicious or escalated. Else low.`,
  },
  lastActivity: {
    label: 'Last Activity',
    meaning: 'Day of the newest entry that moved money, counted back from the day the ledger ends.',
    formula: `Recent: up to ${memberBands.RECENT_DAYS} days ago. Moderate: up to ${memberBands.MODERATE_DAYS}. Old: longer ago, or never.`,
  },
  activeThisYear: {
    label: 'Active This Year',
    meaning: 'Members whose account moved money within a year before the day the ledger ends.',
    formula: `Members with their last activity at most ${memberBands.ACTIVE_THIS_YEAR_DAYS} days ago.`,
  },
  averageCredits: {
    label: 'Avg Credits',
    meaning: 'What a member received on average. A few large accounts lift it.',
    formula: 'Sum of total credits / number of members, rounded to whole dollars.',
  },
  averageMonthlyTransactions: {
    label: 'Avg Monthly Transactions',
    meaning: 'How many entries move money in an average month.',
    formula: `Credits and debits counted / months, months = ${PER_MONTH}.`,
  },
  netFlow: {
    label: 'Net Flow',
    meaning: 'What a month left in the account, or took out of it.',
    formula: 'Credits - debits of the month.',
  },
  lately: {
    label: `Last ${memberBaseline.USUAL_COMPARED_DAYS} Days`,
    meaning: 'What the account did lately, to be held against its usual month.',
    formula:
      `Sum, for transactions number, of the entries that moved money in the ${memberBaseline.USUAL_COMPARED_DAYS} days that end with ` +
      'the day the ledger ends.',
  },
  ownNormal: {
    label: 'Own Normal',
    meaning: 'The member’s usual month, which a single large payment does not change.',
    formula:
      `Median of the last ${memberBaseline.MAX_USUAL_MONTHS} whole months, months without entries as zero; at least ${memberBaseline.MIN_USUAL_MONTHS} whole ` +
      `months. Within ${memberBaseline.USUAL_TOLERANCE_PERCENT}% either way the last ${memberBaseline.USUAL_COMPARED_DAYS} days are about as usual.`,
  },
  peerStanding: {
    label: 'Among Members',
    meaning: 'Where the member stands among all members that were active within a year.',
    formula:
      'Percentile = 100 x (members with a smaller figure + half of those with the same) / all members; ' +
      `at least ${memberBaseline.MIN_PEERS} members.`,
  },
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
      `least ${companyRisk.FEW_UNAUTHORIZED_RETURNS} that are ${companyRisk.FEW_UNAUTHORIZED_PERCENT}% of the debits; first debits to at least ` +
      `${SPRAY_ACCOUNTS} accounts within ${SPRAY_DAYS} days, ${100 * SPRAY_SHARE}% of all it debits; high alerts of at ` +
      `least ${companyRisk.HIGH_ALERT_MEMBERS} members that are ${companyRisk.HIGH_ALERT_PERCENT}% of its own.\nMedium: administrative returns above ${administrative.limitPercent}% with at ` +
      `least ${administrative.leastReturns}; all returns above ${overall.limitPercent}% with at least ` +
      `${overall.leastReturns}; a high-risk line of business; international entries (IAT); first seen less than ` +
      `${companyRisk.NEW_ORIGINATOR_DAYS} days ago with at least ${companyRisk.NEW_ORIGINATOR_MEMBERS} members; less than ` +
      `${companyRisk.MIN_WEEKDAY_PERCENT}% of at least ${companyRisk.MIN_WEEKDAY_FLAG_DEBITS} debits on weekdays.\nElse low. Returns over ` +
      `${RETURN_RATE_DAYS} days, the rest over ${companyRisk.COMPANY_RISK_DAYS}.`,
  },
  partnershipScore: {
    label: 'Partnership Score',
    meaning:
      'How much the relationship with the company is worth to members, from 0 to 100. Employers come first.',
    formula:
      `Reach ${partnership.SCORE_PARTS.reach} x ln(1 + members) / ln ${partnership.FULL_REACH_MEMBERS + 1} + volume ${partnership.SCORE_PARTS.volume} x ln(1 + ` +
      `monthly credits in dollars) / ln ${(partnership.FULL_VOLUME_DOLLARS + 1).toLocaleString('en-US')} (debits instead at ${partnership.DEBIT_VOLUME_SHARE} of the ` +
      `points, if that is more) + regularity ${partnership.SCORE_PARTS.regularity} x share of the last ${ACTIVE_MONTHS_WINDOW} months active ` +
      `x (1 - variation of the gaps between batches) + tenure ${partnership.SCORE_PARTS.tenure} x months / ${partnership.FULL_TENURE_MONTHS} + ` +
      `quality ${partnership.SCORE_PARTS.quality} x (1 - overall return rate / ${overall.limitPercent}%), no part below zero or above ` +
      `its points; minus ${partnership.SCORE_RISK_DEDUCTION.medium} at medium and ${partnership.SCORE_RISK_DEDUCTION.high} at high risk.\nGreen from ` +
      `${partnership.PARTNERSHIP_BAND_FROM.green}, blue from ${partnership.PARTNERSHIP_BAND_FROM.blue}, yellow from ` +
      `${partnership.PARTNERSHIP_BAND_FROM.yellow}, gray below.`,
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
    formula: `Flagged from ${companyRisk.PEAK_FLAG_RATIO} x the average on, with at least ${companyRisk.MIN_PEAK_TRANSACTIONS} transactions.`,
  },
  asOf: {
    label: 'As of',
    meaning:
      'The day the ledger ends. All periods end with it, so that an old file is not shown as a quiet month.',
    formula:
      'Newest day of an entry (posting, else settlement, else effective date) that is not in the future.',
  },
  totalCredits: {
    label: 'Total Credits',
    meaning: `Money that came into members’ accounts. ${NO_MONEY}`,
    formula: 'Sum of all credits of the period, which ends with the day the ledger ends.',
  },
  totalDebits: {
    label: 'Total Debits',
    meaning: `Money that went out of members’ accounts. ${NO_MONEY}`,
    formula: 'Sum of all debits of the period, which ends with the day the ledger ends.',
  },
  activeMembers: {
    label: 'Active Members',
    meaning: 'Accounts with money in or out during the period.',
    formula: 'Number of accounts with at least one credit or debit in the period.',
  },
  change: {
    label: 'Change',
    meaning: 'How the figure compares with the period of the same length just before.',
    formula: '100 x (this period / the one before - 1), in percent; 0 when the one before was zero.',
  },
  openAlerts: {
    label: 'Unusual Activity Alerts',
    meaning: 'Alerts that nobody has reviewed yet.',
    formula: 'Number of unreviewed alerts of all risk levels.',
  },
  falsePositiveRate: {
    label: 'False Positive Rate',
    meaning:
      'Alerts of a rule that led to nothing, because the rule was wrong or an innocent reason was found. Both cost an analyst the same work.',
    formula:
      '(False positives + explained) / all alerts reviewed with an outcome x 100. Open alerts and reviews without an outcome do not count.',
  },
  belowTheLine: {
    label: 'Below the Line',
    meaning:
      'What the tried policy just does not show. If cases for an analyst are among it, the policy is too strict.',
    formula:
      'Alerts that the tried policy finds in addition when the counts, sums and amounts of its rules are a fifth lower.',
  },
} as const satisfies Record<string, MetricDefinition>;

export type DefinedMetric = keyof typeof METRIC_DEFINITIONS;
