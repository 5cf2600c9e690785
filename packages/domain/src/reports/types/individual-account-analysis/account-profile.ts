import type { MonthlyFigures } from '../../../members/own-normal.ts';
import type { Cents } from '../../../money/cents.ts';
import type { NotedAlert } from '../../topics/alerts.ts';
import type { Flows } from '../../topics/flows.ts';
import type { Standing } from '../../topics/members/standing.ts';

/** Why an account is looked at: by each of these no other account, of those not named already, stands out more. */
export const PROFILE_REASONS = ['alerts', 'risen', 'fallen', 'largest', 'sent', 'busiest'] as const;
export type ProfileReason = (typeof PROFILE_REASONS)[number];

export interface ProfileCompany {
  company: string;
  /** How its entries are described. */
  descriptions: readonly string[];
  inCents: Cents;
  outCents: Cents;
  inBeforeCents: Cents;
  outBeforeCents: Cents;
}

export interface AccountProfile {
  reason: ProfileReason;
  standing: Standing;
  /** Entries of the period that moved money. */
  entries: number;
  /** What went to other institutions, apps and exchanges; only of `sent`. */
  sent: { cents: Cents; mostTo: string } | null;
  /** All companies of both periods, the largest of the period (in and out together) first. */
  companies: readonly ProfileCompany[];
  /** Up to twelve months, oldest first; months without entries are left out. */
  months: readonly MonthlyFigures[];
  /** Open ones first, then the riskiest and the largest. */
  alerts: readonly NotedAlert[];
}

export interface IndividualAccountData {
  flows: Flows;
  profiles: readonly AccountProfile[];
}
