import { returnCodeIn } from '../nacha/return-and-change-codes.ts';
import { entryKindOf } from './ledger-row.ts';

const money = {
  transactionCode: '22',
  amountCents: 5000,
  class: 'PPD',
  entryDescription: 'PAYROLL',
  addenda: null,
};

describe('entry kind', () => {
  test.each([
    ['an ordinary credit', {}, 'money'],
    ['a zero-dollar entry with remittance data', { amountCents: 0, transactionCode: '24' }, 'zero_dollar'],
    ['a checking prenote', { transactionCode: '23', amountCents: 0 }, 'prenote'],
    ['a savings debit prenote', { transactionCode: '38', amountCents: 0 }, 'prenote'],
    ['class COR', { class: 'COR', amountCents: 0, transactionCode: '21' }, 'notification_of_change'],
    ['a change code without class', { amountCents: 0, addenda: 'C05 37' }, 'notification_of_change'],
    ['a return by code', { transactionCode: '26' }, 'return'],
    ['a return to a loan by code', { transactionCode: '51' }, 'return'],
    ['a return of a reversal on a loan by code', { transactionCode: '56' }, 'return'],
    ['a return by description', { entryDescription: 'Return Item' }, 'return'],
    ['a return by its addenda', { addenda: 'RETURN ITEM' }, 'return'],
    [
      'a zero-dollar entry whose remittance data is not a change',
      { amountCents: 0, addenda: 'INVOICE C05' },
      'zero_dollar',
    ],
    ['money under a code of three digits', { transactionCode: '238' }, 'money'],
    ['money under a code with a digit before it', { transactionCode: '123' }, 'money'],
    ['a return by reason code', { addenda: 'REASON R10 UNAUTHORIZED' }, 'return'],
    ['money with a change code in its remittance text', { addenda: 'C12 INVOICE' }, 'money'],
    ['money for unit R99, which is not a reason code', { addenda: 'RENT UNIT R99' }, 'money'],
    ['money with RETURN inside the description', { entryDescription: 'TAX RETURN FEE' }, 'money'],
  ])('the entry kind of %s is recognized', (_, marks, kind) => {
    expect(entryKindOf({ ...money, ...marks })).toBe(kind);
  });

  test('the reason code of a return is found in its text', () => {
    expect(returnCodeIn('RETURNED R07 AUTHORIZATION REVOKED')).toBe('R07');
    expect(returnCodeIn('R90 SANCTIONS')).toBe('R90');
    expect(returnCodeIn('FOR07')).toBeNull();
    expect(returnCodeIn(null)).toBeNull();
  });
});
