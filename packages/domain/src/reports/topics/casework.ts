import type { RiskLevel } from '@clearwatch/contracts/fraud/risk-level';
import type { Day } from '../../calendar/day.ts';
import type { NotedAlert } from './alerts.ts';

/** How long alerts have waited, by the days from their activity to the newest day of the ledger. */
export const AGES = ['week', 'month', 'quarter', 'longer'] as const;
export type Age = (typeof AGES)[number];
/** Most days of an age; the last has no end. */
export const AGE_DAYS: Readonly<Record<Exclude<Age, 'longer'>, number>> = { week: 7, month: 30, quarter: 90 };

/** What staff have done with alerts and what waits. */
export interface Casework {
  /** Unreviewed alerts of all days. */
  waiting: { age: Age; riskLevel: RiskLevel; alerts: number }[];
  /** How many are reviewed as suspicious or escalated, of all days. */
  reportableAlerts: number;
  /** The newest of them, each with the day by which a report is due; the soonest first. */
  reportable: { alert: NotedAlert; dueDay: Day }[];
  /** Of all of them: the one whose time ends first after the ledger's newest day, and how many whose time ended before it. */
  nextReportable: { alert: NotedAlert; dueDay: Day } | null;
  overdueAlerts: number;
  /** Mean days from raising to review, of the alerts of the period that are reviewed; null for none. */
  daysToReview: number | null;
}

export const NO_CASEWORK: Casework = {
  waiting: [],
  reportableAlerts: 0,
  reportable: [],
  nextReportable: null,
  overdueAlerts: 0,
  daysToReview: null,
};
