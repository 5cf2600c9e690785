import { aContext } from '../testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/history-builder.ts';
import {
  detectBec,
  figureTexts,
  ordinaryReceiver,
  PAYMENT_DAY,
  redirectedPayHistory,
  sendByWallet,
  vendorPaymentHistory,
} from '../testing/pattern-fixtures.ts';

describe('redirected pay', () => {
  test('redirected pay raises a medium-risk alert when a new employer pays under an unrelated name', () => {
    const history = redirectedPayHistory();
    const findings = detectBec(history);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      riskLevel: 'medium',
      amount: '2000.00',
      triggerEntryId: history.entries().at(-1)?.id,
      coolDays: 45,
      description:
        'Credit of $2,000.00 from GRANITE FOODS on 2026-03-12: pay from an employer new to this account. ' +
        'The receiver name Kim Stranger matches no earlier name on the account. Possible payroll ' +
        'redirection.',
    });
    expect(figureTexts(findings[0])).toEqual(['730 >= 60 days']);
    expect(findings[0]?.evidence.wouldBeSilent).toEqual([
      'A receiver name that shares a word with a name first seen on the account more than 20 days earlier.',
      'An entry from the employer more than 10 days earlier.',
      'An account less than 60 days old.',
    ]);
  });

  test('redirected pay is high risk when 70 percent of it leaves within four days', () => {
    const [finding] = detectBec(sendByWallet(redirectedPayHistory(), '1400.00', '2026-03-16'));
    expect(finding).toMatchObject({ riskLevel: 'high', amount: '2000.00' });
    expect(figureTexts(finding)?.at(-1)).toBe('70.0 >= 70 percent');
    expect(finding?.evidence.figures.every(({ met }) => met)).toBe(true);
    expect(finding?.evidence.entries.map(({ part }) => part)).toEqual(['Payment', 'Money out']);
    expect(finding?.description).toContain(' $1,400.00 left within 4 days. Possible payroll redirection.');
    const [less] = detectBec(sendByWallet(redirectedPayHistory(), '1399.99', '2026-03-16'));
    expect([less?.riskLevel, less?.evidence.entries.length]).toEqual(['medium', 1]);
    expect(detectBec(sendByWallet(redirectedPayHistory(), '1400.00', '2026-03-17'))[0]?.riskLevel).toBe('medium');
  });

  test.each([
    ['pay in the member’s own name', redirectedPayHistory().receivedBy('ROBIN EXAMPLE')],
    ['pay after a wedding: the first name is the same', redirectedPayHistory().receivedBy('Robin Newname')],
    ['pay of a relative: the last name is the same', redirectedPayHistory().receivedBy('Kim Example')],
    ['pay without a name', redirectedPayHistory().receivedBy(null)],
    [
      'a joint holder who changes employer',
      redirectedPayHistory(
        ordinaryReceiver()
          .credit('1900.00')
          .from('OLD EMPLOYER')
          .described('PAYROLL')
          .receivedBy('Kim Stranger')
          .on('2024-03-20')
          .again({ times: 20, everyDays: 14 }),
      ),
    ],
    [
      'an employer who has paid here before',
      redirectedPayHistory(ordinaryReceiver().credit('10.00').from('GRANITE FOODS').on('2026-03-01')),
    ],
    ['a credit that is not described as pay', redirectedPayHistory().described('PAYMENT')],
    ['pay that was sent back', redirectedPayHistory().withCode('21')],
    ['an account of 59 days', redirectedPayHistory(aHistory().debit('10.00').on('2026-01-12'))],
    ['ordinary activity', ordinaryReceiver()],
  ])('the redirected pay check raises no alert for %s', (_, history) => {
    expect(detectBec(history)).toEqual([]);
  });

  test('the redirected pay check treats a name as known on the account after more than 20 days', () => {
    const payment = (day: string) => ordinaryReceiver().credit('10.00').from('X').receivedBy('Kim Stranger').on(day);
    expect(detectBec(redirectedPayHistory(payment('2026-02-20')))).toHaveLength(1);
    expect(detectBec(redirectedPayHistory(payment('2026-02-19')))).toEqual([]);
  });

  test('redirected pay is checked on an account that is 60 days old', () => {
    expect(detectBec(redirectedPayHistory(aHistory().debit('10.00').on('2026-01-11')))).toHaveLength(1);
  });

  test('two redirected pay credits within 45 days result in one alert', () => {
    const again = (day: string) =>
      redirectedPayHistory()
        .credit('1800.00')
        .from('HARBOR HOTELS')
        .described('PAYROLL')
        .receivedBy('Lee Other')
        .on(day);
    expect(detectBec(again('2026-04-26')).map(({ amount }) => amount)).toEqual(['3800.00']);
    expect(detectBec(again('2026-04-27')).map(({ amount }) => amount)).toEqual(['2000.00', '1800.00']);
  });
});

