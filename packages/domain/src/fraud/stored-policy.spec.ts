import { DETECTORS } from './detectors/index.ts';
import { policyInForce, readStatedPolicy } from './stored-policy.ts';
import { defaultPolicy, validatePolicy } from './validate-policy.ts';

describe('a stored policy', () => {
  test('that this version has written is read as it was', () => {
    const policy = {
      ...defaultPolicy(),
      version: 7,
      sensitivity: 'high' as const,
      switchedOff: { structuring: 'No cash.' },
    };
    expect(policyInForce(readStatedPolicy(policy), 7)).toEqual(policy);
  });

  test('stays readable when a rule is removed or a parameter renamed, which then has its default', () => {
    const stored = {
      version: 2,
      sensitivity: 'low',
      parameters: { structuring: { oldName: 4, nearLineDays: 20 }, old_rule: { coolDays: 3 } },
      switchedOff: { old_rule: 'Too loud.' },
      remark: 'of another version',
    };
    expect(validatePolicy(stored)).toHaveProperty('problems');
    const policy = policyInForce(readStatedPolicy(stored), 2);
    expect(policy.parameters.structuring).toEqual({
      ...defaultPolicy().parameters.structuring,
      nearLineDays: 20,
    });
    expect(policy.switchedOff).toEqual({});
    expect(policy.sensitivity).toBe('low');
    expect(Object.keys(policy.parameters)).toEqual(Object.keys(DETECTORS));
    expect(validatePolicy(policy)).toEqual({ policy });
  });

  test('never asks for more than a range allows by now', () => {
    const stored = {
      sensitivity: 'medium',
      parameters: { structuring: { maximumAccounts: 50, nearLineCount: 2.6, coolDays: 'soon' } },
    };
    const policy = policyInForce(readStatedPolicy(stored), 1);
    expect(policy.parameters.structuring).toMatchObject({
      maximumAccounts: 3,
      nearLineCount: 3,
      coolDays: 30,
    });
    expect(validatePolicy(policy)).toEqual({ policy });
  });

  test('leaves out what is no number and no reason', () => {
    const stated = readStatedPolicy({
      sensitivity: 'medium',
      parameters: {
        structuring: { coolDays: Infinity, spreadDays: '7', spreadCount: 6 },
        large_credit: 'none',
      },
      switchedOff: { structuring: true, large_credit: 'Covered elsewhere.' },
    });
    expect(stated).toEqual({
      sensitivity: 'medium',
      parameters: { structuring: { spreadCount: 6 }, large_credit: {} },
      switchedOff: { large_credit: 'Covered elsewhere.' },
    });
  });

  test.each([
    [null, 'A policy is an object.'],
    [[], 'A policy is an object.'],
    [{ parameters: {} }, 'sensitivity must be one of low, medium, high.'],
    [{ sensitivity: 'medium' }, 'parameters and switchedOff must be objects.'],
    [
      { sensitivity: 'medium', parameters: {}, switchedOff: 'all' },
      'parameters and switchedOff must be objects.',
    ],
  ])('%j is none', (body, problem) => {
    expect(() => readStatedPolicy(body)).toThrow(new TypeError(problem));
  });
});
