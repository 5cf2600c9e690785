import { aContext } from '../testing/a-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/a-history.ts';
import { takenBack } from './taken-back.ts';

const { companies } = aContext({ known: ['SPORTS BARN'] });

/** How many pairs of at least $5 within nine days a history holds. */
function pairsIn(history: HistoryBuilder): number {
  const [account] = history.build().accounts;
  return account === undefined ? 0 : takenBack(account, companies, { minimumCents: 500, days: 9 }).length;
}

/** $40 drawn on 2 March and paid back on the 4th. */
function paidBack(company: string, described = 'PAYMENT', amount = '40.00'): HistoryBuilder {
  return aHistory()
    .debit(amount)
    .from(company)
    .on('2026-03-02')
    .credit(amount)
    .from(company)
    .described(described)
    .on('2026-03-04');
}

/** $40 paid on 2 March and drawn on the 4th. */
function drawnBack(company: string, described = 'PAYMENT'): HistoryBuilder {
  return aHistory()
    .credit('40.00')
    .from(company)
    .described(described)
    .on('2026-03-02')
    .debit('40.00')
    .from(company)
    .on('2026-03-04');
}

describe('paid and taken back', () => {
  test('the same amount of one company in both directions is a pair, whichever came first', () => {
    expect([pairsIn(paidBack('NOVA')), pairsIn(drawnBack('NOVA'))]).toEqual([1, 1]);
    expect(pairsIn(aHistory().debit('40.00').from('NOVA').on('2026-03-02', '2026-03-04'))).toBe(0);
    expect([
      pairsIn(paidBack('NOVA', 'PAYMENT', '5.00')),
      pairsIn(paidBack('NOVA', 'PAYMENT', '4.99')),
    ]).toEqual([1, 0]);
  });

  test.each([
    'REFUND',
    'REFUNDS',
    'RFND',
    'CREDIT MEMO',
    'RTN',
    'CASH BACK',
    'CASHBACK',
    'REBATE',
    'ADV',
    'ADVANCE',
    'LOAN',
    'LOANS',
  ])('%s says why it comes back', (words) => {
    expect(pairsIn(paidBack('NOVA', words))).toBe(0);
  });

  test('a company that is known here may pay back what it drew, not draw what it paid', () => {
    expect(pairsIn(paidBack('SPORTS BARN'))).toBe(0);
    expect(pairsIn(drawnBack('SPORTS BARN'))).toBe(1);
    const sameDay = aHistory().credit('40.00').from('SPORTS BARN').on('2026-03-02');
    expect(pairsIn(sameDay.debit('40.00').from('SPORTS BARN').on('2026-03-02'))).toBe(0);
  });

  test('a wallet stands for many people, unless it is named a reversal', () => {
    expect(pairsIn(drawnBack('VENMO'))).toBe(0);
    expect(pairsIn(paidBack('VENMO'))).toBe(0);
    expect(pairsIn(drawnBack('VENMO', 'REVERSAL'))).toBe(1);
    expect(pairsIn(paidBack('SPORTS BARN', 'REVERSAL'))).toBe(1);
  });

  test('an account validation takes no part', () => {
    expect(pairsIn(drawnBack('NOVA', 'ACCTVERIFY'))).toBe(0);
  });
});
