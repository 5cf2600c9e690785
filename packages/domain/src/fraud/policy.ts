import type { ActivityType } from '@clearwatch/contracts/fraud/activity-types';
import type { Sensitivity } from '@clearwatch/contracts/fraud/sensitivity';

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
