import { dayFromEpoch, epochDay } from '../calendar/day.ts';
import { UNKNOWN_COMPANY } from '../ledger/ledger-row.ts';
import { baselineBefore } from './entry-windows.ts';
import { type PreparedEntry, readEntryMarks } from './member-history.ts';
import { aHistory, type HistoryBuilder } from './testing/history-builder.ts';

/** The last of a company's entries, one on each of the given days. */
function metOn(...days: number[]): Partial<PreparedEntry> {
  const history = aHistory();
  for (const day of days) history.debit('5.00').from('GYM').on(dayFromEpoch(day));
  return prepared(history).at(-1) ?? {};
}

describe('company familiarity', () => {
  test('a company is new for ten days after its first entry', () => {
    expect(metOn(100).isFirstTime).toBe(true);
    expect(metOn(100, 110).isFirstTime).toBe(true);
    expect(metOn(100, 111).isFirstTime).toBe(false);
  });

  test('a company is established after three entries over forty days', () => {
    expect(metOn(100, 120, 140, 141).isEstablished).toBe(true);
    expect(metOn(100, 120, 139, 141).isEstablished).toBe(false);
    expect(metOn(100, 140, 141).isEstablished).toBe(false);
    expect(metOn(100, 100, 140, 141).isEstablished).toBe(true);
  });

  test('company familiarity ignores entries on the same day', () => {
    expect(metOn(100, 120, 140, 140).isEstablished).toBe(false);
    expect(metOn(100, 120, 140, 140, 140, 141).isEstablished).toBe(true);
    expect(metOn(100, 101, 140, 140).isEstablished).toBe(false);
  });
});

function marks(history: HistoryBuilder) {
  const [entry] = history.entries();
  if (entry === undefined) throw new Error('there is an entry');
  return readEntryMarks(entry);
}

describe('entry classification', () => {
  test('account validations and reversals are recognized in the description, ignoring case', () => {
    const meaning = (description: string) => {
      const { isMicro, isReversal } = marks(aHistory().credit('0.12').described(description));
      return [isMicro, isReversal];
    };
    expect([meaning('ACCTVERIFY'), meaning('AcctVerify')]).toEqual([
      [true, false],
      [true, false],
    ]);
    expect([meaning('REVERSAL'), meaning('Reversal 2')]).toEqual([
      [false, true],
      [false, true],
    ]);
    expect(meaning('PAYMENT')).toEqual([false, false]);
    const silent = marks(aHistory().credit('0.12').withAddenda('ACCTVERIFY REVERSAL'));
    expect([silent.isMicro, silent.isReversal]).toEqual([false, false]);
  });

  test('only returns get a return code', () => {
    const [entry] = aHistory().debit('5.00').withAddenda('R10').entries();
    if (entry === undefined) throw new Error('there is an entry');
    expect(readEntryMarks({ ...entry, entryKind: 'money' }).returnCode).toBeNull();
    expect(readEntryMarks({ ...entry, entryKind: 'return' }).returnCode).toBe('R10');
  });

  test.each(['ZELLE', 'VENMO', 'CASH APP', 'CASHAPP', 'PAYPAL', 'WISE', 'SEND MONEY', 'TRANSFERWISE', 'CRYPTOBAY'])(
    'money through %s is movable',
    (company) => {
      expect(marks(aHistory().debit('5.00').from(company)).isMovable).toBe(true);
    },
  );

  test.each(['CITY WATER', 'LIKEWISE BOOKS', 'CASH CARPETS', 'WALLETS AND BAGS'])(
    'money to %s is not movable',
    (company) => {
      expect(marks(aHistory().debit('5.00').from(company)).isMovable).toBe(false);
    },
  );
});

function prepared(history: ReturnType<typeof aHistory>): readonly PreparedEntry[] {
  return history.build().accounts[0]?.entries ?? [];
}