describe('misdirected vendor payment', () => {
  test('a vendor payment raises a high-risk alert when the receiver name is unknown on the account', () => {
    const history = vendorPaymentHistory().receivedBy('Kim Stranger');
    const findings = detectBec(history);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      activityType: 'bec_pattern',
      category: 'Business Email Compromise',
      riskLevel: 'high',
      amount: '7000.00',
      percentageChange: null,
      triggerDay: PAYMENT_DAY,
      triggerEntryId: history.entries().at(-1)?.id,
      coolDays: 30,
      description:
        'Credit of $7,000.00 from MARLIN SHIPYARDS on 2026-03-12: a vendor payment from a company new to ' +
        'this account. The receiver name Kim Stranger matches no earlier name on the account. Possible ' +
        'vendor payment to the wrong account.',
    });
    expect(figureTexts(findings[0])).toEqual(['7000.00 >= 5000.00 USD', '730 >= 20 days']);
    expect(findings[0]?.evidence.facts).toEqual([
      { label: 'Receiver name on the entry', value: 'Kim Stranger', unit: 'text' },
      { label: 'Names on the account before', value: 'Robin Example', unit: 'text' },
      { label: 'SEC code', value: 'CCD', unit: 'text' },
      { label: 'Entry description', value: 'VENDOR PMT', unit: 'text' },
      { label: 'Addenda', value: 'INVOICE 48213', unit: 'text' },
    ]);
    expect(findings[0]?.evidence.wouldBeSilent).toEqual([
      'An amount below $5,000.00.',
      'A receiver name that shares a word with a name first seen on the account more than 20 days earlier.',
      'An entry from the company more than 10 days earlier.',
    ]);
  });

  test('a misdirected vendor payment is found when the entry announces new bank details', () => {
    const [finding] = detectBec(vendorPaymentHistory().withAddenda('INVOICE 48213 NEW BANK DETAILS'));
    expect(finding?.description).toContain('The entry contains "NEW BANK".');
    expect(finding?.evidence.wouldBeSilent[1]).toBe('An entry without the words "NEW BANK".');
    expect(finding?.evidence.facts[0]).toEqual({
      label: 'New bank details announced',
      value: 'NEW BANK',
      unit: 'text',
    });
  });

  test('a vendor payment is found when half of it leaves within four days, and the debits are shown but not counted', () => {
    const history = sendByWallet(sendByWallet(vendorPaymentHistory(), '2000.00'), '1500.00', '2026-03-16');
    const [finding, ...others] = detectBec(history);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ amount: '7000.00', triggerDay: PAYMENT_DAY, riskLevel: 'high' });
    expect(finding?.entries).toHaveLength(3);
    expect(finding?.countedEntries).toHaveLength(1);
    expect(finding?.evidence.entries.map(({ part, amount }) => `${part} ${amount}`)).toEqual([
      'Payment 7000.00',
      'Money out 2000.00',
      'Money out 1500.00',
    ]);
    expect(finding?.description).toContain('$3,500.00 left within 4 days in 2 debits.');
    expect(figureTexts(finding)?.at(-1)).toBe('50.0 >= 50 percent');
    expect(finding?.evidence.wouldBeSilent[1]).toBe('Less than $3,500.00 leaving within 4 days.');
  });

  test.each([
    'VEND PMT',
    'VENDOR',
    'VENDORS',
    'INV 77',
    'INVOICE',
    'INVOICES',
    'SUPPLIER',
    'SUPPLIERS',
    'REMIT',
    'REMITTANCE',
    'PURCHASE ORDER',
    'PO 77',
    'P O 77',
    'ACCT PAYABLE',
    'ACCTS PAY',
    'CORP PAYMNT',
    'CORP PYMT',
    'CORP PAYT',
    'CORP PMT',
    'CORP PAYMENTS',
    'TRADE PAY',
    'TRADE PAYMENT',
  ])('a vendor payment is recognized by "%s" in the description and in the addenda', (words) => {
    const stranger = () => vendorPaymentHistory().receivedBy('Kim Stranger');
    expect(detectBec(stranger().described(words).withAddenda('77'))).toHaveLength(1);
    expect(detectBec(stranger().described('PMT').withAddenda(words))).toHaveLength(1);
  });

  test('a vendor payment alert states that half left in one debit, under any receiver name', () => {
    const [finding] = detectBec(sendByWallet(vendorPaymentHistory(), '3500.00'));
    expect(finding?.description).toContain('$3,500.00 left within 4 days in 1 debit.');
    expect(finding?.evidence.figures.every(({ met }) => met)).toBe(true);
  });

  test('a vendor payment raises no alert when any stated prevention condition is met', () => {
    expect(detectBec(vendorPaymentHistory('4999.99').receivedBy('Kim Stranger'))).toEqual([]);
    expect(detectBec(vendorPaymentHistory('5000.00').receivedBy('Kim Stranger'))).toHaveLength(1);
    expect(detectBec(vendorPaymentHistory().receivedBy('Kim Example'))).toEqual([]);
    expect(detectBec(sendByWallet(sendByWallet(vendorPaymentHistory(), '2000.00'), '1499.99', '2026-03-16'))).toEqual(
      [],
    );
    expect(detectBec(sendByWallet(sendByWallet(vendorPaymentHistory(), '2000.00'), '1500.00', '2026-03-17'))).toEqual(
      [],
    );
    const before = (day: string) => ordinaryReceiver().credit('1.00').from('MARLIN SHIPYARDS').on(day);
    expect(detectBec(vendorPaymentHistory('7000.00', before('2026-03-01')).receivedBy('Kim Stranger'))).toEqual([]);
    expect(detectBec(vendorPaymentHistory('7000.00', before('2026-03-02')).receivedBy('Kim Stranger'))).toHaveLength(1);
  });

  test('a vendor payment alert shows two indicators, both of which must be absent to prevent the alert', () => {
    const [finding] = detectBec(
      vendorPaymentHistory().receivedBy('Kim Stranger').withAddenda('INVOICE 1 CHANGE OF ACCOUNT'),
    );
    expect(finding?.evidence.wouldBeSilent[1]).toBe(
      'A receiver name that shares a word with a name first seen on the account more than 20 days earlier, ' +
        'and an entry without the words "CHANGE OF ACCOUNT".',
    );
  });

  test('a vendor payment raises no alert for a receiver name first seen more than 20 days earlier', () => {
    const payment = (day: string) => ordinaryReceiver().credit('10.00').from('X').receivedBy('Kim Stranger').on(day);
    const [finding] = detectBec(vendorPaymentHistory('7000.00', payment('2026-02-20')).receivedBy('Kim Stranger'));
    expect(finding?.evidence.facts).toContainEqual({
      label: 'Names on the account before',
      value: 'Robin Example',
      unit: 'text',
    });
    expect(detectBec(vendorPaymentHistory('7000.00', payment('2026-02-19')).receivedBy('Kim Stranger'))).toEqual([]);
  });

  test.each([
    ['no sign', vendorPaymentHistory()],
    [
      'no words of a vendor',
      vendorPaymentHistory().receivedBy('Kim Stranger').described('PAYMENT').withAddenda('7731'),
    ],
    [
      'a post-office box',
      vendorPaymentHistory().receivedBy('Kim Stranger').described('PAYMENT').withAddenda('P.O. BOX 12'),
    ],
    ['a consumer SEC code', vendorPaymentHistory().receivedBy('Kim Stranger').ofClass('PPD')],
    ['a receiver without a name', vendorPaymentHistory().receivedBy(null)],
    [
      'a debit',
      ordinaryReceiver()
        .debit('7000.00')
        .from('MARLIN')
        .ofClass('CCD')
        .described('INVOICE')
        .receivedBy('Kim Stranger')
        .on(PAYMENT_DAY),
    ],
    ['a payment sent back', vendorPaymentHistory().receivedBy('Kim Stranger').withCode('21')],
    ['a reversal', vendorPaymentHistory().receivedBy('Kim Stranger').described('REVERSAL')],
    ['travel expenses paid back', vendorPaymentHistory().receivedBy('Kim Stranger').described('EXPENSE')],
    ['an insurance claim', vendorPaymentHistory().receivedBy('Kim Stranger').described('CLAIM PMT')],
    ['the sole trader’s own firm', vendorPaymentHistory().receivedBy('EXAMPLE LANDSCAPING LLC')],
    [
      'the joint holder',
      vendorPaymentHistory(
        '7000.00',
        ordinaryReceiver().credit('10.00').receivedBy('Kim Holder').on('2025-06-01'),
      ).receivedBy('Kim Holder'),
    ],
    [
      'rent and the water bill, paid as always',
      vendorPaymentHistory().debit('5000.00').from('CITY WATER').on('2026-03-13'),
    ],
  ])('the misdirected vendor payment check raises no alert for %s', (_, history) => {
    expect(detectBec(history, aContext({ known: ['CITY WATER'] }))).toEqual([]);
  });

  test('a vendor payment is not judged by name on an account less than 20 days old', () => {
    const young = (day: string) =>
      vendorPaymentHistory('7000.00', aHistory().credit('10.00').on(day)).withAddenda('INV 1 NEW BANK');
    expect(detectBec(young('2026-02-21'))).toEqual([]);
    expect(detectBec(young('2026-02-20'))).toHaveLength(1);
  });

  test('a vendor payment is suspicious when the money leaves through any wallet or an unknown company', () => {
    const spent = (company: string, known: string[]) =>
      detectBec(vendorPaymentHistory().debit('3500.00').from(company).on('2026-03-13'), aContext({ known }));
    expect(spent('OPAL MEDIA', [])).toHaveLength(1);
    expect(spent('OPAL MEDIA', ['OPAL MEDIA'])).toEqual([]);
    expect(spent('ZELLE', ['ZELLE'])).toHaveLength(1);
  });

  test('a vendor payment raises no alert when the company takes the money back', () => {
    expect(detectBec(sendByWallet(vendorPaymentHistory(), '3500.00').described('REVERSAL'))).toEqual([]);
  });

  test('a usual weekly transfer after a vendor payment raises no alert, but a larger one does', () => {
    const sweeping = (last: string): HistoryBuilder =>
      sendByWallet(
        vendorPaymentHistory(
          '7000.00',
          aHistory().debit('4000.00').from('ZELLE').on('2025-12-01').again({ times: 14, everyDays: 7 }),
        ),
        last,
      );
    expect(detectBec(sweeping('5000.00'))).toEqual([]);
    expect(detectBec(sweeping('5000.01'))).toHaveLength(1);
  });
});
