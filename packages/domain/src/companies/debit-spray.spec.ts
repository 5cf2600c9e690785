import { type FirstAppearance, isSpray } from './debit-spray.ts';

const arrival = (parts: Partial<FirstAppearance>): FirstAppearance => ({
  firstDay: '2026-05-01',
  ledgerFirstDay: '2025-01-01',
  accounts: 5,
  initialAccounts: 5,
  ...parts,
});

describe('debit spray', () => {
  it("a debit spray reaches at least five accounts within days of the company's first appearance", () => {
    expect(isSpray(arrival({}))).toBe(true);
    expect(isSpray(arrival({ accounts: 4, initialAccounts: 4 }))).toBe(false);
  });

  it('a debit spray covers four fifths of all accounts the company debits, so a growing biller is not a spray', () => {
    expect(isSpray(arrival({ accounts: 10, initialAccounts: 8 }))).toBe(true);
    expect(isSpray(arrival({ accounts: 11, initialAccounts: 8 }))).toBe(false);
  });

  it('a debit spray is not detected in the first 45 days of a ledger, when everything is new', () => {
    expect(isSpray(arrival({ ledgerFirstDay: '2026-03-18' }))).toBe(false);
    expect(isSpray(arrival({ ledgerFirstDay: '2026-03-17' }))).toBe(true);
  });
});
