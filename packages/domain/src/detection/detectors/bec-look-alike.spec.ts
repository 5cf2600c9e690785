import * as fc from 'fast-check';
import { UNKNOWN_COMPANY } from '../../ledger/ledger-row.ts';
import { aContext } from '../testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/history-builder.ts';
import { detectBec, figureTexts, lookAlikePaymentHistory, PAYMENT_DAY } from '../testing/pattern-fixtures.ts';
import { isWithinEdits, LookAlikeNames } from './bec-look-alike.ts';

describe('look-alike payment', () => {
  test('a look-alike payment of twice the median of the imitated company raises a high-risk alert', () => {
    const history = lookAlikePaymentHistory();
    const findings = detectBec(history);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      riskLevel: 'high',
      amount: '4400.00',
      percentageChange: '100.00',
      triggerEntryId: history.entries().at(-1)?.id,
      coolDays: 30,
      description:
        'Credit of $4,400.00 from DELTA GROCER on 2026-03-12: a company new to this account whose name ' +
        'resembles DELTA GROCERS. The 9 earlier payments to or from DELTA GROCERS had a median of ' +
        '$2,200.00. Possible payment under a look-alike name.',
    });
    expect(figureTexts(findings[0])).toEqual(['4400.00 >= 1000.00 USD', '2.00 >= 1.40 ratio', '9 >= 3 count']);
    expect(findings[0]?.evidence.baseline).toEqual({
      label: 'Median of the last payments to or from DELTA GROCERS',
      value: '2200.00',
      unit: 'USD',
      firstDay: '2025-09-01',
      lastDay: '2026-02-16',
    });
    expect(findings[0]?.evidence.wouldBeSilent).toEqual([
      'An amount below $3,080.00.',
      'A name that does not resemble DELTA GROCERS.',
      'An entry from the company more than 10 days earlier.',
      'A company that many members use.',
    ]);
  });

  test('a look-alike payment raises no alert when any stated prevention condition is met', () => {
    expect(detectBec(lookAlikePaymentHistory('3080.00'))).toHaveLength(1);
    expect(detectBec(lookAlikePaymentHistory('3079.99'))).toEqual([]);
    expect(detectBec(lookAlikePaymentHistory('4400.00', 'DELTA AIRLINES'))).toEqual([]);
    expect(detectBec(lookAlikePaymentHistory(), aContext({ known: ['DELTA GROCER'] }))).toEqual([]);
    expect(
      detectBec(lookAlikePaymentHistory().on('2026-03-12', '2026-03-22', '2026-03-23')).map(({ amount }) => amount),
    ).toEqual(['8800.00']);
  });

  test('a look-alike payment alert includes a debit under a look-alike name', () => {
    const [finding] = detectBec(
      lookAlikePaymentHistory().debit('5000.00').from('DELTA GROCERZ').ofClass('CCD').on('2026-03-14'),
    );
    expect(finding).toMatchObject({ amount: '9400.00' });
    expect(finding?.description).toContain('2 such payments totaling $9,400.00');
  });

  test.each([
    ['a consumer SEC code', lookAlikePaymentHistory().ofClass('PPD')],
    ['pay', lookAlikePaymentHistory().described('PAYROLL')],
    ['a payment sent back', lookAlikePaymentHistory().withCode('21')],
    ['another branch of the customer', lookAlikePaymentHistory('4400.00', 'DELTA GROCERS 0012')],
    [
      'less than $1,000',
      aHistory()
        .credit('200.00')
        .from('DELTA GROCERS')
        .on('2025-09-01')
        .again({ times: 8, everyDays: 21 })
        .credit('999.99')
        .from('DELTA GROCER')
        .ofClass('CTX')
        .on(PAYMENT_DAY),
    ],
    [
      'a customer met three times in 39 days',
      aHistory()
        .credit('10.00')
        .on('2025-06-01')
        .credit('2200.00')
        .from('DELTA GROCERS')
        .on('2026-01-01', '2026-01-20', '2026-02-09')
        .credit('4400.00')
        .from('DELTA GROCER')
        .ofClass('CTX')
        .on(PAYMENT_DAY),
    ],
    [
      'a customer met twice',
      aHistory()
        .credit('10.00')
        .on('2025-06-01')
        .credit('2200.00')
        .from('DELTA GROCERS')
        .on('2025-10-01', '2026-01-20')
        .credit('4400.00')
        .from('DELTA GROCER')
        .ofClass('CTX')
        .on(PAYMENT_DAY),
    ],
    ['the business’s regular customer', lookAlikePaymentHistory('4400.00', 'DELTA GROCERS')],
  ])('the look-alike payment check raises no alert for %s', (_, history) => {
    expect(detectBec(history)).toEqual([]);
  });

  /** Payments by a customer on the days that `customer` adds, then one under a similar name. */
  const after = (customer: (history: HistoryBuilder) => HistoryBuilder, name = 'DELTA GROCERZ', amount = '4400.00') =>
    customer(aHistory().credit('10.00').on('2025-06-01').credit('700.00').from('DELTA GROCERS'))
      .credit(amount)
      .from(name)
      .ofClass('CTX')
      .on(PAYMENT_DAY);

  test('the $1,000 minimum applies to a look-alike payment when the imitated customer usually pays less', () => {
    const small = (history: HistoryBuilder) => history.on('2025-10-01', '2025-11-01', '2025-12-01');
    expect(detectBec(after(small, 'DELTA GROCERZ', '1000.00'))).toHaveLength(1);
    expect(detectBec(after(small, 'DELTA GROCERZ', '999.99'))).toEqual([]);
  });

  test('the look-alike payment check does not count a third payment by the customer on the same day', () => {
    expect(detectBec(after((history) => history.on('2025-10-01', '2026-01-20', PAYMENT_DAY)))).toEqual([]);
    expect(detectBec(after((history) => history.on('2025-10-01', '2026-01-20', '2026-03-11')))).toHaveLength(1);
  });

  test('companies with returned payments or without a name are not customers that a look-alike name can imitate', () => {
    const days = ['2025-10-01', '2025-11-01', '2025-12-01'] as const;
    const sentBack = (history: HistoryBuilder) => history.withCode('21').on(...days);
    const unnamed = (history: HistoryBuilder) => history.from(UNKNOWN_COMPANY).on(...days);
    expect(detectBec(after(sentBack))).toEqual([]);
    expect(detectBec(after(unnamed, `${UNKNOWN_COMPANY}s`))).toEqual([]);
  });

  test('a look-alike payment is compared with a customer that paid three times over 40 days', () => {
    const history = aHistory().credit('10.00').on('2025-06-01').credit('2200.00').from('DELTA GROCERS');
    history
      .on('2026-01-01', '2026-01-20', '2026-02-10')
      .credit('4400.00')
      .from('DELTA GROCER')
      .ofClass('CTX')
      .on(PAYMENT_DAY);
    expect(detectBec(history)).toHaveLength(1);
  });
});

