import type { Day } from '../../../calendar/day.ts';
import type { CreditPurpose } from '../../../fraud/preparation/purpose.ts';
import type { Cents } from '../../../money/cents.ts';
import type { Alerts } from '../../topics/alerts.ts';
import type { Flows } from '../../topics/flows.ts';
import type { MemberRef } from '../../topics/members/member-words.ts';
import type { Direction } from '../../topics/stated-movers.ts';
import type { OutstandingDay } from './outstanding-days.ts';

/** A day far above all comparable ones, with the company that brought most of it. */
export interface UnusualDay extends OutstandingDay {
  company: { company: string; cents: Cents } | null;
}

/** A company whose sum is far above, or missing from, what it was in periods of the same length. */
export interface UnusualCompany {
  company: string;
  direction: Direction;
  cents: Cents;
  /** Most and mean of the periods of the same length before. */
  highestCents: Cents;
  meanCents: Cents;
}

/** A member who received or paid on one day far more than on any day of the year before. */
export interface UnusualPayment {
  member: MemberRef;
  direction: Direction;
  day: Day;
  cents: Cents;
  /** The most on one day before. */
  highestCents: Cents;
  /** The company of the day's largest entry. */
  company: string;
  /** What that entry says it is for, where its words tell; null for debits and silent credits. */
  purpose: CreditPurpose | null;
  /** The member's alert nearest to the day, no more than 30 days from it. */
  alertId: number | null;
}

/** All that stands out, what is farthest above first: a report counts all, and lists the first of them. */
export interface AnomalyData {
  flows: Flows;
  alerts: Alerts;
  days: UnusualDay[];
  /** Banking days within the ledger on which nothing at all was posted. */
  silentDays: Day[];
  /** How many periods of the same length before could be compared; below three nothing is said of companies. */
  comparedPeriods: number;
  companies: UnusualCompany[];
  /** Companies that had money in each of those periods, and none now. */
  silentCompanies: UnusualCompany[];
  payments: UnusualPayment[];
}
