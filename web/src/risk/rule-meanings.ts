import type { ActivityType } from '@clearwatch/contracts/alerts';

/** What each rule sees, in a few words without its limits: those stand in the detection policy. */
export const RULE_MEANINGS: Record<ActivityType, string> = {
  velocity_anomaly: 'activity far above the account’s own rhythm',
  test_then_large: 'a small probe, then a large debit by the same originator',
  structuring: 'several credits just below the reporting line',
  round_amount_structuring: 'the same in round amounts',
  account_takeover: 'an established account drained to destinations it never used',
  new_companies: 'a burst of first-time billers on a stable account',
  timing_anomaly: 'debits at night or on days without settlement',
  weekend_only: 'an originator that posts on weekends alone',
  kiting_pattern: 'near-equal transfers back and forth',
  reversal_pattern: 'the same amount paid and taken back repeatedly',
  unauthorized_ach: 'returns as unauthorized, or one new company on many accounts at once',
  multiple_companies: 'many first-time companies debiting one account',
  bec_pattern: 'a vendor payment or payroll to the wrong account, or a look-alike sender',
  urgency_flag: 'pressing words in the description of a payment',
  mule_activity: 'new money in and the same out within days',
  high_volume_mule: 'many senders in, most of it out again',
  dormant_reactivation: 'money moving after a long silence',
  high_risk_pattern: 'debits gathering at high-risk originators',
  large_credit: 'a credit far larger than the account is used to',
  frequent_debits: 'unusually many debits on one day',
  unusual_pattern: 'a known company with an amount outside its own history',
};
