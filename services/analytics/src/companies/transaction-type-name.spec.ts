import { transactionTypeName } from './companies.repository.ts';

it.each([
  ['22', 'Credit', 'Checking Credit (22)'],
  ['27', 'Debit', 'Checking Debit (27)'],
  ['37', 'Debit', 'Savings Debit (37)'],
  ['42', 'Credit', 'General Ledger Credit (42)'],
  ['52', 'Credit', 'Loan Credit (52)'],
  ['', 'Credit', 'Credit'],
  ['99', 'Debit', 'Debit (99)'],
  ['2', 'Debit', 'Debit (2)'],
  ['PAY', 'Credit', 'Credit (PAY)'],
])('the transaction code %j of a %s is shown as %s', (code, direction, name) => {
  expect(transactionTypeName({ code, direction })).toBe(name);
});
