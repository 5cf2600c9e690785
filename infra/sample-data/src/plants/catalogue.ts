import type { ActivityType } from '@clearwatch/contracts/fraud/activity-types';
import { ACCOUNT_TAKEOVER } from './account-takeover.ts';
import { BUSINESS_EMAIL } from './business-email.ts';
import { DORMANT } from './dormant.ts';
import { EMAIL_LOOK_ALIKES } from './email-look-alikes.ts';
import { FREQUENT_DEBITS } from './frequent-debits.ts';
import { HABIT_LOOK_ALIKES } from './habit-look-alikes.ts';
import { HIGH_RISK } from './high-risk.ts';
import { HIGH_VOLUME_MULE } from './high-volume-mule.ts';
import { KITING } from './kiting.ts';
import { LARGE_CREDITS } from './large-credit.ts';
import { LARGE_CREDIT_LOOK_ALIKES } from './large-credit-look-alikes.ts';
import { MONEY_LOOK_ALIKES } from './money-look-alikes.ts';
import { MULE } from './mule.ts';
import { MULTIPLE_COMPANIES } from './multiple-companies.ts';
import { NEW_COMPANIES } from './new-companies.ts';
import { OVERLOOKED } from './overlooked.ts';
import type { Pattern } from './pattern.ts';
import { REVERSALS } from './reversals.ts';
import { ROUND_AMOUNTS } from './round-amounts.ts';
import { STRUCTURING } from './structuring.ts';
import { STRUCTURING_LOOK_ALIKES } from './structuring-look-alikes.ts';
import { TAKEOVER_LOOK_ALIKES } from './takeover-look-alikes.ts';
import { TEST_THEN_LARGE } from './test-then-large.ts';
import { TIMING_ANOMALY } from './timing-anomaly.ts';
import { UNAUTHORIZED } from './unauthorized.ts';
import { UNAUTHORIZED_LOOK_ALIKES } from './unauthorized-look-alikes.ts';
import { UNUSUAL } from './unusual.ts';
import { URGENCY } from './urgency.ts';
import { VELOCITY } from './velocity.ts';
import { VELOCITY_LOOK_ALIKES } from './velocity-look-alikes.ts';
import { WEEKEND_ONLY } from './weekend-only.ts';

type Patterns = readonly Pattern[];

const FIRST = {
  structuring: STRUCTURING,
  velocity_anomaly: VELOCITY,
  large_credit: LARGE_CREDITS,
  'look-alikes of structuring': STRUCTURING_LOOK_ALIKES,
  'look-alikes of velocity': VELOCITY_LOOK_ALIKES,
  'look-alikes of large credits': LARGE_CREDIT_LOOK_ALIKES,
} as const;

/** In the order in which they are planted. A type of the catalogue without its patterns here is a type error. */
const THEN = {
  round_amount_structuring: ROUND_AMOUNTS,
  test_then_large: TEST_THEN_LARGE,
  account_takeover: ACCOUNT_TAKEOVER,
  new_companies: NEW_COMPANIES,
  timing_anomaly: TIMING_ANOMALY,
  weekend_only: WEEKEND_ONLY,
  kiting_pattern: KITING,
  reversal_pattern: REVERSALS,
  unauthorized_ach: UNAUTHORIZED,
  multiple_companies: MULTIPLE_COMPANIES,
  'look-alikes of takeovers': TAKEOVER_LOOK_ALIKES,
  'look-alikes of unauthorized debits': UNAUTHORIZED_LOOK_ALIKES,
  bec_pattern: BUSINESS_EMAIL,
  urgency_flag: URGENCY,
  mule_activity: MULE,
  high_volume_mule: HIGH_VOLUME_MULE,
  dormant_reactivation: DORMANT,
  high_risk_pattern: HIGH_RISK,
  frequent_debits: FREQUENT_DEBITS,
  unusual_pattern: UNUSUAL,
  'look-alikes of business email': EMAIL_LOOK_ALIKES,
  'look-alikes of habits': HABIT_LOOK_ALIKES,
  'look-alikes of money on its way': MONEY_LOOK_ALIKES,
} satisfies Record<Exclude<ActivityType, keyof typeof FIRST>, Patterns> & Record<string, Patterns>;

/**
 * All patterns, dealt out in turn so that a small ledger has something of each rule. Those of the rules that are in
 * force come first: what a small ledger holds is then found.
 */
export const PATTERNS: Patterns = [
  ...interleave(Object.values(FIRST)),
  ...interleave(Object.values(THEN)),
  ...OVERLOOKED,
];

function interleave(lists: readonly Patterns[]): Pattern[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, k) => lists.flatMap((list) => list.slice(k, k + 1))).flat();
}
