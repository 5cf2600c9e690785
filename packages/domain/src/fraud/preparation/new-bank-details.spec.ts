import { NEW_BANK_DETAILS } from './new-bank-details.ts';

describe('words that announce new bank details', () => {
  test.each([
    'NEW BANK DETAILS',
    'NEW BANKING INFO',
    'UPDATED REMIT TO',
    'UPDATED REMITTANCE ADDRESS',
    'CHANGE IN ACCT',
    'CHANGE OF ACCOUNT',
    'CHANGED ACC NO',
    'NEW ACCTS PAYABLE DETAILS',
    'NEW ACCOUNTS',
    'NEW ACCOUNT 4471',
  ])('are %s', (text) => {
    expect(NEW_BANK_DETAILS.test(text)).toBe(true);
  });

  test.each([
    'NEW ACCOUNT FUND',
    'NEW ACCOUNT FUNDING',
    'NEW ACCT FUNDED',
    'NEW ACCT OPEN',
    'NEW ACCOUNT OPENING',
    'NEW ACCOUNT OPENED',
    'NEW ACCOUNT SETUP',
    'NEW ACCOUNT SET UP',
    'NEW ACCOUNT FEE',
    'NEW ACCOUNT FEES',
    'NEW ACCOUNT DEP',
    'NEW ACCOUNT DEPOSIT',
    'NEW ACCOUNT BONUS',
    'NEW ACCESSORIES',
    'RENEW BANK',
  ])('are not %s', (text) => {
    expect(NEW_BANK_DETAILS.test(text)).toBe(false);
  });
});
