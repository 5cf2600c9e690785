import type { ActivityType } from '@clearwatch/contracts/alerts';

/** Title casing would replace only the first underscore of these types, so each needs its own label. */
type ThreeWordType = Extract<ActivityType, `${string}_${string}_${string}`>;

/** Title casing would produce the wrong label for these types. */
const LABELS: Readonly<Record<string, string>> = {
  test_then_large: 'Test then Large',
  round_amount_structuring: 'Round-Amount Structuring',
  weekend_only: 'Weekend Only',
  unauthorized_ach: 'Unauthorized ACH',
  bec_pattern: 'BEC Pattern',
  high_volume_mule: 'High-Volume Mule',
  high_risk_pattern: 'High-Risk Pattern',
} satisfies Record<ThreeWordType, string> & Partial<Record<ActivityType, string>>;

/**
 * Screen label for an activity type. Unknown types are title-cased, with only the first underscore replaced by a space (spec section 3).
 */
export function activityLabel(activityType: string): string {
  if (Object.hasOwn(LABELS, activityType)) return LABELS[activityType] ?? activityType;
  return activityType.replace('_', ' ').replace(/(^|\s)\S/g, (letter) => letter.toUpperCase());
}
