import { aHistory, type HistoryBuilder } from '../testing/a-history.ts';
import { marksOf } from './marks-of.ts';

function marks(history: HistoryBuilder) {
  const [entry] = history.entries();
  if (entry === undefined) throw new Error('there is an entry');
  return marksOf(entry);
}

describe('what an entry says of itself', () => {
  test('account validations and reversals are read from capitals and small letters, of the description alone', () => {
    const said = (description: string) => {
      const { isMicro, isReversal } = marks(aHistory().credit('0.12').described(description));
      return [isMicro, isReversal];
    };
    expect([said('ACCTVERIFY'), said('AcctVerify')]).toEqual([
      [true, false],
      [true, false],
    ]);
    expect([said('REVERSAL'), said('Reversal 2')]).toEqual([
      [false, true],
      [false, true],
    ]);
    expect(said('PAYMENT')).toEqual([false, false]);
    const silent = marks(aHistory().credit('0.12').withAddenda('ACCTVERIFY REVERSAL'));
    expect([silent.isMicro, silent.isReversal]).toEqual([false, false]);
  });

  test('only a return has a return code', () => {
    const [entry] = aHistory().debit('5.00').withAddenda('R10').entries();
    if (entry === undefined) throw new Error('there is an entry');
    expect(marksOf({ ...entry, entryKind: 'money' }).returnCode).toBeNull();
    expect(marksOf({ ...entry, entryKind: 'return' }).returnCode).toBe('R10');
  });

  test.each([
    'ZELLE',
    'VENMO',
    'CASH APP',
    'CASHAPP',
    'PAYPAL',
    'WISE',
    'SEND MONEY',
    'TRANSFERWISE',
    'CRYPTOBAY',
  ])('money through %s is movable', (company) => {
    expect(marks(aHistory().debit('5.00').from(company)).isMovable).toBe(true);
  });

  test.each(['CITY WATER', 'LIKEWISE BOOKS', 'CASH CARPETS', 'WALLETS AND BAGS'])(
    'money to %s is not',
    (company) => {
      expect(marks(aHistory().debit('5.00').from(company)).isMovable).toBe(false);
    },
  );
});
