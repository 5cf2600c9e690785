import type { Finding } from './detector.ts';
import { muleActivity } from './detectors/mule-activity.ts';
import { unfamiliarDebits } from './member-history.ts';
import { passThroughEntries, receivesUnfamiliarMoney } from './pass-through.ts';
import { aContext } from './testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from './testing/history-builder.ts';

/** An unknown supplier debits $100 a month, then $120. An unfamiliar sender pays $150, which is spent at a shop. */
const [account] = aHistory()
  .debit('100.00')
  .from('SUPPLIER')
  .on('2025-10-01')
  .again({ times: 4, everyDays: 30 })
  .debit('120.00')
  .from('SUPPLIER')
  .on('2026-03-02')
  .credit('150.00')
  .from('STRANGER')
  .on('2026-03-03')
  .debit('140.00')
  .from('SHOP')
  .on('2026-03-04')
  .build().accounts;

const { companies } = aContext();
const LIMITS = { creditMinimum: 10_000, routineRatio: 1.25, routineDays: 30 };

/** Companies of the pass-through entries in March. */
function through(limits = LIMITS, table = companies): string[] {
  if (account === undefined) throw new Error('there is an account');
  return passThroughEntries(account, table, limits)
    .filter(({ entry }) => entry.day >= '2026-03-01')
    .map(({ entry }) => entry.company);
}

describe('pass-through entries shared by rules', () => {
  test('pass-through entries are recomputed for different parameters', () => {
    expect(through()).toEqual(['STRANGER', 'SHOP']);
    expect(through({ ...LIMITS, creditMinimum: 15_100 })).toEqual(['SHOP']);
    expect(through()).toEqual(['STRANGER', 'SHOP']);
    expect(through({ ...LIMITS, routineRatio: 1.19 })).toEqual(['SUPPLIER', 'STRANGER', 'SHOP']);
    expect(through()).toEqual(['STRANGER', 'SHOP']);
    expect(through({ ...LIMITS, routineDays: 180 })).toEqual(['SUPPLIER', 'STRANGER', 'SHOP']);
    expect(through()).toEqual(['STRANGER', 'SHOP']);
    expect(through(LIMITS, aContext({ known: ['SHOP'] }).companies)).toEqual(['STRANGER']);
  });

  test('pass-through entries are the same list for equal parameters', () => {
    if (account === undefined) throw new Error('there is an account');
    expect(passThroughEntries(account, companies, LIMITS)).toBe(passThroughEntries(account, companies, { ...LIMITS }));
    const debits = unfamiliarDebits(account, companies);
    expect(unfamiliarDebits(account, companies)).toBe(debits);
    expect(unfamiliarDebits(account, aContext({ known: ['SHOP'] }).companies)).not.toEqual(debits);
  });
});

const KNOWN = ['MERIDIAN CARD', 'GREENLEAF MARKET'];

function ordinaryLife(): HistoryBuilder {
  return aHistory().ordinaryLifeUntil('2026-03-20');
}

/** The rule's alert text shows which entries count as money in and out. */
function detect(history: HistoryBuilder): Finding[] {
  return muleActivity.detect(history.build(), aContext({ known: KNOWN }));
}

