import { activityLabel } from './activity-label.ts';

describe('the label of an activity type', () => {
  it.each([
    ['structuring', 'Structuring'],
    ['velocity_anomaly', 'Velocity Anomaly'],
    ['large_credit', 'Large Credit'],
    ['unauthorized_ach', 'Unauthorized ACH'],
  ])('of %s is %s', (type, label) => {
    expect(activityLabel(type)).toBe(label);
  });

  it('of an unknown type is title-cased, the first underscore a space', () => {
    expect(activityLabel('card_not_present')).toBe('Card Not_present');
  });
});
