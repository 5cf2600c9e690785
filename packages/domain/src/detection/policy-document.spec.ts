import { ACTIVITY_TYPES } from '@clearwatch/contracts/alerts';
import { effectiveParameters } from './detector.ts';
import { DETECTORS } from './detectors/detector-registry.ts';
import {
  comparePolicies,
  defaultPolicy,
  listRulesUnderPolicy,
  policyInForce,
  readStoredPolicy,
  type StoredPolicy,
  validatePolicy,
} from './policy-document.ts';

const plain: StoredPolicy = { sensitivity: 'medium', parameters: {}, switchedOff: {} };

describe('policy changes', () => {
  test('policy changes are empty for the same policy, stored in full or with defaults', () => {
    expect(comparePolicies(plain, plain)).toEqual([]);
    expect(comparePolicies(defaultPolicy(), plain)).toEqual([]);
  });

  test('policy changes list the sensitivity, switched-off rules with reasons, and parameters in rule order', () => {
    const after: StoredPolicy = {
      sensitivity: 'high',
      parameters: { large_credit: { medianRatio: 2.5 }, structuring: { nearLineDays: 14, spreadDays: 7 } },
      switchedOff: { structuring: 'Covered elsewhere.' },
    };
    const changes = [
      { activityType: null, name: 'sensitivity', from: 'medium', to: 'high' },
      { activityType: 'structuring', name: 'switchedOff', from: null, to: 'Covered elsewhere.' },
      { activityType: 'structuring', name: 'nearLineDays', from: '11', to: '14' },
      { activityType: 'large_credit', name: 'medianRatio', from: '3', to: '2.5' },
    ];
    expect(comparePolicies(plain, after)).toEqual(changes);
    expect(comparePolicies(after, plain)).toEqual(
      changes.map(({ from, to, ...change }) => ({ ...change, from: to, to: from })),
    );
  });

  test('policy changes include a new reason for a switched-off rule', () => {
    const off = (reason: string): StoredPolicy => ({ ...plain, switchedOff: { large_credit: reason } });
    expect(comparePolicies(off('Too many.'), off('Covered elsewhere.'))).toEqual([
      { activityType: 'large_credit', name: 'switchedOff', from: 'Too many.', to: 'Covered elsewhere.' },
    ]);
  });

  test('policy changes include removed rules and parameters', () => {
    const before: StoredPolicy = {
      ...plain,
      parameters: { structuring: { oldName: 4 }, old_rule: { coolDays: 3 } },
      switchedOff: { older_rule: 'Too loud.' },
    };
    expect(comparePolicies(before, defaultPolicy())).toEqual([
      { activityType: 'structuring', name: 'oldName', from: '4', to: null },
      { activityType: 'old_rule', name: 'coolDays', from: '3', to: null },
      { activityType: 'older_rule', name: 'switchedOff', from: 'Too loud.', to: null },
    ]);
  });
});

