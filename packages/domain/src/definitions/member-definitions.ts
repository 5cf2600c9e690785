import { ACTIVE_THIS_YEAR_DAYS, MODERATE_DAYS, RECENT_DAYS } from '../members/activity-band.ts';
import { ABOUT_PERCENT, NORMAL_COMPARED_DAYS } from '../members/against-normal.ts';
import { RED_ABOVE_PERCENT, YELLOW_ABOVE_PERCENT } from '../members/debt-ratio-band.ts';
import { DAYS_PER_YEAR, LEAST_DAYS, MONTHS_PER_YEAR } from '../members/income-and-bills.ts';
import { INCOME_BAND_FROM } from '../members/income-band.ts';
import {
  CONFIRMED_HIGH_DAYS,
  MEDIUM_CATEGORIES_FOR_HIGH,
  OPEN_HIGH_DAYS,
} from '../members/member-risk-level.ts';
import { LEAST_MONTHS, MOST_MONTHS } from '../members/own-normal.ts';
import { LEAST_PEERS } from '../members/standing-among-peers.ts';
import type { Definition } from './definition.ts';
import { wholeDollars } from './dollars.ts';

const MEDIUM_FROM = wholeDollars(INCOME_BAND_FROM.medium);
const HIGH_FROM = wholeDollars(INCOME_BAND_FROM.high);
const PER_MONTH =
  `days x ${MONTHS_PER_YEAR} / ${DAYS_PER_YEAR}; the days are those the ledger covers of the last ` +
  `${DAYS_PER_YEAR}, ${LEAST_DAYS} at least`;

const NO_MONEY = 'Returns, prenotes and notices move no money and do not count.';
const IN_THE_YEAR = `over the ${DAYS_PER_YEAR} days that end with the day the ledger ends`;

export const MEMBER_DEFINITIONS = {
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
    formula: `Credits / months, months = ${PER_MONTH}. Low under ${MEDIUM_FROM}, medium from ${MEDIUM_FROM}, high from ${HIGH_FROM}.`,
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
      `Monthly bills / monthly income x 100, in percent; 0 without income. Red above ${RED_ABOVE_PERCENT}, ` +
      `yellow above ${YELLOW_ABOVE_PERCENT}, else green.`,
  },
  memberRiskLevel: {
    label: 'Risk Level',
    meaning:
      'How urgently the member’s alerts want a look. It says nothing about the person, and falls with review.',
    formula:
      `High: an unreviewed high alert of the last ${OPEN_HIGH_DAYS} days, or unreviewed medium alerts in ` +
      `${MEDIUM_CATEGORIES_FOR_HIGH} categories. Medium: any other unreviewed medium or high alert, or a high one of the ` +
      `last ${CONFIRMED_HIGH_DAYS} days reviewed as suspicious or escalated. Else low.`,
  },
  lastActivity: {
    label: 'Last Activity',
    meaning: 'Day of the newest entry that moved money, counted back from the day the ledger ends.',
    formula: `Recent: up to ${RECENT_DAYS} days ago. Moderate: up to ${MODERATE_DAYS}. Old: longer ago, or never.`,
  },
  activeThisYear: {
    label: 'Active This Year',
    meaning: 'Members whose account moved money within a year before the day the ledger ends.',
    formula: `Members with their last activity at most ${ACTIVE_THIS_YEAR_DAYS} days ago.`,
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
    label: `Last ${NORMAL_COMPARED_DAYS} Days`,
    meaning: 'What the account did lately, to be held against its usual month.',
    formula:
      `Sum, for transactions number, of the entries that moved money in the ${NORMAL_COMPARED_DAYS} days that end with ` +
      'the day the ledger ends.',
  },
  ownNormal: {
    label: 'Own Normal',
    meaning: 'The member’s usual month, which a single large payment does not change.',
    formula:
      `Median of the last ${MOST_MONTHS} whole months, months without entries as zero; at least ${LEAST_MONTHS} whole ` +
      `months. Within ${ABOUT_PERCENT}% either way the last ${NORMAL_COMPARED_DAYS} days are about as usual.`,
  },
  peerStanding: {
    label: 'Among Members',
    meaning: 'Where the member stands among all members that were active within a year.',
    formula:
      'Percentile = 100 x (members with a smaller figure + half of those with the same) / all members; ' +
      `at least ${LEAST_PEERS} members.`,
  },
} as const satisfies Record<string, Definition>;