function among(...names: string[]): LookAlikeNames {
  const known = new LookAlikeNames();
  for (const name of names) known.add(name);
  return known;
}

describe('look-alike name matching', () => {
  test.each([
    ['a letter left out', 'DELTA GROCER'],
    ['a letter doubled', 'DELTTA GROCERS'],
    ['two letters swapped', 'DELTA GROCRES'],
    ['one letter changed at the beginning and one in the middle', 'XELTA GXOCERS'],
    ['one letter changed in the middle and one at the end', 'DELTA GXOCERX'],
    ['other last words', 'DELTA GROCERS PAYMENTS'],
  ])('look-alike name matching treats %s as a look-alike', (_, name) => {
    expect(among('HARBOR FREIGHT', 'DELTA GROCERS').resembling(name)).toEqual(['DELTA GROCERS']);
  });

  test.each([
    ['the company itself', 'DELTA GROCERS'],
    ['three letters', 'DELTO GRUCURS'],
    ['one word in common', 'DELTA AIRLINES'],
    ['a branch with a number', 'DELTA GROCERS 0012'],
    ['nothing', ''],
  ])('look-alike name matching does not treat %s as a look-alike', (_, name) => {
    expect(among('DELTA GROCERS').resembling(name)).toEqual([]);
  });

  test('look-alike name matching allows one edit per four letters in short names', () => {
    expect(among('OPAL').resembling('OPALS')).toEqual(['OPAL']);
    expect(among('OPAL').resembling('OPEN')).toEqual([]);
    expect(among('IRS').resembling('IRA')).toEqual([]);
  });

  test('look-alike name matching does not treat similar city and bank names as look-alikes', () => {
    expect(among('CITY OF RIVERTON', 'BANK OF AMERICA').resembling('CITY OF LAKEVIEW')).toEqual([]);
    expect(among('BANK OF AMERICA').resembling('BANK OF THE WEST')).toEqual([]);
  });

  test('look-alike name matching treats names that differ only in numbers as branches', () => {
    expect(among('STORE HARBOR 0012').resembling('STORE HARBOR 0013')).toEqual([]);
  });

  test('look-alike name matching finds every name within two edits', () => {
    const name = fc.string({ unit: fc.constantFrom('A', 'B', 'C'), minLength: 8, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(name, { maxLength: 12 }), name, (names, candidate) => {
        const near = names.filter((other) => other !== candidate && isWithinEdits(other, candidate, 2));
        expect(new Set(among(...names).resembling(candidate))).toEqual(new Set(near));
      }),
      { numRuns: 300 },
    );
  });
});
