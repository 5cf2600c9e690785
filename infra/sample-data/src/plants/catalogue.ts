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

/**
 * All patterns, dealt out in turn so that a small ledger has something of each rule. Those of the rules that are in
 * force come first: what a small ledger holds is then found.
 */
export const PATTERNS: readonly Pattern[] = [
  ...interleave([
    STRUCTURING,
    VELOCITY,
    LARGE_CREDITS,
    STRUCTURING_LOOK_ALIKES,
    VELOCITY_LOOK_ALIKES,
    LARGE_CREDIT_LOOK_ALIKES,
  ]),
  ...interleave([
    ROUND_AMOUNTS,
    TEST_THEN_LARGE,
    ACCOUNT_TAKEOVER,
    NEW_COMPANIES,
    TIMING_ANOMALY,
    WEEKEND_ONLY,
    KITING,
    REVERSALS,
    UNAUTHORIZED,
    MULTIPLE_COMPANIES,
    TAKEOVER_LOOK_ALIKES,
    UNAUTHORIZED_LOOK_ALIKES,
    BUSINESS_EMAIL,
    URGENCY,
    MULE,
    HIGH_VOLUME_MULE,
    DORMANT,
    HIGH_RISK,
    FREQUENT_DEBITS,
    UNUSUAL,
    EMAIL_LOOK_ALIKES,
    HABIT_LOOK_ALIKES,
    MONEY_LOOK_ALIKES,
  ]),
  ...OVERLOOKED,
];

function interleave(lists: readonly (readonly Pattern[])[]): Pattern[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, k) => lists.flatMap((list) => list.slice(k, k + 1))).flat();
}
