import type { Month } from '../../../calendar/month.ts';
import type { Cents } from '../../../money/cents.ts';
import type { Direction } from '../../topics/stated-movers.ts';
import type { MoneyData } from '../../topics/what-changed.ts';

/** What happened in a month besides money. */
export interface MonthActivity {
  month: Month;
  activeAccounts: number;
  alerts: number;
  highAlerts: number;
}

/** A month far from the others, and the companies that made it so. */
export interface OutstandingMonth {
  month: Month;
  direction: Direction;
  /** What each company moved in the month, and in an average one of the other months; the largest difference first. */
  companies: { company: string; cents: Cents; usualCents: Cents }[];
}

export interface TrendData extends MoneyData {
  activity: MonthActivity[];
  outstanding: OutstandingMonth[];
}
