import type { ActivityType } from '@clearwatch/contracts/fraud/activity-types';

export const SENSITIVITIES = ['low', 'medium', 'high'] as const;
export type Sensitivity = (typeof SENSITIVITIES)[number];

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
}
