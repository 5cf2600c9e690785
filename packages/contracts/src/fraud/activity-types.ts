/** The activity types of the detection catalogue, grouped as the screens show them (spec section 3). */
export const ACTIVITY_CATEGORIES = {
  velocity_anomaly: 'Velocity & Testing',
  test_then_large: 'Velocity & Testing',
  structuring: 'Structuring',
  round_amount_structuring: 'Structuring',
  account_takeover: 'Account Takeover',
  new_companies: 'Account Takeover',
  timing_anomaly: 'Account Takeover',
  weekend_only: 'Account Takeover',
  kiting_pattern: 'Kiting & Manipulation',
  reversal_pattern: 'Kiting & Manipulation',
  unauthorized_ach: 'Unauthorized ACH',
  multiple_companies: 'Unauthorized ACH',
  bec_pattern: 'Business Email Compromise',
  urgency_flag: 'Business Email Compromise',
  mule_activity: 'Money Mule Activity',
  high_volume_mule: 'Money Mule Activity',
  dormant_reactivation: 'Dormant Account Activity',
  high_risk_pattern: 'High-Risk Transactions',
  large_credit: 'Other Patterns',
  frequent_debits: 'Other Patterns',
  unusual_pattern: 'Other Patterns',
} as const;

export type ActivityType = keyof typeof ACTIVITY_CATEGORIES;
export type ActivityCategory = (typeof ACTIVITY_CATEGORIES)[ActivityType];

export const ACTIVITY_TYPES = Object.keys(ACTIVITY_CATEGORIES) as ActivityType[];

/** The category an alert is shown under; a type this version does not know belongs to "Other Patterns" (spec). */
export function categoryOf(activityType: string): ActivityCategory {
  return Object.hasOwn(ACTIVITY_CATEGORIES, activityType)
    ? ACTIVITY_CATEGORIES[activityType as ActivityType]
    : 'Other Patterns';
}