describe('prepared member', () => {
  test('prepared entries mark a company as new for ten days and established after three entries over forty days', () => {
    const history = aHistory().debit('10.00').from('GYM').on('2026-01-01', '2026-01-11', '2026-01-12', '2026-02-10');
    const entries = prepared(history.debit('10.00').from('GYM').on('2026-02-11').again({ times: 1, everyDays: 1 }));
    expect(entries.map(({ isFirstTime }) => isFirstTime)).toEqual([true, true, false, false, false, false]);
    expect(entries.map(({ isEstablished }) => isEstablished)).toEqual([false, false, false, false, true, true]);
  });

  test('prepared entries on one day use the same past, in any order', () => {
    const history = aHistory().debit('10.00').from('GYM').on('2026-01-01', '2026-01-20', '2026-02-15');
    const entries = prepared(history.debit('10.00').from('GYM').on('2026-03-01', '2026-03-01'));
    expect(entries.slice(3).map(({ isEstablished }) => isEstablished)).toEqual([true, true]);
  });

  test('prepared entries exclude prenotes, zero-dollar entries and notifications of change, but not returns', () => {
    const history = aHistory().credit('0.00').on('2026-01-01').credit('0.00').withCode('23').on('2026-01-02');
    history
      .credit('0.00')
      .withAddenda('C01 123')
      .on('2026-01-03')
      .debit('12.00')
      .withCode('26')
      .withAddenda('R10')
      .on('2026-01-04');
    expect(prepared(history)).toMatchObject([{ isReturn: true, returnCode: 'R10' }]);
  });

  test('prepared entries mark reversals, account validations and movable money', () => {
    const history = aHistory().credit('0.12').described('ACCTVERIFY').on('2026-01-01');
    history.credit('50.00').described('REVERSAL').on('2026-01-02').debit('50.00').from('Venmo').on('2026-01-03');
    expect(prepared(history)).toMatchObject([{ isMicro: true }, { isReversal: true }, { isMovable: true }]);
    expect(prepared(history)[0]).toMatchObject({ isReversal: false, isMovable: false });
  });

  test('a prepared member records the first day of the account and of each company', () => {
    const history = aHistory().debit('5.00').from('GYM').on('2026-01-05').debit('5.00').from('SHOP');
    const [account] = history.on('2026-01-03', '2026-01-09').account('2').debit('5.00').withoutDate().build().accounts;
    expect(account?.accountNumber).toBe('1000000001');
    expect(account?.firstDay).toBe(epochDay('2026-01-03'));
    expect(account?.entries.map(({ historyDays }) => historyDays)).toEqual([0, 2, 6]);
    expect(['GYM', 'SHOP', 'NOVA'].map((key) => account?.companyFirstDays.get(key))).toEqual([
      epochDay('2026-01-05'),
      epochDay('2026-01-03'),
      undefined,
    ]);
  });

  test('prepared entries never mark an unknown company as new', () => {
    const history = aHistory()
      .debit('5.00')
      .from(UNKNOWN_COMPANY)
      .on('2026-01-01')
      .debit('5.00')
      .from('ACME')
      .on('2026-01-02');
    expect(prepared(history).map(({ isFirstTime }) => isFirstTime)).toEqual([false, true]);
  });

  test('prepared entries never mark an unnamed company as established', () => {
    const history = aHistory()
      .debit('5.00')
      .from(UNKNOWN_COMPANY)
      .on('2026-01-01', '2026-01-20', '2026-02-15', '2026-03-01');
    expect(prepared(history).map(({ isEstablished }) => isEstablished)).toEqual([false, false, false, false]);
  });

  test('a prepared member includes every account, even accounts without dated entries', () => {
    const history = aHistory()
      .account('2')
      .credit('1.00')
      .on('2026-01-05')
      .account('1')
      .credit('2.00')
      .on('2026-01-03');
    history.credit('3.00').withoutDate().account('3').credit('4.00').withoutDate();
    const { accounts } = history.build();
    expect(accounts.map(({ accountNumber }) => accountNumber)).toEqual(['1', '2', '3']);
    expect(accounts.map(({ entries, firstDay }) => [entries.length, firstDay])).toEqual([
      [1, epochDay('2026-01-03')],
      [1, epochDay('2026-01-05')],
      [0, Infinity],
    ]);
  });

  test('prepared entries are sorted by day', () => {
    const days = prepared(aHistory().credit('1.00').on('2026-02-01', '2026-01-01', '2026-03-01')).map(
      ({ entry }) => entry.day,
    );
    expect(days).toEqual(['2026-01-01', '2026-02-01', '2026-03-01']);
  });

  test('a baseline covers ninety days or the available history', () => {
    expect(baselineBefore({ epochDay: 1000, skipDays: 6, historyFirstDay: 0 })).toEqual({
      firstDay: 905,
      lastDay: 994,
      coveredDays: 90,
    });
    expect(baselineBefore({ epochDay: 1000, skipDays: 6, historyFirstDay: 970 }).coveredDays).toBe(25);
    expect(baselineBefore({ epochDay: 1000, skipDays: 6, historyFirstDay: 999 }).coveredDays).toBe(0);
  });
});
