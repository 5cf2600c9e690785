import { activityLabel } from './activity-label.ts';

describe('activity type label', () => {
  it.each([
    ['structuring', 'Structuring'],
    ['velocity_anomaly', 'Velocity Anomaly'],
    ['large_credit', 'Large Credit'],
    ['unauthorized_ach', 'Unauthorized ACH'],
  ])('shows %s as %s', (type, label) => {
    expect(activityLabel(type)).toBe(label);
  });

  it('title-cases an unknown activity type and replaces only its first underscore with a space', () => {
    expect(activityLabel('card_not_present')).toBe('Card Not_present');
  });
});
