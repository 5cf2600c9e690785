import {
  conflictingEdits,
  createPolicyDraft,
  draftChanges,
  editsToReach,
  editsToReachDefaults,
  effectiveEdits,
  formatParameter,
  formatRange,
  hasEdits,
  NO_EDITS,
  parseNumber,
  parseStoredEdits,
  policyDifferences,
  toPolicyBody,
  validateNumberText,
} from './policy-draft.ts';
import { aParameter, aPolicy, aPolicyWith, aRule } from './testing/settings-fixtures.ts';

const editing = (part: Partial<typeof NO_EDITS>) => Object.assign({}, NO_EDITS, part);
const NEAR_LINE = 'structuring.nearLineCount';

describe('policy edits', () => {
  it('policy edits that equal the policy in another notation are dropped', () => {
    const edits = editing({
      sensitivity: 'medium',
      numbers: { 'large_credit.largeTransactionAmount': '$10000' },
      switches: { structuring: null },
    });
    expect(effectiveEdits(aPolicy(), edits)).toEqual(NO_EDITS);
  });

  it('policy edits keep text that is not a number', () => {
    expect(effectiveEdits(aPolicy(), editing({ numbers: { [NEAR_LINE]: '' } })).numbers).toEqual({
      [NEAR_LINE]: '',
    });
  });

  it('policy edits drop rules and parameters that the policy no longer has', () => {
    expect(
      hasEdits(effectiveEdits(aPolicy(), editing({ numbers: { 'gone.count': '3' }, switches: { gone: 'x' } }))),
    ).toBe(false);
  });

  it('comparing two policies gives the edits that turn one into the other', () => {
    const off = aPolicy({
      sensitivity: 'low',
      rules: [aRule({ switchedOff: 'Elsewhere' }), ...aPolicy().rules.slice(1)],
    });
    expect(editsToReach(aPolicyWith(7), off)).toEqual({
      sensitivity: 'low',
      numbers: { [NEAR_LINE]: '3' },
      switches: { structuring: 'Elsewhere' },
    });
    expect(editsToReachDefaults(aPolicyWith(7, { sensitivity: 'high' }))).toEqual({
      sensitivity: 'medium',
      numbers: { [NEAR_LINE]: '3' },
      switches: {},
    });
  });

  it('policy edits conflict only where two users chose different values', () => {
    const mine = editing({ sensitivity: 'low', numbers: { a: '1', b: '2' }, switches: { c: null, d: 'x' } });
    const theirs = editing({ sensitivity: 'high', numbers: { a: '1', b: '3' }, switches: { c: 'y' } });
    expect([...conflictingEdits(mine, theirs)]).toEqual(['sensitivity', 'b', 'c']);
  });
});

describe('policy drafts', () => {
  const draft = (text: string, sensitivity: 'low' | 'high' | null = null) =>
    createPolicyDraft(aPolicy(), editing({ sensitivity, numbers: { [NEAR_LINE]: text } }));
  const numberIn = (text: string, sensitivity?: 'low' | 'high') => draft(text, sensitivity).rules[0]?.parameters[0];

  it('a policy draft shows the effective value of each parameter at the chosen sensitivity', () => {
    expect(numberIn('5', 'low')).toMatchObject({ value: 5, effective: 7, saved: 3, isChanged: true });
    expect(numberIn('5', 'high')).toMatchObject({ effective: 4 });
  });

  it('a policy draft has no request body while a value is not allowed', () => {
    expect(numberIn('51')).toMatchObject({ value: null, effective: null });
    expect(draft('51')).toMatchObject({ changed: 1, problems: 1 });
    expect(toPolicyBody(draft('51'))).toBeNull();
  });

  it('a policy draft requires a reason to switch a rule off', () => {
    const off = createPolicyDraft(aPolicy(), editing({ switches: { structuring: ' ' } }));
    expect(off).toMatchObject({ changed: 1, problems: 1 });
  });

  it('a policy draft sends every parameter and the reasons for rules that are off', () => {
    const edits = editing({ numbers: { [NEAR_LINE]: '4' }, switches: { large_credit: ' Elsewhere ' } });
    expect(toPolicyBody(createPolicyDraft(aPolicy(), edits))).toEqual({
      sensitivity: 'medium',
      parameters: {
        structuring: { nearLineCount: 4 },
        large_credit: { largeTransactionAmount: 10_000 },
        frequent_debits: { frequentTransactionCount: 10 },
        dormant_reactivation: { gapDays: 120 },
      },
      switchedOff: { large_credit: 'Elsewhere' },
    });
  });

  it('a policy draft lists its changes, those of the whole policy first', () => {
    const edits = editing({
      sensitivity: 'low',
      numbers: { [NEAR_LINE]: '4' },
      switches: { structuring: 'Why' },
    });
    expect(draftChanges(aPolicy(), createPolicyDraft(aPolicy(), edits))).toEqual([
      { activityType: null, name: 'sensitivity', from: 'medium', to: 'low' },
      { activityType: 'structuring', name: 'switchedOff', from: null, to: 'Why' },
      { activityType: 'structuring', name: 'nearLineCount', from: '3', to: '4' },
    ]);
    expect(policyDifferences(aPolicyWith(7), aPolicy())).toEqual([
      { activityType: 'structuring', name: 'nearLineCount', from: '7', to: '3' },
    ]);
  });

  it('a policy draft does not flag a saved value that the user has not changed', () => {
    const odd = aPolicy({ rules: [aRule({ parameters: [aParameter({ value: 99 })] })] });
    expect(createPolicyDraft(odd, NO_EDITS).problems).toBe(0);
  });
});

