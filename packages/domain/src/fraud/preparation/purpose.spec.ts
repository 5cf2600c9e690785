import { aHistory } from '../testing/a-history.ts';
import { isExemptPurpose, purposeOf } from './purpose.ts';

function purpose(company: string, description: string): string | null {
  const [entry] = aHistory().credit('100.00').from(company).described(description).entries();
  return entry === undefined ? null : purposeOf(entry);
}

describe('purpose of a credit', () => {
  test.each([
    ['ACME', 'PAYROLL', 'payroll'],
    ['ACME', 'DIR-DEP', 'payroll'],
    ['ACME', 'Direct Deposit', 'payroll'],
    ['ACME', 'DIRECTDEP', 'payroll'],
    ['ACME', 'WAGE', 'payroll'],
    ['ACME', 'WAGES', 'payroll'],
    ['SSA TREAS 310', 'XXSOC SEC', 'government'],
    ['STATE OF OHIO', 'PENSION', 'government'],
    ['IRS', 'TAXREF', 'tax'],
    ['STATE OF OHIO', 'TAX REF', 'tax'],
    ['STATE OF OHIO', 'TAXREFUND', 'tax'],
    ['PRAIRIE', 'LOAN', 'loan'],
    ['SUMMIT', 'DIVIDEND', 'distribution'],
    ['PRAIRIE', 'LOAN_DISBURSEMENT', 'loan'],
    ['MUTUAL', 'CLAIM 12', 'claim'],
    ['SUMMIT', 'IRA DISTRIB', 'distribution'],
    ['ACME', 'EXPENSE REIMB', 'expense'],
    ['EDD', 'UI BENEFIT PAYROLL', 'unemployment'],
  ])('%s %s is %s', (company, description, expected) => {
    expect(purpose(company, description)).toBe(expected);
  });

  test.each([
    ['FIRST NATIONAL', 'TRANSFER'],
    ['MISSION FOODS', 'SALE'],
    ['BUILDERS GUILD', 'INVOICE'],
    ['RELOAD GAMES', 'CASH OUT'],
  ])('words are whole words: %s %s says nothing', (company, description) => {
    expect(purpose(company, description)).toBeNull();
  });

  test('a debit has no purpose, and unemployment explains nothing', () => {
    const [debit] = aHistory().debit('100.00').described('PAYROLL').entries();
    expect(debit && purposeOf(debit)).toBeNull();
    expect(isExemptPurpose('unemployment')).toBe(false);
    expect(isExemptPurpose('payroll')).toBe(true);
    expect(isExemptPurpose(null)).toBe(false);
  });
});
