import { processorTimeOf } from '../testing/processor-time.ts';
import { companyOfDescription, UNKNOWN_COMPANY } from './company-of-description.ts';

test.each([
  ['ACME PAYROLL 0302', 'ACME PAYROLL'],
  ['ACME PAYROLL 0402', 'ACME PAYROLL'],
  ['NETFLIX.COM 866-579-7172', 'NETFLIX.COM'],
  ['Direct Deposit - Riverton Schools', 'Riverton Schools'],
  ['ACH CREDIT: CITY WATER #4411', 'CITY WATER'],
  ['VENMO*ROBIN EXAMPLE', 'VENMO'],
  ['Online payment', 'Online payment'],
  ['12345', '12345'],
  ['ACME 11 22', 'ACME'],
  ['ACME  PAYROLL', 'ACME'],
  ['ACME/FRESH MARKET', 'ACME/FRESH MARKET'],
  ['* : #', '* : #'],
  [' # ACME', 'ACME'],
  ['PAYMENTS R US', 'PAYMENTS R US'],
  ['ONLINEPRINTERS', 'ONLINEPRINTERS'],
  ['SHIP TO', 'SHIP TO'],
  ['ONLINEPRINTERS - SHOP', 'ONLINEPRINTERS'],
  ['MY BILL - SHOP', 'MY BILL'],
  ['ACME - BILL', 'ACME'],
  ['Direct deposit - payment', 'Direct deposit'],
  ['Pmt Of Bill: ACME', 'ACME'],
  [`${'A'.repeat(79)} BC`, 'A'.repeat(79)],
  ['A'.repeat(81), 'A'.repeat(80)],
  [null, UNKNOWN_COMPANY],
])('the description %j names the company %s', (description, company) => {
  expect(companyOfDescription(description)).toBe(company);
});

test.each([
  ['a word behind many references', `ACME ${'11 '.repeat(160)}x`],
  ['a text far beyond the limit', `ACME ${'11 '.repeat(300_000)}x`],
  ['words that name nobody, a hundred thousand times', 'ach'.repeat(300_000)],
])('no description costs more than reading it once: %s', (_, description) => {
  expect(processorTimeOf(() => companyOfDescription(description))).toBeLessThan(1_000);
});
