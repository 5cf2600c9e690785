import { belowTheLinePolicy } from './backtest-policies.ts';
import { DETECTORS } from './detectors/detector-registry.ts';
import { defaultPolicy, validatePolicy } from './policy-document.ts';

describe('below-the-line policy', () => {
  const policy = { ...defaultPolicy(), switchedOff: { velocity_anomaly: 'Too loud.' } };

  test('the below-the-line policy lowers counts, totals and amounts, but keeps ratios, windows and exclusions', () => {
    const { structuring, large_credit } = belowTheLinePolicy(policy).parameters;
    expect(structuring).toMatchObject({
      nearLineMinimum: 6400,
      nearLineCount: 2,
      spreadCount: 4,
      spreadSum: 12_000,
      normalRatio: 2,
      nearLineDays: 11,
      businessCredits: 3,
      businessEstablished: 8000,
      coolDays: 30,
    });
    expect(large_credit).toMatchObject({ largeTransactionAmount: 8000, medianRatio: 3, similarCredits: 2 });
  });

  test('the below-the-line policy keeps the reporting threshold and remains a valid policy', () => {
    const lower = belowTheLinePolicy(belowTheLinePolicy(belowTheLinePolicy(policy)));
    expect(lower.parameters.structuring).toMatchObject({ reportingLine: 10_000, nearLineCount: 2 });
    expect(validatePolicy(lower)).toEqual({ policy: lower });
  });

  test('the below-the-line policy leaves only the listed fixed amounts and counts unchanged', () => {
    const { parameters } = belowTheLinePolicy(policy);
    const left = Object.values(DETECTORS).flatMap(({ activityType, parameters: definitions }) =>
      definitions
        .filter(({ unit, scaling }) => (unit === 'USD' || unit === 'count') && scaling === 'fixed')
        .filter((definition) => parameters[activityType]?.[definition.name] === definition.default)
        .map(({ name }) => name),
    );
    expect([...new Set(left)].toSorted((one, other) => (one < other ? -1 : 1))).toEqual([
      'accountCredits',
      'benefitPersons',
      'benefitStates',
      'businessCredits',
      'businessEstablished',
      'firstMet',
      'highRiskPhrases',
      'maximumAccounts',
      'minimum',
      'minimumReturns',
      'mostBefore',
      'nightEndHour',
      'pending',
      'probeMaximum',
      'reportingLine',
      'roundMultiple',
      'similarCredits',
    ]);
  });

  test('the below-the-line policy keeps the switched-off rules and the sensitivity', () => {
    expect(belowTheLinePolicy({ ...policy, sensitivity: 'low' })).toMatchObject({
      sensitivity: 'low',
      switchedOff: policy.switchedOff,
    });
  });
});
