import { ACTIVITY_TYPES } from '@clearwatch/contracts/fraud/activity-types';
import { DETECTORS } from './detectors/index.ts';
import { rulesOf } from './policy-rules.ts';

describe('the rules of a policy', () => {
  const rules = rulesOf({
    version: 3,
    sensitivity: 'high',
    parameters: { structuring: { spreadCount: 10 } },
    switchedOff: { large_credit: 'Covered elsewhere.' },
  });
  const parameterOf = (activityType: string, wanted: string) =>
    rules.find((rule) => rule.activityType === activityType)?.parameters.find(({ name }) => name === wanted);

  test('are all rules of this version, those younger than the policy with their defaults', () => {
    expect(rules.map(({ activityType }) => activityType)).toEqual(Object.keys(DETECTORS));
    expect(rules.every(({ activityType }) => ACTIVITY_TYPES.some((type) => type === activityType))).toBe(
      true,
    );
    expect(parameterOf('velocity_anomaly', 'coolDays')).toMatchObject({
      value: 10,
      default: 10,
      effective: 10,
    });
  });

  test('say of each number its unit, range, meaning, value, and what it is after sensitivity', () => {
    expect(parameterOf('structuring', 'spreadCount')).toEqual({
      name: 'spreadCount',
      unit: 'count',
      meaning: 'spread credits',
      scaling: 'count',
      default: 5,
      min: 3,
      max: 100,
      value: 10,
      effective: 8,
    });
    expect(parameterOf('large_credit', 'largeTransactionAmount')).toMatchObject({
      value: 10_000,
      effective: 10_000,
    });
  });

  test('say what each rests on', () => {
    expect(rules.map(({ sources }) => sources)).toEqual(
      Object.values(DETECTORS).map(({ sources }) => sources),
    );
  });

  test('say which are switched off and why', () => {
    expect(rules.filter(({ switchedOff }) => switchedOff !== null)).toMatchObject([
      { activityType: 'large_credit', switchedOff: 'Covered elsewhere.' },
    ]);
  });
});
