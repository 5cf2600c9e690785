import type {
  ActivityCategory,
  ActivityType,
  AlertEvidence,
  AlertHeadline,
} from '@clearwatch/contracts/alerts';
import type { ParameterScaling, Sensitivity } from '@clearwatch/contracts/detection-policy';
import { type Day, epochDay } from '../calendar/day.ts';
import { WARM_UP_DAYS } from '../companies/debit-spray.ts';
import type { Cents } from '../money/cents.ts';
import type { CompanyTable } from './company-table.ts';
import type { DatedEntry } from './detection-entry.ts';
import type { MemberHistory } from './member-history.ts';

/** Numbers of one rule by parameter name; what is missing has its default. */
export type ParameterValues = Readonly<Record<string, number>>;

/**
 * The institution's thresholds, versioned on the server. The numbers are those of sensitivity medium; sensitivity scales
 * them when a rule runs, see `effectiveParameters`.
 */
export interface DetectionPolicy {
  version: number;
  sensitivity: Sensitivity;
  parameters: Readonly<Partial<Record<ActivityType, ParameterValues>>>;
  /** Rules that the institution has switched off, each with its reason. */
  switchedOff: Readonly<Partial<Record<ActivityType, string>>>;
}

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

const FACTORS = { low: 1.25, high: 0.8 } as const;
const MINIMUM_HISTORY_DAYS_AT_HIGH = 30;
const DORMANCY_DAYS: Partial<Record<Sensitivity, number>> = { low: 180, high: 90 };

/**
 * What a rule runs with when the policy says `value`; counts and sums are whole, and stay so. It stands apart from the
 * rules so that a browser can say it of numbers that nobody has saved yet.
 */
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

export interface EffectiveParameter {
  definition: DetectorParameter;
  value: number;
}

type Rule = Pick<Detector, 'activityType' | 'parameters'>;

/** Every rule asks for its numbers for every member: they are worked out once. A policy is never changed in place. */
const EFFECTIVE_BY_POLICY = new WeakMap<DetectionPolicy, Map<Rule, readonly EffectiveParameter[]>>();
const BY_NAME = new WeakMap<readonly EffectiveParameter[], Readonly<Record<string, number>>>();

/**
 * The numbers a rule runs with: the policy's, or the defaults, scaled by the policy's sensitivity (detection catalogue,
 * section 7).
 */
export function effectiveParameters(rule: Rule, policy: DetectionPolicy): readonly EffectiveParameter[] {
  let rules = EFFECTIVE_BY_POLICY.get(policy);
  if (rules === undefined) {
    rules = new Map();
    EFFECTIVE_BY_POLICY.set(policy, rules);
  }
  let effective = rules.get(rule);
  if (effective === undefined) {
    effective = computeEffectiveParameters(rule, policy);
    rules.set(rule, effective);
  }
  return effective;
}

function computeEffectiveParameters(detector: Rule, policy: DetectionPolicy): EffectiveParameter[] {
  const values = policy.parameters[detector.activityType] ?? {};
  return detector.parameters.map((definition) => ({
    definition,
    value: scaleBySensitivity(definition, {
      value: values[definition.name] ?? definition.default,
      sensitivity: policy.sensitivity,
    }),
  }));
}

/** The same numbers by name, for the rule itself. */
export function parametersByName<Names extends string>(
  effective: readonly EffectiveParameter[],
): Readonly<Record<Names, number>> {
  let byName = BY_NAME.get(effective);
  if (byName === undefined) {
    byName = Object.fromEntries(effective.map(({ definition, value }) => [definition.name, value]));
    BY_NAME.set(effective, byName);
  }
  return byName;
}

type Named<Name extends string> = DetectorParameter & { readonly name: Name };
/** Least, default and most. */
type Range = readonly [min: number, usual: number, max: number];

const parameterOf =
  (unit: DetectorParameter['unit'], scaling: ParameterScaling) =>
  <Name extends string>(name: Name, [min, usual, max]: Range, meaning: string): Named<Name> => ({
    name,
    default: usual,
    min,
    max,
    meaning,
    unit,
    scaling,
  });

/** A number of things; follows the sensitivity. */
export const count = parameterOf('count', 'count');
/** A number of things that the sensitivity leaves alone. */
export const fixedCount = parameterOf('count', 'fixed');
/** A sum in whole dollars; follows the sensitivity. */
export const sum = parameterOf('USD', 'sum');
/** An amount in whole dollars that a regulation or the institution itself set, or that marks one entry. */
export const fixedAmount = parameterOf('USD', 'fixed');
export const ratio = parameterOf('ratio', 'fixed');
/** The length of a window or pause. */
export const days = parameterOf('days', 'fixed');
/** The age an account must have; 30 days at high sensitivity. */
export const minimumHistory = parameterOf('days', 'minimum_history');
/** How long an account must have been silent; 180 days at low sensitivity, 90 at high. */
export const dormancy = parameterOf('days', 'dormancy');

/** How long one behaviour is one alert. */
export const deduplicationWindow = (value: number): Named<'coolDays'> =>
  days('coolDays', [1, value, 365], 'one behaviour is one alert for so long');

/** First day (since 1970-01-01) after the ledger's warm-up: rules that compare with a normal speak from here on. */
export function firstComparableDay(context: DetectionContext): number {
  return epochDay(context.ledgerFirstDay) + WARM_UP_DAYS;
}
