import type { ActivityCategory, ActivityType, AlertEvidence, AlertHeadline } from '@clearwatch/contracts/alerts';
import type { ParameterScaling, Sensitivity } from '@clearwatch/contracts/detection-policy';
import type { Day } from '../calendar/day.ts';
import type { Cents } from '../money/cents.ts';
import type { CompanyTable } from './company-table.ts';
import type { DatedEntry } from './detection-entry.ts';
import { MAX_ACCOUNTS_PER_MEMBER, type MemberHistory } from './member-history.ts';

/** A missing parameter takes its default value. */
export type ParameterValues = Readonly<Record<string, number>>;

/** The institution's thresholds at medium sensitivity. `effectiveParameters` scales them by the sensitivity when a rule runs. */
export interface DetectionPolicy {
  version: number;
  sensitivity: Sensitivity;
  parameters: Readonly<Partial<Record<ActivityType, ParameterValues>>>;
  switchedOff: Readonly<Partial<Record<ActivityType, string>>>;
}

export interface DetectionContext {
  companies: CompanyTable;
  policy: DetectionPolicy;
  ledgerFirstDay: Day;
  /** Share of all dated entries in the ledger that fall on a Saturday or Sunday, 0 to 1. */
  weekendShare: number;
}

/** A numeric setting of a rule. USD values are in whole dollars. */
export interface DetectorParameter {
  name: string;
  default: number;
  min: number;
  max: number;
  unit: 'USD' | 'count' | 'days' | 'ratio';
  meaning: string;
  /** Text that follows "Example: ", with numbers near the default. */
  example: string;
  scaling: ParameterScaling;
}

export interface Detector {
  activityType: ActivityType;
  category: ActivityCategory;
  /** Must be incremented with every change that can affect an alert. Alerts store it. */
  ruleVersion: number;
  /** Must include `coolDays`: activity within that many days of the first trigger belongs to one alert. */
  parameters: readonly DetectorParameter[];
  sources: readonly string[];
  /** Must return the same findings for the same entries in any import order. */
  detect(history: MemberHistory, context: DetectionContext): Finding[];
}

export interface Finding extends AlertHeadline {
  activityType: ActivityType;
  category: ActivityCategory;
  /** The first entry that completed the condition. */
  triggerEntryId: string;
  triggerDay: Day;
  amountCents: Cents;
  /** All entries of the behavior, oldest first. Unlike `evidence.entries`, never truncated. */
  entries: readonly DatedEntry[];
  /** The entries that add up to the amount. Excludes entries that only explain others, such as a probe. */
  countedEntries: readonly DatedEntry[];
  coolDays: number;
  evidence: AlertEvidence;
}

const FACTORS = { low: 1.25, high: 0.8 } as const;
const MINIMUM_HISTORY_DAYS_AT_HIGH = 30;
const DORMANCY_DAYS: Partial<Record<Sensitivity, number>> = { low: 180, high: 90 };

/** The number a rule uses when the policy contains `value`. Counts and sums stay whole. Web forms also use this for unsaved numbers. */
export function scaleBySensitivity(
  { scaling }: { scaling: ParameterScaling },
  { value, sensitivity }: { value: number; sensitivity: Sensitivity },
): number {
  if (sensitivity === 'medium' || scaling === 'fixed') return value;
  if (scaling === 'dormancy') return DORMANCY_DAYS[sensitivity] ?? value;
  if (scaling === 'minimum_history') {
    return sensitivity === 'high' ? Math.min(value, MINIMUM_HISTORY_DAYS_AT_HIGH) : value;
  }
  return Math.ceil(value * FACTORS[sensitivity]);
}

export type EffectiveParameter = DetectorParameter & { value: number };

/** The numbers a rule uses: those in the policy or the defaults, scaled by the policy's sensitivity. USD values are in dollars. */
export function effectiveParameters(
  { activityType, parameters }: Pick<Detector, 'activityType' | 'parameters'>,
  policy: DetectionPolicy,
): EffectiveParameter[] {
  const values = policy.parameters[activityType] ?? {};
  return parameters.map((definition) => {
    const value = values[definition.name] ?? definition.default;
    return {
      ...definition,
      value: scaleBySensitivity(definition, { value, sensitivity: policy.sensitivity }),
    };
  });
}

type Named<Name extends string> = DetectorParameter & { readonly name: Name };

const parameterOf =
  (unit: DetectorParameter['unit'], scaling: ParameterScaling) =>
  <Name extends string>(
    name: Name,
    [min, byDefault, max]: readonly [min: number, byDefault: number, max: number],
    meaning: string,
    example: string,
  ): Named<Name> => ({ name, default: byDefault, min, max, meaning, example, unit, scaling });

/** Counts and sums (in whole dollars) are scaled by the sensitivity; fixed ones are not. */
export const count = parameterOf('count', 'count');
export const fixedCount = parameterOf('count', 'fixed');
export const sum = parameterOf('USD', 'sum');
export const fixedAmount = parameterOf('USD', 'fixed');
export const ratio = parameterOf('ratio', 'fixed');
export const days = parameterOf('days', 'fixed');
export const minimumHistory = parameterOf('days', 'minimum_history');
export const dormancy = parameterOf('days', 'dormancy');

export const deduplicationWindow = (value: number): Named<'coolDays'> =>
  days(
    'coolDays',
    [1, value, 365],
    'Days within which the same activity belongs to one alert',
    'with 14, activity on March 1 and March 15 is one alert',
  );

/** A rule with this parameter analyzes up to that many accounts of a member together (see `defineDetector`). */
export const maximumAccounts = fixedCount(
  'maximumAccounts',
  [1, MAX_ACCOUNTS_PER_MEMBER, MAX_ACCOUNTS_PER_MEMBER],
  'Maximum accounts under one name that are analyzed together',
  'with 3, four accounts under one name are analyzed separately',
);
