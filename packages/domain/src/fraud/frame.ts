import type { ActivityCategory, ActivityType } from '@clearwatch/contracts/fraud/activity-types';
import type { AlertEvidence, AlertHeadline } from '@clearwatch/contracts/fraud/alert-evidence';
import type { ParameterScaling } from '@clearwatch/contracts/fraud/parameter-scaling';
import type { Day } from '../calendar/day.ts';
import type { Cents } from '../money/cents.ts';
import type { CompanyTable } from './companies.ts';
import type { DatedEntry } from './entry.ts';
import type { DetectionPolicy } from './policy.ts';
import type { MemberHistory } from './preparation/account-history.ts';

/** In the first days of a ledger everything is new; rules that compare with a normal stay silent that long. */
export const WARM_UP_DAYS = 45;

/** What detectors may know beside the member's own history. */
export interface DetectionContext {
  companies: CompanyTable;
  policy: DetectionPolicy;
  /** Day of the oldest entry in the whole ledger. */
  ledgerFirstDay: Day;
  /** Share of all dated entries of the ledger that are dated on a Saturday or Sunday, 0 to 1. */
  weekendShare: number;
}

/** One number of a rule. USD parameters are whole dollars. */
export interface DetectorParameter {
  name: string;
  default: number;
  min: number;
  max: number;
  unit: 'USD' | 'count' | 'days' | 'ratio';
  meaning: string;
  scaling: ParameterScaling;
}

/** One rule of the catalogue: data first, one pure function last. */
export interface Detector {
  activityType: ActivityType;
  category: ActivityCategory;
  /** Raised with every change that can change an alert; alerts freeze it. */
  ruleVersion: number;
  /** Always with `coolDays`: one behaviour within so many days of its first trigger is one alert. */
  parameters: readonly DetectorParameter[];
  sources: readonly string[];
  /** Findings ordered by trigger day. Equal input gives equal findings, whatever the order of import. */
  detect(history: MemberHistory, context: DetectionContext): Finding[];
}

/** A possible case for an analyst, before it is weighed against the alerts that exist already. */
export interface Finding extends AlertHeadline {
  activityType: ActivityType;
  category: ActivityCategory;
  /** The entry that first completed the condition; its account anchors the alert. */
  triggerEntryId: string;
  triggerDay: Day;
  amountCents: Cents;
  /** All entries of the behaviour, oldest first; `evidence.entries` may be cut, this is not. */
  entries: readonly DatedEntry[];
  /** Those of them whose sum is the amount: what only explains the others (a probe, where money went) does not count. */
  countedEntries: readonly DatedEntry[];
  coolDays: number;
  evidence: AlertEvidence;
}
