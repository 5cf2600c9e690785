import type { ActivityType } from '@clearwatch/contracts/alerts';

/** Title case would leave their second underscore, so each needs a label here. */
type ThreeWordType = Extract<ActivityType, `${string}_${string}_${string}`>;

/** Labels that title case would get wrong. */
const LABELS: Readonly<Record<string, string>> = {
  test_then_large: 'Test then Large',
  round_amount_structuring: 'Round-Amount Structuring',
  weekend_only: 'Weekend Only',
  unauthorized_ach: 'Unauthorized ACH',
  bec_pattern: 'BEC Pattern',
  high_volume_mule: 'High-Volume Mule',
  high_risk_pattern: 'High-Risk Pattern',
} satisfies Record<ThreeWordType, string> & Partial<Record<ActivityType, string>>;

/** Screen label of an activity type. Unknown types: title case, the first underscore a space (spec section 3). */
export function activityLabel(activityType: string): string {
  if (Object.hasOwn(LABELS, activityType)) return LABELS[activityType] ?? activityType;
  return activityType.replace('_', ' ').replace(/(^|\s)\S/g, (letter) => letter.toUpperCase());
}