describe('parameter text', () => {
  it.each([
    ['10000', 10_000],
    ['10,000', 10_000],
    [' $10,000 ', 10_000],
    ['2.5', 2.5],
    ['.5', 0.5],
    ['1,234,567.25', 1_234_567.25],
  ])('a policy parameter accepts the text %s', (text, number) => {
    expect(parseNumber(text)).toBe(number);
  });

  it.each(['', ' ', '$', '.', '1,5', '10,00', '1e3', '-5', 'ten', '5 days', '0x10'])(
    'a policy parameter rejects the text %j',
    (text) => {
      expect(parseNumber(text)).toBeNull();
    },
  );

  it.each([
    [10_000, 'USD', '$10,000'],
    [1, 'days', '1 day'],
    [14, 'days', '14 days'],
    [2.5, 'ratio', '2.5 ×'],
    [3, 'count', '3'],
  ] as const)('a policy parameter formats %s in %s as %s', (value, unit, words) => {
    expect(formatParameter(value, unit)).toBe(words);
  });
});

describe('parameter ranges', () => {
  const dollars = { unit: 'USD', min: 500, max: 10_000_000 } as const;
  const share = { unit: 'ratio', min: 0.1, max: 1 } as const;

  it('the allowed range of a policy parameter is shown with its unit', () => {
    expect(formatRange(dollars)).toBe('$500 to $10,000,000');
    expect(formatRange({ unit: 'days', min: 3, max: 60 })).toBe('3 to 60 days');
  });

  it.each([
    [dollars, '500', null],
    [dollars, '10,000,000', null],
    [dollars, '499', 'Out of range. Allowed: $500 to $10,000,000.'],
    [dollars, '10,000,001', 'Out of range. Allowed: $500 to $10,000,000.'],
    [dollars, '500.5', 'Whole numbers only. Allowed: $500 to $10,000,000.'],
    [dollars, 'much', 'Not a number. Allowed: $500 to $10,000,000.'],
    [share, '0.1', null],
    [share, '0.09', 'Out of range. Allowed: 0.1 to 1 ×.'],
  ])('for the policy parameter %o, the text %s gives the error %s', (parameter, text, problem) => {
    expect(validateNumberText(parameter, text)).toBe(problem);
  });
});

describe('edits stored in this tab', () => {
  it('policy edits stored in the tab are restored unchanged', () => {
    const edits = { sensitivity: 'high', numbers: { 'a.b': '12' }, switches: { a: null, c: 'Noise' } };
    expect(parseStoredEdits(edits)).toEqual(edits);
  });

  it('policy edits stored in the tab drop an unknown sensitivity', () => {
    expect(parseStoredEdits({ sensitivity: 'loud', numbers: {}, switches: {} })).toEqual({
      sensitivity: null,
      numbers: {},
      switches: {},
    });
  });

  it.each([{}, { numbers: {}, switches: 7 }, { numbers: { a: 1 }, switches: {} }, { numbers: null, switches: {} }])(
    'policy edits stored in the tab are dropped when malformed: %j',
    (stored) => {
      expect(parseStoredEdits(stored)).toBeNull();
    },
  );
});
