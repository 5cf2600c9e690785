import { type FirstAppearance, isSpray } from './debit-spray.ts';

const arrival = (parts: Partial<FirstAppearance>): FirstAppearance => ({
  firstDay: '2026-05-01',
  ledgerFirstDay: '2025-01-01',
  accounts: 5,
  initialAccounts: 5,
  ...parts,
});

describe('a spray of debits', () => {
  it('reaches five accounts within days of its first appearance', () => {
    expect(isSpray(arrival({}))).toBe(true);
    expect(isSpray(arrival({ accounts: 4, initialAccounts: 4 }))).toBe(false);
  });

  it('is four fifths of all the company ever debits: a biller that grows is none', () => {
    expect(isSpray(arrival({ accounts: 10, initialAccounts: 8 }))).toBe(true);
    expect(isSpray(arrival({ accounts: 11, initialAccounts: 8 }))).toBe(false);
  });

  it('is not seen in the first 45 days of a ledger, in which everything is new', () => {
    expect(isSpray(arrival({ ledgerFirstDay: '2026-03-18' }))).toBe(false);
    expect(isSpray(arrival({ ledgerFirstDay: '2026-03-17' }))).toBe(true);
  });
});