describe('pass-through detection', () => {
  test('a wallet credit is unfamiliar when it is much larger than any earlier one', () => {
    const history = ordinaryLife()
      .credit('60.00')
      .from('ZELLE')
      .on('2025-10-06')
      .again({ times: 15, everyDays: 9 })
      .credit('2900.00')
      .from('ZELLE')
      .on('2026-03-02')
      .debit('2800.00')
      .from('COINBAY CRYPTO')
      .on('2026-03-03');
    expect(detect(history)).toMatchObject([{ amount: '2900.00' }]);
  });

  test('pass-through detection counts money that leaves through a known wallet, split in any way', () => {
    const history = ordinaryLife()
      .debit('700.00')
      .from('ZELLE')
      .on('2025-10-06')
      .again({ times: 10, everyDays: 14 })
      .credit('2700.00')
      .from('NOVA TRADE')
      .on('2026-03-02');
    expect(
      detect(
        history.debit('500.00').from('ZELLE').on('2026-03-03', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-05'),
      ),
    ).toHaveLength(1);
  });

  test.each(['RENT', 'RENTAL', 'RENTALS', 'MTG', 'MORTG', 'MORTGAGE', 'LOAN', 'LOANS', 'UTIL', 'UTILITIES', 'TUITION'])(
    'pass-through detection does not count a labeled bill as passed on: %s',
    (words) => {
      const passed = (described: string) =>
        ordinaryLife()
          .credit('3000.00')
          .from('NOVA TRADE')
          .on('2026-03-02')
          .debit('2900.00')
          .from('HILLSIDE')
          .described(described)
          .on('2026-03-04');
      expect(detect(passed(words))).toEqual([]);
      expect(detect(passed('PAYMENT'))).toHaveLength(1);
    },
  );

  test('pass-through detection counts money that arrives and leaves through the same wallet', () => {
    const history = ordinaryLife().credit('3000.00').from('ZELLE').on('2026-03-02');
    expect(detect(history.debit('2900.00').from('ZELLE').on('2026-03-03'))).toHaveLength(1);
  });

  test.each([
    ['pay that goes to mortgage and card', 'RIVERTON SCHOOLS', 'PAYROLL', 'MERIDIAN CARD', 'CRCARDPMT'],
    ['a loan for the contractor', 'PRAIRIE LENDING', 'LOAN DISB', 'HOLLOW ROOFING', 'INVOICE'],
    ['an insurance claim for the roof', 'SHIELD MUTUAL', 'CLAIM PMT', 'HOLLOW ROOFING', 'INVOICE'],
    ['a tax refund spent at once', 'IRS TREAS 310', 'TAX REF', 'ZELLE', 'PAYMENT'],
    ['a gift spent at shops everybody knows', 'AUNT OLGA', 'GIFT', 'GREENLEAF MARKET', 'PURCHASE'],
    ['a credit that is reversed', 'NOVA TRADE', 'REVERSAL', 'ZELLE', 'PAYMENT'],
    ['a credit that is a return', 'NOVA TRADE', 'RETURN ITEM', 'ZELLE', 'PAYMENT'],
  ])('pass-through detection raises no alert for ordinary activity: %s', (_, from, described, to, what) => {
    const history = ordinaryLife().credit('4000.00').from(from).described(described).on('2026-03-02');
    expect(detect(history.debit('3900.00').from(to).described(what).on('2026-03-04'))).toEqual([]);
  });

  test.each([
    [
      'a landlord and the rent from tenants',
      ordinaryLife()
        .credit('1400.00')
        .from('TENANT A')
        .on('2025-09-02')
        .again({ times: 6, everyDays: 30 })
        .credit('1400.00')
        .from('TENANT B')
        .on('2025-09-02')
        .again({ times: 6, everyDays: 30 })
        .debit('2700.00')
        .from('SMALL BUILDER')
        .on('2026-03-03'),
    ],
    [
      'the fees that a club treasurer collects for the hall',
      ordinaryLife()
        .credit('70.00')
        .from('ZELLE')
        .on('2026-03-02', '2026-03-02', '2026-03-03', '2026-03-04')
        .debit('260.00')
        .from('ZELLE')
        .on('2026-03-05'),
    ],
    [
      'gig pay that leaves by wallet',
      aHistory()
        .credit('1100.00')
        .from('RIDEWELL')
        .on('2025-09-02')
        .again({ times: 26, everyDays: 7 })
        .debit('1000.00')
        .from('ZELLE')
        .on('2025-09-04')
        .again({ times: 26, everyDays: 7 }),
    ],
    [
      'the sale of a car, while the rent goes to a small landlord as ever',
      ordinaryLife()
        .debit('2100.00')
        .from('SMALL LANDLORD')
        .on('2025-10-03')
        .again({ times: 5, everyDays: 30 })
        .credit('2700.00')
        .from('CAR BUYER')
        .on('2026-03-01'),
    ],
    [
      'the sale of a car, while the rent goes by wallet in the same amount as ever',
      ordinaryLife()
        .debit('2100.00')
        .from('ZELLE')
        .on('2025-10-03')
        .again({ times: 5, everyDays: 30 })
        .credit('2700.00')
        .from('CAR BUYER')
        .on('2026-03-01'),
    ],
    [
      'a debit that its sender takes back from a credit',
      ordinaryLife()
        .credit('3000.00')
        .from('NOVA TRADE')
        .on('2026-03-02')
        .debit('3000.00')
        .from('NOVA TRADE')
        .described('REVERSAL')
        .on('2026-03-04'),
    ],
    [
      'money that goes back to the bank it came from',
      ordinaryLife()
        .credit('3000.00')
        .from('NORTHSTAR BANK')
        .described('TRANSFER')
        .on('2026-03-02')
        .debit('2900.00')
        .from('NORTHSTAR BANK')
        .described('TRANSFER')
        .on('2026-03-04'),
    ],
    [
      'what roommates pay by wallet and the first rent',
      aHistory()
        .credit('800.00')
        .from('ZELLE')
        .on('2026-03-01', '2026-03-01', '2026-03-02')
        .debit('2300.00')
        .from('SMALL LANDLORD')
        .described('RENT')
        .on('2026-03-03'),
    ],
    ['only pay and bills', ordinaryLife()],
  ])('pass-through detection raises no alert for ordinary accounts: %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test('pass-through detection does not count returns or reversals as passed on', () => {
    const received = () =>
      ordinaryLife().credit('3000.00').from('NOVA TRADE').on('2026-03-02').debit('2900.00').from('OPAL MEDIA');
    expect(detect(received().on('2026-03-04'))).toHaveLength(1);
    expect(detect(received().withAddenda('R01').on('2026-03-04'))).toEqual([]);
    expect(detect(received().described('REVERSAL').on('2026-03-04'))).toEqual([]);
  });

  test('a wallet credit is unfamiliar above 1.25 times the amounts from thirty or more days ago', () => {
    const wallet = (amount: string, large = '2026-01-31') =>
      ordinaryLife()
        .credit('20.00')
        .from('ZELLE')
        .on('2025-10-06', '2025-11-06', '2025-12-08')
        .credit('2400.00')
        .from('ZELLE')
        .on(large)
        .credit(amount)
        .from('ZELLE')
        .on('2026-03-02')
        .debit('2900.00')
        .from('COINBAY CRYPTO')
        .on('2026-03-03');
    expect(detect(wallet('3000.00'))).toEqual([]);
    expect(detect(wallet('3000.01'))).toHaveLength(1);
    expect(detect(wallet('3000.00', '2026-01-01'))).toEqual([]);
    const within = wallet('3100.00', '2026-02-01');
    expect(detect(within).at(-1)?.amount).toBe('3100.00');
  });

  test('money that returns to its sender within 14 days counts as sent back', () => {
    const bank = (back: string, again: string) =>
      ordinaryLife()
        .credit('150.00')
        .from('NORTHSTAR BANK')
        .described('TRANSFER')
        .on(back)
        .credit('2800.00')
        .from('NOVA TRADE')
        .on('2026-03-14')
        .debit('2700.00')
        .from('NORTHSTAR BANK')
        .described('TRANSFER')
        .on(again);
    expect(detect(bank('2026-03-02', '2026-03-16'))).toEqual([]);
    expect(detect(bank('2026-03-02', '2026-03-17'))).toHaveLength(1);
  });

  test('the quick check finds unfamiliar money within the given days, excluding explained and small credits', () => {
    const least = { creditMinimum: 10_000, days: 7, sumCents: 200_000 };
    const receives = (history: HistoryBuilder) =>
      history.build().accounts.some((account) => receivesUnfamiliarMoney(account, least));
    const two = (on: string, first = '1000.00') =>
      aHistory().credit(first).from('NOVA TRADE').on('2026-03-02').credit('1000.00').from('OPAL MEDIA').on(on);
    expect(receives(two('2026-03-08'))).toBe(true);
    expect(receives(two('2026-03-09'))).toBe(false);
    expect(receives(two('2026-03-08', '999.99'))).toBe(false);
    expect(receives(two('2026-03-08').described('PAYROLL'))).toBe(false);
    expect(
      receives(aHistory().credit('100.00').from('NOVA TRADE').on('2026-03-02').again({ times: 19, everyDays: 0 })),
    ).toBe(true);
    expect(
      receives(aHistory().credit('99.99').from('NOVA TRADE').on('2026-03-02').again({ times: 29, everyDays: 0 })),
    ).toBe(false);
    expect(receives(aHistory().debit('5000.00').from('NOVA TRADE').on('2026-03-02'))).toBe(false);
  });
});
