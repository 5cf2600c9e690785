import { ACTIVITY_TYPES, categoryOf } from './alerts.ts';

/** As in the specification's table (section 3). */
const CATEGORIES: Readonly<Record<string, string[]>> = {
  'Velocity & Testing': ['velocity_anomaly', 'test_then_large'],
  Structuring: ['structuring', 'round_amount_structuring'],
  'Account Takeover': ['account_takeover', 'new_companies', 'timing_anomaly', 'weekend_only'],
  'Kiting & Manipulation': ['kiting_pattern', 'reversal_pattern'],
  'Unauthorized ACH': ['unauthorized_ach', 'multiple_companies'],
  'Business Email Compromise': ['bec_pattern', 'urgency_flag'],
  'Money Mule Activity': ['mule_activity', 'high_volume_mule'],
  'Dormant Account Activity': ['dormant_reactivation'],
  'High-Risk Transactions': ['high_risk_pattern'],
  'Other Patterns': ['large_credit', 'frequent_debits', 'unusual_pattern'],
};

describe('activity types', () => {
  it('each activity type is in its category of the specification, and unknown types are in Other Patterns [spec 3.8]', () => {
    for (const [category, types] of Object.entries(CATEGORIES)) {
      expect(types.map(categoryOf)).toEqual(types.map(() => category));
    }
    expect(ACTIVITY_TYPES.toSorted()).toEqual(Object.values(CATEGORIES).flat().toSorted());
    expect(categoryOf('something_new')).toBe('Other Patterns');
    expect(categoryOf('constructor')).toBe('Other Patterns');
  });
});
