import type { ActivityType } from '@clearwatch/contracts/alerts';
import type { Detector } from '../detector.ts';
import { accountTakeover } from './account-takeover.ts';
import { becPattern } from './bec-pattern.ts';
import { dormantReactivation } from './dormant-reactivation.ts';
import { frequentDebits } from './frequent-debits.ts';
import { highRiskPattern } from './high-risk-pattern.ts';
import { highVolumeMule } from './high-volume-mule.ts';
import { kitingPattern } from './kiting-pattern.ts';
import { largeCredit } from './large-credit.ts';
import { muleActivity } from './mule-activity.ts';
import { multipleCompanies } from './multiple-companies.ts';
import { newCompanies } from './new-companies.ts';
import { reversalPattern } from './reversal-pattern.ts';
import { roundAmountStructuring } from './round-amount-structuring.ts';
import { structuring } from './structuring.ts';
import { testThenLarge } from './test-then-large.ts';
import { timingAnomaly } from './timing-anomaly.ts';
import { unauthorizedAch } from './unauthorized-ach.ts';
import { unusualPattern } from './unusual-pattern.ts';
import { urgencyFlag } from './urgency-flag.ts';
import { velocityAnomaly } from './velocity-anomaly.ts';
import { weekendOnly } from './weekend-only.ts';

/** All rules. An activity type that has no rule here causes a type error. */
export const DETECTORS: { readonly [Type in ActivityType]: Detector & { readonly activityType: Type } } = {
  structuring,
  velocity_anomaly: velocityAnomaly,
  large_credit: largeCredit,
  round_amount_structuring: roundAmountStructuring,
  account_takeover: accountTakeover,
  unusual_pattern: unusualPattern,
  mule_activity: muleActivity,
  new_companies: newCompanies,
  multiple_companies: multipleCompanies,
  urgency_flag: urgencyFlag,
  kiting_pattern: kitingPattern,
  unauthorized_ach: unauthorizedAch,
  frequent_debits: frequentDebits,
  reversal_pattern: reversalPattern,
  test_then_large: testThenLarge,
  weekend_only: weekendOnly,
  high_risk_pattern: highRiskPattern,
  timing_anomaly: timingAnomaly,
  dormant_reactivation: dormantReactivation,
  bec_pattern: becPattern,
  high_volume_mule: highVolumeMule,
};

/** Finds the rule for a type in a policy or alert that another version may have stored; null if this version has no such rule. */
export function detectorOf(activityType: string): Detector | null {
  return Object.hasOwn(DETECTORS, activityType) ? DETECTORS[activityType as ActivityType] : null;
}
