import { aParameter, aPolicy, aPolicyWith, aRule } from '../testing/a-policy.ts';
import { bodyOf, changesIn, differences, draftOf } from './draft-policy.ts';
import {
  contested,
  editsOf,
  editsTowards,
  editsTowardsDefaults,
  hasEdits,
  NO_EDITS,
} from './policy-edits.ts';

const editing = (part: Partial<typeof NO_EDITS>) => Object.assign({}, NO_EDITS, part);
const NEAR_LINE = 'structuring.nearLineCount';

describe('edits of a policy', () => {
  it('are none when they say what the policy says, however it is written', () => {
    const edits = editing({
      sensitivity: 'medium',
      numbers: { 'large_credit.largeTransactionAmount': '$10000' },
      switches: { structuring: null },
    });
    expect(editsOf(aPolicy(), edits)).toEqual(NO_EDITS);
  });

  it('are kept when they are no number, so that nothing typed is lost', () => {
    expect(editsOf(aPolicy(), editing({ numbers: { [NEAR_LINE]: '' } })).numbers).toEqual({
      [NEAR_LINE]: '',
    });
  });

  it('leave out what the policy does not know any longer', () => {
    expect(
      hasEdits(editsOf(aPolicy(), editing({ numbers: { 'gone.count': '3' }, switches: { gone: 'x' } }))),
    ).toBe(false);
  });

  it('lead from any policy to any other', () => {
    const off = aPolicy({
      sensitivity: 'low',
      rules: [aRule({ switchedOff: 'Elsewhere' }), ...aPolicy().rules.slice(1)],
    });
    expect(editsTowards(aPolicyWith(7), off)).toEqual({
      sensitivity: 'low',
      numbers: { [NEAR_LINE]: '3' },
      switches: { structuring: 'Elsewhere' },
    });
    expect(editsTowardsDefaults(aPolicyWith(7, { sensitivity: 'high' }))).toEqual({
      sensitivity: 'medium',
      numbers: { [NEAR_LINE]: '3' },
      switches: {},
    });
  });

  it('are contested where two want different things, not where they agree', () => {
    const mine = editing({ sensitivity: 'low', numbers: { a: '1', b: '2' }, switches: { c: null, d: 'x' } });
    const theirs = editing({ sensitivity: 'high', numbers: { a: '1', b: '3' }, switches: { c: 'y' } });
    expect([...contested(mine, theirs)]).toEqual(['sensitivity', 'b', 'c']);
  });
});

describe('a draft', () => {
  const draft = (text: string, sensitivity: 'low' | 'high' | null = null) =>
    draftOf(aPolicy(), editing({ sensitivity, numbers: { [NEAR_LINE]: text } }));
  const numberIn = (text: string, sensitivity?: 'low' | 'high') =>
    draft(text, sensitivity).rules[0]?.parameters[0];

  it('says of each number what the rule would run with after the sensitivity that is chosen', () => {
    expect(numberIn('5', 'low')).toMatchObject({ value: 5, effective: 7, saved: 3, isChanged: true });
    expect(numberIn('5', 'high')).toMatchObject({ effective: 4 });
  });

  it('has no body while something is not allowed', () => {
    expect(numberIn('51')).toMatchObject({ value: null, effective: null });
    expect(draft('51')).toMatchObject({ changed: 1, problems: 1 });
    expect(bodyOf(draft('51'))).toBeNull();
  });

  it('wants a reason for a rule that is off', () => {
    const off = draftOf(aPolicy(), editing({ switches: { structuring: ' ' } }));
    expect(off).toMatchObject({ changed: 1, problems: 1 });
  });

  it('states every number in its body, and the reasons of what is off', () => {
    const edits = editing({ numbers: { [NEAR_LINE]: '4' }, switches: { large_credit: ' Elsewhere ' } });
    expect(bodyOf(draftOf(aPolicy(), edits))).toEqual({
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

  it('names what it changes, the policy as a whole first', () => {
    const edits = editing({
      sensitivity: 'low',
      numbers: { [NEAR_LINE]: '4' },
      switches: { structuring: 'Why' },
    });
    expect(changesIn(aPolicy(), draftOf(aPolicy(), edits))).toEqual([
      { activityType: null, name: 'sensitivity', from: 'medium', to: 'low' },
      { activityType: 'structuring', name: 'switchedOff', from: null, to: 'Why' },
      { activityType: 'structuring', name: 'nearLineCount', from: '3', to: '4' },
    ]);
    expect(differences(aPolicyWith(7), aPolicy())).toEqual([
      { activityType: 'structuring', name: 'nearLineCount', from: '7', to: '3' },
    ]);
  });

  it('does not call a saved number wrong that it has not touched', () => {
    const odd = aPolicy({ rules: [aRule({ parameters: [aParameter({ value: 99 })] })] });
    expect(draftOf(odd, NO_EDITS).problems).toBe(0);
  });
});
