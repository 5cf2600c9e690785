import { DETECTORS } from './detectors/index.ts';
import { effectiveParameters, parametersByName } from './effective-parameters.ts';
import { defaultPolicy, validatePolicy } from './validate-policy.ts';

describe('detection policy', () => {
  test('a version is a whole number, and a number of a rule one of its range', () => {
    expect(defaultPolicy().version).toBe(1);
    expect(validatePolicy({ ...defaultPolicy(), version: 1.5 })).toEqual({
      problems: ['version must be a whole number from 1.'],
    });
    const dealt = (medianRatio: unknown) =>
      validatePolicy({ ...defaultPolicy(), parameters: { unusual_pattern: { medianRatio } } });
    expect([dealt(1.5), dealt(100)].map((checked) => 'policy' in checked)).toEqual([true, true]);
    for (const beyond of [1.4, 100.1])
      expect(dealt(beyond)).toEqual({
        problems: ['unusual_pattern.medianRatio must be between 1.5 and 100 (ratio).'],
      });
    for (const none of [Number.NaN, Infinity, '2'])
      expect(dealt(none)).toEqual({ problems: ['unusual_pattern.medianRatio must be a number.'] });
  });

  test('the numbers of a policy are worked out once', () => {
    const policy = defaultPolicy();
    const numbers = effectiveParameters(DETECTORS.structuring, policy);
    expect(effectiveParameters(DETECTORS.structuring, policy)).toBe(numbers);
    expect(parametersByName(numbers)).toBe(parametersByName(numbers));
  });

  test('the default policy is valid and holds every parameter of every rule', () => {
    const policy = defaultPolicy();
    expect(validatePolicy(policy)).toEqual({ policy });
    expect(Object.keys(policy.parameters)).toEqual(Object.keys(DETECTORS));
    expect(policy.parameters.large_credit).toMatchObject({ largeTransactionAmount: 10_000, coolDays: 30 });
  });

  test('every default lies in its range, and every rule has a cooling period and sources', () => {
    for (const { parameters, sources } of Object.values(DETECTORS)) {
      for (const { default: value, min, max } of parameters) expect(value >= min && value <= max).toBe(true);
      expect(parameters.map(({ name }) => name)).toContain('coolDays');
      expect(new Set(parameters.map(({ name }) => name)).size).toBe(parameters.length);
      expect(sources.length).toBeGreaterThan(0);
    }
  });

  test('no policy can ask for more accounts of a name than are ever read together', () => {
    const checked = (maximumAccounts: number) =>
      validatePolicy({ ...defaultPolicy(), parameters: { structuring: { maximumAccounts } } });
    expect(checked(3)).toHaveProperty('policy');
    expect(checked(4)).toEqual({
      problems: ['structuring.maximumAccounts must be between 1 and 3 (count).'],
    });
  });

  test('every problem is said at once', () => {
    const checked = validatePolicy({
      version: 0,
      sensitivity: 'extreme',
      extra: 1,
      parameters: {
        structuring: { reportingLine: 12_000, nearLineCount: 2.5, imagined: 1, spreadSum: '15000' },
        kindness: {},
        large_credit: [],
      },
    });
    expect(checked).toEqual({
      problems: [
        '"extra" is no part of a policy.',
        'version must be a whole number from 1.',
        'sensitivity must be one of low, medium, high.',
        'structuring.reportingLine must be between 10000 and 10000 (USD).',
        'structuring.nearLineCount must be a whole number (count).',
        'structuring has no parameter "imagined".',
        'structuring.spreadSum must be a number.',
        'There is no rule "kindness".',
        'The parameters of large_credit must be an object of numbers.',
      ],
    });
  });

  test('a rule is switched off with a reason, and only one that exists', () => {
    const off = (switchedOff: unknown) => validatePolicy({ ...defaultPolicy(), switchedOff });
    expect(off({ structuring: 'Covered by the core system.' })).toHaveProperty('policy');
    expect(off({ structuring: 'x'.repeat(2000) })).toHaveProperty('policy');
    expect(off({ structuring: true })).toEqual({ problems: ['Switching off structuring needs a reason.'] });
    expect(
      off({ structuring: ' ', large_credit: 'x'.repeat(2001), velocity_anomaly: 'a\0b', kindness: 'x' }),
    ).toEqual({
      problems: [
        'Switching off structuring needs a reason.',
        'The reason for switching off large_credit is longer than 2000 characters.',
        'The reason for switching off velocity_anomaly holds a character that is not text.',
        'There is no rule "kindness".',
      ],
    });
    expect(off(['structuring'])).toEqual({
      problems: ['switchedOff must be an object with a reason per activity type.'],
    });
  });

  test.each([[null], ['policy'], [[]], [{}], [{ version: 1, sensitivity: 'low', parameters: null }]])(
    '%j is refused',
    (value) => {
      expect(validatePolicy(value)).toHaveProperty('problems');
    },
  );

  test('missing numbers have their defaults, counts are scaled and rounded up', () => {
    const values = (sensitivity: 'low' | 'medium' | 'high'): Record<string, number> =>
      Object.fromEntries(
        effectiveParameters(DETECTORS.structuring, {
          version: 1,
          sensitivity,
          parameters: {},
          switchedOff: {},
        }).map(({ definition, value }) => [definition.name, value]),
      );
    expect(values('medium')).toMatchObject({
      nearLineCount: 3,
      spreadCount: 5,
      spreadSum: 15_000,
      reportingLine: 10_000,
    });
    expect(values('low')).toMatchObject({
      nearLineCount: 4,
      spreadCount: 7,
      spreadSum: 18_750,
      reportingLine: 10_000,
    });
    expect(values('high')).toMatchObject({
      nearLineCount: 3,
      spreadCount: 4,
      spreadSum: 12_000,
      nearLineMinimum: 8000,
    });
  });
});
