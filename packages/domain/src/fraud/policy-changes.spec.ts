import { policyChanges } from './policy-changes.ts';
import type { StatedPolicy } from './stored-policy.ts';
import { defaultPolicy } from './validate-policy.ts';

const plain: StatedPolicy = { sensitivity: 'medium', parameters: {}, switchedOff: {} };

describe('changes of a policy', () => {
  test('there are none against itself, stated in full or by its defaults', () => {
    expect(policyChanges(plain, plain)).toEqual([]);
    expect(policyChanges(defaultPolicy(), plain)).toEqual([]);
  });

  test('are the sensitivity, switches with their reasons and numbers, in the order of the rules', () => {
    const after: StatedPolicy = {
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
    expect(policyChanges(plain, after)).toEqual(changes);
    expect(policyChanges(after, plain)).toEqual(
      changes.map(({ from, to, ...change }) => ({ ...change, from: to, to: from })),
    );
  });

  test('another reason for the same switch is one', () => {
    const off = (reason: string): StatedPolicy => ({ ...plain, switchedOff: { large_credit: reason } });
    expect(policyChanges(off('Too many.'), off('Covered elsewhere.'))).toEqual([
      { activityType: 'large_credit', name: 'switchedOff', from: 'Too many.', to: 'Covered elsewhere.' },
    ]);
  });

  test('name what a version stated of a rule or parameter that is gone since', () => {
    const before: StatedPolicy = {
      ...plain,
      parameters: { structuring: { oldName: 4 }, old_rule: { coolDays: 3 } },
      switchedOff: { older_rule: 'Too loud.' },
    };
    expect(policyChanges(before, defaultPolicy())).toEqual([
      { activityType: 'structuring', name: 'oldName', from: '4', to: null },
      { activityType: 'old_rule', name: 'coolDays', from: '3', to: null },
      { activityType: 'older_rule', name: 'switchedOff', from: 'Too loud.', to: null },
    ]);
  });
});
