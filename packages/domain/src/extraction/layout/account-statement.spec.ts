import { isAccountStatement } from './account-statement.ts';
import { textPages } from './text-words.ts';

describe('a statement of one account', () => {
  test.each([
    ['Date  Description  Withdrawals  Deposits  Balance', true],
    ['DATE  DETAILS  DEBIT  CREDIT', true],
    ['date  particulars  paid out  balance', true],
    ['Transaction  Debits  Credits  Balance', true],
    ['Date  Withdrawal  Deposit  Balance', true],
    ['DATE  MONEY OUT  MONEY IN  BALANCE', true],
    ['Cover\fDate  Description  Withdrawals  Deposits  Balance\fEnd', true],
    ['Date  Description  Balance', false],
    ['Date\nDescription\nDebit\nCredit\nBalance', false],
    ['On that date the transaction 7 made a debit of your balance', false],
    ['Update  Descriptions  Debited  Credited  Rebalance', false],
  ])('is known by the columns of %j: %s', (text, is) => {
    expect(isAccountStatement(textPages(text))).toBe(is);
  });
});
