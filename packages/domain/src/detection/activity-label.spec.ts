import { activityLabel } from './activity-label.ts';

describe('activity type label', () => {
  it.each([
    ['structuring', 'Structuring'],
    ['velocity_anomaly', 'Velocity Anomaly'],
    ['large_credit', 'Large Credit'],
    ['unauthorized_ach', 'Unauthorized ACH'],
  ])('the activity type label shows %s as %s', (type, label) => {
    expect(activityLabel(type)).toBe(label);
  });

  it('the label of an unknown activity type is in title case, with only its first underscore replaced by a space', () => {
    expect(activityLabel('card_not_present')).toBe('Card Not_present');
  });
});
