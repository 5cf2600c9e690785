import { muleActivity } from '../detectors/mule-activity.ts';
import type { Finding } from '../frame.ts';
import { aContext } from '../testing/a-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/a-history.ts';

const KNOWN = ['MERIDIAN CARD', 'GREENLEAF MARKET'];

function ordinaryLife(): HistoryBuilder {
  return aHistory().ordinaryLifeUntil('2026-03-20');
}

/** What counts as money in and out shows in what the rule about it says. */
function detect(history: HistoryBuilder): Finding[] {
  return muleActivity.detect(history.build(), aContext({ known: KNOWN }));
}

describe('money through an account', () => {
  test('a wallet says nothing about who pays: far more than it ever brought is money of a stranger', () => {
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

  test('what leaves by an old wallet counts in whatever portions', () => {
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
        history
          .debit('500.00')
          .from('ZELLE')
          .on('2026-03-03', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-05'),
      ),
    ).toHaveLength(1);
  });

  test('what comes by a wallet may leave by the same wallet', () => {
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
  ])('ordinary life stays quiet: %s', (_, from, described, to, what) => {
    const history = ordinaryLife().credit('4000.00').from(from).described(described).on('2026-03-02');
    expect(detect(history.debit('3900.00').from(to).described(what).on('2026-03-04'))).toEqual([]);
  });

  test.each([
    [
      'a landlord and the rent of his tenants',
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
    ['nothing but pay and bills', ordinaryLife()],
  ])('ordinary life stays quiet: %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });
});
