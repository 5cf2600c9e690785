import { ACTIVE_MONTHS_WINDOW } from './companies/company-activity.ts';
import { RETURN_RATE_DAYS, RETURN_RATE_LIMITS, type ReturnRateName } from './companies/company-return-rates.ts';
import * as companyRisk from './companies/company-risk.ts';
import { SPRAY_ACCOUNTS, SPRAY_DAYS, SPRAY_SHARE } from './companies/debit-spray.ts';
import * as partnership from './companies/partnership-score.ts';
import { DAYS_PER_YEAR, MIN_AVERAGED_DAYS, MONTHS_PER_YEAR } from './members/income-and-bills.ts';
import * as memberBands from './members/member-bands.ts';
import * as memberBaseline from './members/member-baseline.ts';
import { type Cents, formatDollars } from './money/cents.ts';

/** Text behind a figure's info icon. */
interface MetricDefinition {
  readonly label: string;
  readonly meaning: string;
  readonly formula: string;
}

const { unauthorized, administrative, overall } = RETURN_RATE_LIMITS;

const NO_MONEY = 'Returns, prenotes and notifications of change move no money and do not count.';

const dollars = (cents: Cents) => formatDollars(cents).replace('.00', '');
const MEDIUM_FROM = dollars(memberBands.INCOME_BAND_FROM.medium);
const PER_MONTH =
  `days x ${MONTHS_PER_YEAR} / ${DAYS_PER_YEAR}, where days is the number of the last ` +
  `${DAYS_PER_YEAR} days that the ledger covers, at least ${MIN_AVERAGED_DAYS}`;

const IN_THE_YEAR = `over the ${DAYS_PER_YEAR} days up to the last day of the ledger`;

function rateFormula(name: ReturnRateName): string {
  const { codes, limitPercent, leastReturns } = RETURN_RATE_LIMITS[name];
  const which = codes === null ? 'Returns for any reason' : `Returns with codes ${codes.join(', ')}`;
  return (
    `${which} / debits x 100, over ${RETURN_RATE_DAYS} days. Nacha allows ${limitPercent}%; a higher rate is flagged only with at least ` +
    `${leastReturns} returns, because a credit union sees only some of the company’s debits.`
  );
}