describe('policy rules', () => {
  const rules = listRulesUnderPolicy({
    version: 3,
    sensitivity: 'high',
    parameters: { structuring: { spreadCount: 10 } },
    switchedOff: { large_credit: 'Covered elsewhere.' },
  });
  const parameterOf = (activityType: string, parameterName: string) =>
    rules.find((rule) => rule.activityType === activityType)?.parameters.find(({ name }) => name === parameterName);

  test('policy rules include new rules with their defaults', () => {
    expect(rules.map(({ activityType }) => activityType)).toEqual(Object.keys(DETECTORS));
    expect(rules.every(({ activityType }) => ACTIVITY_TYPES.some((type) => type === activityType))).toBe(true);
    expect(parameterOf('velocity_anomaly', 'coolDays')).toMatchObject({
      value: 10,
      default: 10,
      effective: 10,
    });
  });

  test('policy rules have a unit, range, meaning, value and effective value for each parameter', () => {
    expect(parameterOf('structuring', 'spreadCount')).toEqual({
      name: 'spreadCount',
      unit: 'count',
      meaning: 'Number of credits in a spread pattern that raises an alert',
      example: 'with 5, five credits of $3,000',
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

  test('policy rules list their sources', () => {
    expect(rules.map(({ sources }) => sources)).toEqual(Object.values(DETECTORS).map(({ sources }) => sources));
  });

  test('policy rules include the reason when switched off', () => {
    expect(rules.filter(({ switchedOff }) => switchedOff !== null)).toMatchObject([
      { activityType: 'large_credit', switchedOff: 'Covered elsewhere.' },
    ]);
  });
});

describe('stored policy', () => {
  test('a stored policy is read unchanged if this version saved it', () => {
    const policy = {
      ...defaultPolicy(),
      version: 7,
      sensitivity: 'high' as const,
      switchedOff: { structuring: 'No cash.' },
    };
    expect(policyInForce(readStoredPolicy(policy), 7)).toEqual(policy);
  });

  test('a stored policy is read with defaults after a rule is removed or a parameter renamed', () => {
    const stored = {
      version: 2,
      sensitivity: 'low',
      parameters: { structuring: { oldName: 4, nearLineDays: 20 }, old_rule: { coolDays: 3 } },
      switchedOff: { old_rule: 'Too loud.' },
      remark: 'of another version',
    };
    expect(validatePolicy(stored)).toHaveProperty('problems');
    const policy = policyInForce(readStoredPolicy(stored), 2);
    expect(policy.parameters.structuring).toEqual({
      ...defaultPolicy().parameters.structuring,
      nearLineDays: 20,
    });
    expect(policy.switchedOff).toEqual({});
    expect(policy.sensitivity).toBe('low');
    expect(Object.keys(policy.parameters)).toEqual(Object.keys(DETECTORS));
    expect(validatePolicy(policy)).toEqual({ policy });
  });

  test('a stored policy is adjusted to the current ranges', () => {
    const stored = {
      sensitivity: 'medium',
      parameters: { structuring: { maximumAccounts: 50, nearLineCount: 2.6, coolDays: 'soon' } },
    };
    const policy = policyInForce(readStoredPolicy(stored), 1);
    expect(policy.parameters.structuring).toMatchObject({
      maximumAccounts: 3,
      nearLineCount: 3,
      coolDays: 30,
    });
    expect(validatePolicy(policy)).toEqual({ policy });
  });

  test('reading a stored policy ignores values that are not numbers or reasons', () => {
    const storedPolicy = readStoredPolicy({
      sensitivity: 'medium',
      parameters: {
        structuring: { coolDays: Infinity, spreadDays: '7', spreadCount: 6 },
        large_credit: 'none',
      },
      switchedOff: { structuring: true, large_credit: 'Covered elsewhere.' },
    });
    expect(storedPolicy).toEqual({
      sensitivity: 'medium',
      parameters: { structuring: { spreadCount: 6 }, large_credit: {} },
      switchedOff: { large_credit: 'Covered elsewhere.' },
    });
  });

  test.each([
    [null, 'The policy must be an object.'],
    [[], 'The policy must be an object.'],
    [{ parameters: {} }, 'sensitivity must be one of low, medium, high.'],
    [{ sensitivity: 'medium' }, 'parameters and switchedOff must be objects.'],
    [{ sensitivity: 'medium', parameters: {}, switchedOff: 'all' }, 'parameters and switchedOff must be objects.'],
  ])('a stored policy cannot be %j', (body, problem) => {
    expect(() => readStoredPolicy(body)).toThrow(new TypeError(problem));
  });
});

describe('detection policy', () => {
  test('a detection policy requires a whole version number and parameters within their ranges', () => {
    expect(defaultPolicy().version).toBe(1);
    expect(validatePolicy({ ...defaultPolicy(), version: 1.5 })).toEqual({
      problems: ['version must be a whole number of 1 or more.'],
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

  test('the default policy has a valid value for every parameter of every rule', () => {
    const policy = defaultPolicy();
    expect(validatePolicy(policy)).toEqual({ policy });
    expect(Object.keys(policy.parameters)).toEqual(Object.keys(DETECTORS));
    expect(policy.parameters.large_credit).toMatchObject({ largeTransactionAmount: 10_000, coolDays: 30 });
  });

  test('every detection rule has defaults within their ranges, a deduplication window and sources', () => {
    for (const { parameters, sources } of Object.values(DETECTORS)) {
      for (const { default: value, min, max } of parameters) expect(value >= min && value <= max).toBe(true);
      expect(parameters.map(({ name }) => name)).toContain('coolDays');
      expect(new Set(parameters.map(({ name }) => name)).size).toBe(parameters.length);
      expect(sources.length).toBeGreaterThan(0);
    }
  });

  test('a detection policy limits the accounts per name to the number that rules analyze together', () => {
    const checked = (maximumAccounts: number) =>
      validatePolicy({ ...defaultPolicy(), parameters: { structuring: { maximumAccounts } } });
    expect(checked(3)).toHaveProperty('policy');
    expect(checked(4)).toEqual({
      problems: ['structuring.maximumAccounts must be between 1 and 3 (count).'],
    });
  });

  test('an invalid detection policy is rejected with all problems at once', () => {
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
        'A policy has no field "extra".',
        'version must be a whole number of 1 or more.',
        'sensitivity must be one of low, medium, high.',
        'structuring.reportingLine must be between 10000 and 10000 (USD).',
        'structuring.nearLineCount must be a whole number (count).',
        'structuring has no parameter "imagined".',
        'structuring.spreadSum must be a number.',
        'There is no rule "kindness".',
        'The parameters of large_credit must be an object with numeric values.',
      ],
    });
  });

  test('a detection policy requires a reason and an existing rule when a rule is switched off', () => {
    const off = (switchedOff: unknown) => validatePolicy({ ...defaultPolicy(), switchedOff });
    expect(off({ structuring: 'Covered by the core system.' })).toHaveProperty('policy');
    expect(off({ structuring: 'x'.repeat(2000) })).toHaveProperty('policy');
    expect(off({ structuring: true })).toEqual({
      problems: ['Enter a reason for switching off structuring.'],
    });
    expect(off({ structuring: ' ', large_credit: 'x'.repeat(2001), velocity_anomaly: 'a\0b', kindness: 'x' })).toEqual({
      problems: [
        'Enter a reason for switching off structuring.',
        'The reason for switching off large_credit is longer than 2000 characters.',
        'The reason for switching off velocity_anomaly contains a null character. Remove it.',
        'There is no rule "kindness".',
      ],
    });
    expect(off(['structuring'])).toEqual({
      problems: ['switchedOff must be an object with a reason per activity type.'],
    });
  });

  test.each([[null], ['policy'], [[]], [{}], [{ version: 1, sensitivity: 'low', parameters: null }]])(
    'a detection policy cannot be %j',
    (value) => {
      expect(validatePolicy(value)).toHaveProperty('problems');
    },
  );

  test('a detection policy uses defaults for missing parameters and rounds up scaled counts', () => {
    const values = (sensitivity: 'low' | 'medium' | 'high'): Record<string, number> =>
      Object.fromEntries(
        effectiveParameters(DETECTORS.structuring, {
          version: 1,
          sensitivity,
          parameters: {},
          switchedOff: {},
        }).map(({ name, value }) => [name, value]),
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