/** Numbers in these texts come from the constants used in the computation, so text and figure cannot differ. */
export const METRIC_DEFINITIONS = {
  totalMembers: {
    label: 'Total Members',
    meaning: 'Accounts in the ledger. Accounts under one name are never merged, because two people may share a name.',
    formula: 'Number of accounts with at least one entry of any kind.',
  },
  accountCount: {
    label: 'Accounts',
    meaning:
      'Number of accounts under this name. They may belong to one person or to several people with the same name.',
    formula: 'Number of accounts with the same first and last name, including this one.',
  },
  memberCredits: {
    label: 'Total Credits',
    meaning: `Money received by the account in the last year. ${NO_MONEY}`,
    formula: `Sum of the credits ${IN_THE_YEAR}.`,
  },
  memberDebits: {
    label: 'Total Debits',
    meaning: `Money paid out of the account in the last year. ${NO_MONEY}`,
    formula: `Sum of the debits ${IN_THE_YEAR}.`,
  },
  memberTransactions: {
    label: 'Transactions',
    meaning: `Entries on the account that moved money in the last year. ${NO_MONEY}`,
    formula: `Number of credits and debits ${IN_THE_YEAR}.`,
  },
  monthlyIncome: {
    label: 'Monthly Income',
    meaning: 'Money the account receives in an average month. Every credit counts, not only pay.',
    formula: `Credits / months, months = ${PER_MONTH}. Low under ${MEDIUM_FROM}, medium from ${MEDIUM_FROM}, high from ${dollars(memberBands.INCOME_BAND_FROM.high)}.`,
  },
  monthlyBills: {
    label: 'Monthly Bills',
    meaning: 'Money paid out of the account in an average month. Every debit counts.',
    formula: `Debits / months, months = ${PER_MONTH}.`,
  },
  incomeToDebtRatio: {
    label: 'Income-to-Debt Ratio',
    meaning: 'Share of the income that is paid out again. Above 100%, the account pays out more than it receives.',
    formula:
      `Monthly bills / monthly income x 100, in percent; 0 without income. Red above ${memberBands.RED_ABOVE_PERCENT}, ` +
      `yellow above ${memberBands.YELLOW_ABOVE_PERCENT}, otherwise green.`,
  },
  memberRiskLevel: {
    label: 'Risk Level',
    meaning:
      'How urgently the member’s alerts need review. It is not a judgment of the person and falls as alerts are reviewed.',
    formula:
      `High: an unreviewed high alert from the last ${memberBands.OPEN_HIGH_DAYS} days, or unreviewed medium alerts in at least ` +
      `${memberBands.MEDIUM_CATEGORIES_FOR_HIGH} categories. Medium: any other unreviewed medium or high alert, or a high alert from the ` +
      `last ${memberBands.CONFIRMED_HIGH_DAYS} days reviewed as suspicious or escalated. Otherwise low.`,
  },
  lastActivity: {
    label: 'Last Activity',
    meaning: 'Day of the newest entry that moved money, compared with the last day of the ledger.',
    formula: `Recent: up to ${memberBands.RECENT_DAYS} days ago. Moderate: up to ${memberBands.MODERATE_DAYS}. Old: earlier or never.`,
  },
  activeThisYear: {
    label: 'Active This Year',
    meaning: 'Members whose account moved money in the year before the last day of the ledger.',
    formula: `Members whose last activity was at most ${memberBands.ACTIVE_THIS_YEAR_DAYS} days ago.`,
  },
  averageCredits: {
    label: 'Avg Credits',
    meaning: 'Average credits per member. A few large accounts raise it.',
    formula: 'Sum of total credits / number of members, rounded to whole dollars.',
  },
  averageMonthlyTransactions: {
    label: 'Avg Monthly Transactions',
    meaning: 'Number of entries that move money in an average month.',
    formula: `Number of credits and debits / months, months = ${PER_MONTH}.`,
  },
  netFlow: {
    label: 'Net Flow',
    meaning: 'Money added to the account in the month, less the money taken out of it.',
    formula: 'Credits - debits in the month.',
  },
  lately: {
    label: `Last ${memberBaseline.USUAL_COMPARED_DAYS} Days`,
    meaning: 'Recent activity on the account, for comparison with its usual month.',
    formula:
      `Sum (or number, for transactions) of the entries that moved money in the ${memberBaseline.USUAL_COMPARED_DAYS} days up to ` +
      'the last day of the ledger.',
  },
  ownNormal: {
    label: 'Usual Month',
    meaning: 'The member’s usual month. A single large payment does not change it.',
    formula:
      `Median of the last ${memberBaseline.MAX_USUAL_MONTHS} whole months, where months without entries count as zero; needs at least ${memberBaseline.MIN_USUAL_MONTHS} whole ` +
      `months. Within ${memberBaseline.USUAL_TOLERANCE_PERCENT}% either way, the last ${memberBaseline.USUAL_COMPARED_DAYS} days are about as usual.`,
  },
  peerStanding: {
    label: 'Rank Among Members',
    meaning: 'The member’s rank among all members who were active in the last year.',
    formula:
      'Percentile = 100 x (members with a smaller figure + half of those with the same figure) / all members; ' +
      `needs at least ${memberBaseline.MIN_PEERS} members.`,
  },
  companies: {
    label: 'Companies',
    meaning: 'Companies that pay into or collect from members’ accounts, as named in the imported files.',
    formula: 'Number of distinct company names in the ledger. Each spelling counts separately.',
  },
  membersOfCompanies: {
    label: 'Total Members',
    meaning: 'Members with entries from any company, each counted once.',
    formula: 'Number of accounts with at least one entry from a company.',
  },
  companyTransactions: {
    label: 'Total Transactions',
    meaning: `Credits and debits from companies. ${NO_MONEY}`,
    formula: 'Number of credits and debits over all time.',
  },
  companyCredits: {
    label: 'Credits',
    meaning: `Money the company paid into members’ accounts. ${NO_MONEY}`,
    formula: 'Sum of its credits over all time.',
  },
  companyDebits: {
    label: 'Debits',
    meaning: `Money the company collected from members’ accounts. ${NO_MONEY}`,
    formula: 'Sum of its debits over all time.',
  },
  companyRiskLevel: {
    label: 'Risk Level',
    meaning:
      'How closely to watch the company’s entries, based on its returns, alerts and first appearance. The flags give the reasons.',
    formula:
      `High: unauthorized returns above ${unauthorized.limitPercent}% of debits with at least ${unauthorized.leastReturns} returns, or at ` +
      `least ${companyRisk.FEW_UNAUTHORIZED_RETURNS} returns that are at least ${companyRisk.FEW_UNAUTHORIZED_PERCENT}% of debits; debits to at least ${SPRAY_ACCOUNTS} accounts ` +
      `within ${SPRAY_DAYS} days of first appearing, if these are at least ${100 * SPRAY_SHARE}% of all accounts it debits; high alerts for at ` +
      `least ${companyRisk.HIGH_ALERT_MEMBERS} members, if these are at least ${companyRisk.HIGH_ALERT_PERCENT}% of its members.\nMedium: administrative returns above ${administrative.limitPercent}% of debits with at ` +
      `least ${administrative.leastReturns} returns; all returns above ${overall.limitPercent}% of debits with at least ` +
      `${overall.leastReturns} returns; a high-risk line of business; international entries (IAT); first seen less than ` +
      `${companyRisk.NEW_ORIGINATOR_DAYS} days ago with at least ${companyRisk.NEW_ORIGINATOR_MEMBERS} members; less than ` +
      `${companyRisk.MIN_WEEKDAY_PERCENT}% of debits on weekdays, with at least ${companyRisk.MIN_WEEKDAY_FLAG_DEBITS} debits.\nOtherwise low. Returns are ` +
      `counted over ${RETURN_RATE_DAYS} days, everything else over ${companyRisk.COMPANY_RISK_DAYS}.`,
  },
  partnershipScore: {
    label: 'Partnership Score',
    meaning: 'Value of the company’s relationship with members, from 0 to 100. Employers score highest.',
    formula:
      `Reach ${partnership.SCORE_PARTS.reach} x ln(1 + members) / ln ${partnership.FULL_REACH_MEMBERS + 1} + volume ${partnership.SCORE_PARTS.volume} x ln(1 + ` +
      `monthly credits in dollars) / ln ${(partnership.FULL_VOLUME_DOLLARS + 1).toLocaleString('en-US')} (or debits at ${partnership.DEBIT_VOLUME_SHARE} of the ` +
      `points, if that is more) + regularity ${partnership.SCORE_PARTS.regularity} x share of the last ${ACTIVE_MONTHS_WINDOW} months with activity ` +
      `x (1 - variation in the gaps between batches) + tenure ${partnership.SCORE_PARTS.tenure} x months / ${partnership.FULL_TENURE_MONTHS} + ` +
      `quality ${partnership.SCORE_PARTS.quality} x (1 - overall return rate / ${overall.limitPercent}%), with no part below zero or above ` +
      `its points; minus ${partnership.SCORE_RISK_DEDUCTION.medium} for medium and ${partnership.SCORE_RISK_DEDUCTION.high} for high risk.\nGreen from ` +
      `${partnership.PARTNERSHIP_BAND_FROM.green}, blue from ${partnership.PARTNERSHIP_BAND_FROM.blue}, yellow from ` +
      `${partnership.PARTNERSHIP_BAND_FROM.yellow}, gray below.`,
  },
  unauthorizedReturnRate: {
    label: 'Unauthorized Return Rate',
    meaning: 'Share of debits that were returned because the member had not authorized them.',
    formula: rateFormula('unauthorized'),
  },
  administrativeReturnRate: {
    label: 'Administrative Return Rate',
    meaning: 'Share of debits that were returned because the account was closed, not found or invalid.',
    formula: rateFormula('administrative'),
  },
  overallReturnRate: {
    label: 'Overall Return Rate',
    meaning: 'Share of debits that were returned for any reason.',
    formula: rateFormula('overall'),
  },
  companyMembers: {
    label: 'Members',
    meaning: 'Members with entries from the company, including entries that moved no money.',
    formula: 'Number of accounts with at least one entry from the company.',
  },
  averageDailyVolume: {
    label: 'Daily Avg',
    meaning: 'Money the company moves on an average day, credits and debits together.',
    formula: '(Credits + debits) / calendar days from its first to its last entry, inclusive.',
  },
  averageTransaction: {
    label: 'Avg Transaction',
    meaning: 'Average amount of a transaction, credits and debits together.',
    formula: '(Credits + debits) / number of transactions.',
  },
  peakTransaction: {
    label: 'Peak Transaction',
    meaning: 'The largest single amount. A peak far above the average is flagged but does not raise the risk.',
    formula: `Flagged at ${companyRisk.PEAK_FLAG_RATIO} x the average or more, with at least ${companyRisk.MIN_PEAK_TRANSACTIONS} transactions.`,
  },
  asOf: {
    label: 'As of',
    meaning: 'Last day of the ledger. All periods end on it, so that an old file does not appear as a quiet month.',
    formula:
      'Newest day of an entry (posting date, otherwise settlement date, otherwise effective date) that is not in the future.',
  },
  totalCredits: {
    label: 'Total Credits',
    meaning: `Money received by members’ accounts. ${NO_MONEY}`,
    formula: 'Sum of all credits in the period, which ends on the last day of the ledger.',
  },
  totalDebits: {
    label: 'Total Debits',
    meaning: `Money paid out of members’ accounts. ${NO_MONEY}`,
    formula: 'Sum of all debits in the period, which ends on the last day of the ledger.',
  },
  activeMembers: {
    label: 'Active Members',
    meaning: 'Accounts that received or paid money in the period.',
    formula: 'Number of accounts with at least one credit or debit in the period.',
  },
  change: {
    label: 'Change',
    meaning: 'Change from the previous period of the same length.',
    formula: '100 x (this period / previous period - 1), in percent; 0 if the previous period was zero.',
  },
  openAlerts: {
    label: 'Unusual Activity Alerts',
    meaning: 'Alerts that have not been reviewed.',
    formula: 'Number of unreviewed alerts at all risk levels.',
  },
  falsePositiveRate: {
    label: 'False-Positive Rate',
    meaning:
      'Share of a rule’s alerts that were false positives or had an innocent explanation. Both take an analyst the same amount of work.',
    formula:
      '(False positives + explained) / all alerts reviewed with an outcome x 100. Open alerts and reviews without an outcome do not count.',
  },
  belowTheLine: {
    label: 'Below the Line',
    meaning:
      'Alerts that the backtested policy narrowly misses. If an analyst would want to see some of them, the policy is too strict.',
    formula:
      'Additional alerts that the backtested policy finds when the counts, sums and amounts in its rules are a fifth lower.',
  },
} as const satisfies Record<string, MetricDefinition>;

export type DefinedMetric = keyof typeof METRIC_DEFINITIONS;
