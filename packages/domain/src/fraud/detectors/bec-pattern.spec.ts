import * as fc from 'fast-check';
import type { Entry } from '../entry.ts';
import type { Finding } from '../frame.ts';
import { prepareMember } from '../preparation/prepare-member.ts';
import { aContext } from '../testing/a-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/a-history.ts';
import { importedInOtherOrder, withoutIds } from '../testing/imported-in-other-order.ts';
import { lives } from '../testing/lives.ts';
import { defaultPolicy } from '../validate-policy.ts';
import { becPattern } from './bec-pattern.ts';

const DAY = '2026-03-12';

function ordinaryLife(): HistoryBuilder {
  return aHistory().ordinaryLifeUntil('2026-03-10');
}

/** A vendor payment of a company that has not paid here before; only its addenda or receiver can make it suspect. */
function vendorPays(amount = '7000.00', history = ordinaryLife()): HistoryBuilder {
  return history
    .credit(amount)
    .from('MARLIN SHIPYARDS')
    .ofClass('CCD')
    .described('VENDOR PMT')
    .withAddenda('INVOICE 48213')
    .on(DAY);
}

/** Pay of a new employer in somebody else's name. */
function redirectedPay(history = ordinaryLife()): HistoryBuilder {
  return history
    .credit('2000.00')
    .from('GRANITE FOODS')
    .described('PAYROLL')
    .receivedBy('Kim Stranger')
    .on(DAY);
}

/** A business that DELTA GROCERS pays $2,200 every three weeks, and then somebody of nearly that name. */
function impostorPays(amount = '4400.00', name = 'DELTA GROCER'): HistoryBuilder {
  return aHistory()
    .credit('2200.00')
    .from('DELTA GROCERS')
    .ofClass('CTX')
    .described('VENDOR PMT')
    .on('2025-09-01')
    .again({ times: 8, everyDays: 21 })
    .credit(amount)
    .from(name)
    .ofClass('CTX')
    .described('VENDOR PMT')
    .on(DAY);
}

/** So much by wallet on this day. */
function sent(history: HistoryBuilder, amount: string, day = '2026-03-13'): HistoryBuilder {
  return history.debit(amount).from('ZELLE').described('PAYMENT').on(day);
}

function detect(history: HistoryBuilder, context = aContext()): Finding[] {
  return becPattern.detect(history.build(), context);
}

function figuresOf(finding: Finding | undefined): string[] | undefined {
  return finding?.evidence.figures.map(
    ({ value, comparison, threshold, unit }) => `${value} ${comparison} ${threshold} ${unit}`,
  );
}

describe('a vendor payment to the wrong account', () => {
  test('in a name that is none of the account’s is a high-risk finding, anchored at the payment', () => {
    const history = vendorPays().receivedBy('Kim Stranger');
    const findings = detect(history);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      activityType: 'bec_pattern',
      category: 'Business Email Compromise',
      riskLevel: 'high',
      amount: '7000.00',
      percentageChange: null,
      triggerDay: DAY,
      triggerEntryId: history.entries().at(-1)?.id,
      coolDays: 30,
      description:
        'Credit of $7,000.00 from MARLIN SHIPYARDS on 2026-03-12, the first of that company here and worded as a vendor ' +
        'payment: the receiver Kim Stranger shares no name with the account. Possible vendor payment to the wrong account.',
    });
    expect(figuresOf(findings[0])).toEqual(['7000.00 >= 5000.00 USD', '730 >= 20 days']);
    expect(findings[0]?.evidence.facts).toEqual([
      { label: 'Receiver name on the entry', value: 'Kim Stranger', unit: 'text' },
      { label: 'Names on the account before', value: 'Robin Example', unit: 'text' },
      { label: 'SEC code', value: 'CCD', unit: 'text' },
      { label: 'Entry description', value: 'VENDOR PMT', unit: 'text' },
      { label: 'Addenda', value: 'INVOICE 48213', unit: 'text' },
    ]);
    expect(findings[0]?.evidence.wouldBeSilent).toEqual([
      'With an amount below $5,000.00.',
      'With a receiver name that shares a word with one the account has carried for more than 20 days.',
      'With an entry of the company more than 10 days before.',
    ]);
  });

  test('that announces new bank details is found', () => {
    const [finding] = detect(vendorPays().withAddenda('INVOICE 48213 NEW BANK DETAILS'));
    expect(finding?.description).toContain('it says "NEW BANK".');
    expect(finding?.evidence.wouldBeSilent[1]).toBe('Without the words "NEW BANK".');
    expect(finding?.evidence.facts[0]).toEqual({
      label: 'New bank details announced',
      value: 'NEW BANK',
      unit: 'text',
    });
  });

  test('half of which leaves within four days is found, with where it went as evidence that does not count', () => {
    const history = sent(sent(vendorPays(), '2000.00'), '1500.00', '2026-03-16');
    const [finding, ...others] = detect(history);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ amount: '7000.00', triggerDay: DAY, riskLevel: 'high' });
    expect(finding?.entries).toHaveLength(3);
    expect(finding?.countedEntries).toHaveLength(1);
    expect(finding?.evidence.entries.map(({ part, amount }) => `${part} ${amount}`)).toEqual([
      'Payment 7000.00',
      'Money out 2000.00',
      'Money out 1500.00',
    ]);
    expect(finding?.description).toContain('$3,500.00 left within 4 days in 2 debits.');
    expect(figuresOf(finding)?.at(-1)).toBe('0.50 >= 0.50 ratio');
    expect(finding?.evidence.wouldBeSilent[1]).toBe('With less than $3,500.00 leaving within 4 days.');
  });

  test('it would be silent just as it says', () => {
    expect(detect(vendorPays('4999.99').receivedBy('Kim Stranger'))).toEqual([]);
    expect(detect(vendorPays('5000.00').receivedBy('Kim Stranger'))).toHaveLength(1);
    expect(detect(vendorPays().receivedBy('Kim Example'))).toEqual([]);
    expect(detect(sent(sent(vendorPays(), '2000.00'), '1499.99', '2026-03-16'))).toEqual([]);
    expect(detect(sent(sent(vendorPays(), '2000.00'), '1500.00', '2026-03-17'))).toEqual([]);
    const before = (day: string) => ordinaryLife().credit('1.00').from('MARLIN SHIPYARDS').on(day);
    expect(detect(vendorPays('7000.00', before('2026-03-01')).receivedBy('Kim Stranger'))).toEqual([]);
    expect(detect(vendorPays('7000.00', before('2026-03-02')).receivedBy('Kim Stranger'))).toHaveLength(1);
  });

  test('two signs are both told, and only together taken back', () => {
    const [finding] = detect(
      vendorPays().receivedBy('Kim Stranger').withAddenda('INVOICE 1 CHANGE OF ACCOUNT'),
    );
    expect(finding?.evidence.wouldBeSilent[1]).toBe(
      'With a receiver name that shares a word with one the account has carried for more than 20 days, and without the ' +
        'words "CHANGE OF ACCOUNT".',
    );
  });

  test('a name counts as the account’s when it was first seen more than 20 days before', () => {
    const seen = (day: string) => ordinaryLife().credit('10.00').from('X').receivedBy('Kim Stranger').on(day);
    expect(detect(vendorPays('7000.00', seen('2026-02-20')).receivedBy('Kim Stranger'))).toHaveLength(1);
    expect(detect(vendorPays('7000.00', seen('2026-02-19')).receivedBy('Kim Stranger'))).toEqual([]);
  });

  test.each([
    ['no sign', vendorPays()],
    [
      'no words of a vendor',
      vendorPays().receivedBy('Kim Stranger').described('PAYMENT').withAddenda('7731'),
    ],
    [
      'a post-office box',
      vendorPays().receivedBy('Kim Stranger').described('PAYMENT').withAddenda('P.O. BOX 12'),
    ],
    ['a class of persons', vendorPays().receivedBy('Kim Stranger').ofClass('PPD')],
    ['a receiver without a name', vendorPays().receivedBy(null)],
    [
      'a debit',
      ordinaryLife()
        .debit('7000.00')
        .from('MARLIN')
        .ofClass('CCD')
        .described('INVOICE')
        .receivedBy('Kim Stranger')
        .on(DAY),
    ],
    ['a payment sent back', vendorPays().receivedBy('Kim Stranger').withCode('21')],
    ['a reversal', vendorPays().receivedBy('Kim Stranger').described('REVERSAL')],
    ['travel expenses paid back', vendorPays().receivedBy('Kim Stranger').described('EXPENSE')],
    ['an insurance claim', vendorPays().receivedBy('Kim Stranger').described('CLAIM PMT')],
    ['the sole trader’s own firm', vendorPays().receivedBy('EXAMPLE LANDSCAPING LLC')],
    [
      'the joint holder',
      vendorPays(
        '7000.00',
        ordinaryLife().credit('10.00').receivedBy('Kim Holder').on('2025-06-01'),
      ).receivedBy('Kim Holder'),
    ],
    [
      'rent and the water bill, paid as always',
      vendorPays().debit('5000.00').from('CITY WATER').on('2026-03-13'),
    ],
  ])('stays silent about %s', (_, history) => {
    expect(detect(history, aContext({ known: ['CITY WATER'] }))).toEqual([]);
  });

  test('an account of less than 20 days is no place to tell a stranger', () => {
    const young = (day: string) =>
      vendorPays('7000.00', aHistory().credit('10.00').on(day)).withAddenda('INV 1 NEW BANK');
    expect(detect(young('2026-02-21'))).toEqual([]);
    expect(detect(young('2026-02-20'))).toHaveLength(1);
  });

  test('a weekly sweep to the owner’s other bank is routine, a larger one is not', () => {
    const sweeping = (last: string): HistoryBuilder =>
      sent(
        vendorPays(
          '7000.00',
          aHistory().debit('4000.00').from('ZELLE').on('2025-12-01').again({ times: 14, everyDays: 7 }),
        ),
        last,
      );
    expect(detect(sweeping('5000.00'))).toEqual([]);
    expect(detect(sweeping('5000.01'))).toHaveLength(1);
  });
});

describe('redirected pay', () => {
  test('of a new employer, in a name that shares nothing with the account, is a medium finding', () => {
    const history = redirectedPay();
    const findings = detect(history);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      riskLevel: 'medium',
      amount: '2000.00',
      triggerEntryId: history.entries().at(-1)?.id,
      coolDays: 45,
      description:
        'Credit of $2,000.00 from GRANITE FOODS on 2026-03-12, the first of that employer here: the receiver Kim ' +
        'Stranger shares no name with the account. Possible redirection of pay.',
    });
    expect(figuresOf(findings[0])).toEqual(['730 >= 60 days']);
    expect(findings[0]?.evidence.wouldBeSilent).toEqual([
      'With a receiver name that shares a word with one the account has carried for more than 20 days.',
      'With an entry of the employer more than 10 days before.',
      'On an account younger than 60 days.',
    ]);
  });

  test('70 percent of which leaves within four days is high risk', () => {
    const [finding] = detect(sent(redirectedPay(), '1400.00', '2026-03-16'));
    expect(finding).toMatchObject({ riskLevel: 'high', amount: '2000.00' });
    expect(figuresOf(finding)?.at(-1)).toBe('0.70 >= 0.70 ratio');
    expect(detect(sent(redirectedPay(), '1399.99', '2026-03-16'))[0]?.riskLevel).toBe('medium');
    expect(detect(sent(redirectedPay(), '1400.00', '2026-03-17'))[0]?.riskLevel).toBe('medium');
  });

  test.each([
    ['pay in the member’s own name', redirectedPay().receivedBy('ROBIN EXAMPLE')],
    ['pay after a wedding: the first name is the same', redirectedPay().receivedBy('Robin Newname')],
    ['pay of a relative: the last name is the same', redirectedPay().receivedBy('Kim Example')],
    ['pay without a name', redirectedPay().receivedBy(null)],
    [
      'a joint holder who changes employer',
      redirectedPay(
        ordinaryLife()
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
      redirectedPay(ordinaryLife().credit('10.00').from('GRANITE FOODS').on('2026-03-01')),
    ],
    ['a credit that says nothing of pay', redirectedPay().described('PAYMENT')],
    ['pay that was sent back', redirectedPay().withCode('21')],
    ['an account of 59 days', redirectedPay(aHistory().debit('10.00').on('2026-01-12'))],
    ['an ordinary life', ordinaryLife()],
  ])('stays silent about %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test('an account of 60 days is old enough', () => {
    expect(detect(redirectedPay(aHistory().debit('10.00').on('2026-01-11')))).toHaveLength(1);
  });

  test('within 45 days it is one finding, after that another', () => {
    const again = (day: string) =>
      redirectedPay()
        .credit('1800.00')
        .from('HARBOR HOTELS')
        .described('PAYROLL')
        .receivedBy('Lee Other')
        .on(day);
    expect(detect(again('2026-04-26')).map(({ amount }) => amount)).toEqual(['3800.00']);
    expect(detect(again('2026-04-27')).map(({ amount }) => amount)).toEqual(['2000.00', '1800.00']);
  });
});

describe('a payment under a look-alike name', () => {
  test('of twice the usual amount is a high-risk finding against that company’s median', () => {
    const history = impostorPays();
    const findings = detect(history);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      riskLevel: 'high',
      amount: '4400.00',
      percentageChange: '100.00',
      triggerEntryId: history.entries().at(-1)?.id,
      coolDays: 30,
      description:
        'Credit of $4,400.00 from DELTA GROCER on 2026-03-12, the first under that name, which resembles DELTA GROCERS, ' +
        'whose 9 earlier payments had a median of $2,200.00. Possible payment under a look-alike name.',
    });
    expect(figuresOf(findings[0])).toEqual(['4400.00 >= 1000.00 USD', '2.00 >= 1.40 ratio', '9 >= 3 count']);
    expect(findings[0]?.evidence.wouldBeSilent).toEqual([
      'With an amount below $3,080.00.',
      'With a name that could not be mistaken for DELTA GROCERS.',
      'With an entry of the company more than 10 days before.',
      'With a company that enough other members use to be known.',
    ]);
  });

  test('it would be silent just as it says', () => {
    expect(detect(impostorPays('3080.00'))).toHaveLength(1);
    expect(detect(impostorPays('3079.99'))).toEqual([]);
    expect(detect(impostorPays('4400.00', 'DELTA AIRLINES'))).toEqual([]);
    expect(detect(impostorPays(), aContext({ known: ['DELTA GROCER'] }))).toEqual([]);
    expect(
      detect(impostorPays().on('2026-03-12', '2026-03-22', '2026-03-23')).map(({ amount }) => amount),
    ).toEqual(['8800.00']);
  });

  test('a debit under such a name is found as well', () => {
    const [finding] = detect(
      impostorPays().debit('5000.00').from('DELTA GROCERZ').ofClass('CCD').on('2026-03-14'),
    );
    expect(finding).toMatchObject({ amount: '9400.00' });
    expect(finding?.description).toContain('2 such payments, $9,400.00 in all');
  });

  test.each([
    ['a class of persons', impostorPays().ofClass('PPD')],
    ['pay', impostorPays().described('PAYROLL')],
    ['a payment sent back', impostorPays().withCode('21')],
    ['another branch of the customer', impostorPays('4400.00', 'DELTA GROCERS 0012')],
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
        .on(DAY),
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
        .on(DAY),
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
        .on(DAY),
    ],
    ['the business’s regular customer', impostorPays('4400.00', 'DELTA GROCERS')],
  ])('stays silent about %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test('a customer met three times in 40 days is one to be mistaken for', () => {
    const history = aHistory().credit('10.00').on('2025-06-01').credit('2200.00').from('DELTA GROCERS');
    history
      .on('2026-01-01', '2026-01-20', '2026-02-10')
      .credit('4400.00')
      .from('DELTA GROCER')
      .ofClass('CTX')
      .on(DAY);
    expect(detect(history)).toHaveLength(1);
  });
});

describe('the rule as a whole', () => {
  test('a payment that becomes suspect by leaving joins the case that was there on that day, and does not anchor it', () => {
    const early = vendorPays();
    const both = sent(
      early
        .credit('6000.00')
        .from('OTHER VENDOR')
        .ofClass('CTX')
        .described('INVOICE')
        .receivedBy('Kim Stranger')
        .on('2026-03-13'),
      '3500.00',
      '2026-03-14',
    );
    const entries = both.entries();
    const known = entries.filter(({ day }) => (day ?? '') <= '2026-03-13');
    const of = (some: readonly Entry[]) =>
      becPattern.detect(prepareMember({ memberKey: 'ROBIN|EXAMPLE', entries: some }), aContext());
    expect(of(known)).toMatchObject([{ triggerDay: '2026-03-13', amount: '6000.00' }]);
    expect(of(entries)).toMatchObject([{ triggerDay: '2026-03-13', amount: '13000.00' }]);
    expect(of(entries)[0]?.entries.map(({ day }) => day)).toEqual([DAY, '2026-03-13', '2026-03-14']);
  });

  test('a payment that is suspect in two ways is one payment', () => {
    const findings = detect(impostorPays('7000.00').receivedBy('Kim Stranger'));
    expect(findings).toMatchObject([{ amount: '7000.00' }]);
    expect(findings[0]?.description).toContain('worded as a vendor payment');
  });

  test('nothing it says accuses anybody', () => {
    const histories = [vendorPays().receivedBy('Kim Stranger'), redirectedPay(), impostorPays()];
    expect(
      JSON.stringify(histories.map((history) => detect(history).map(({ description }) => description))),
    ).not.toMatch(/fraud|criminal|scam|guilty|stolen/i);
  });

  test('detecting twice, or importing the files the other way round, gives the same', () => {
    const history = sent(redirectedPay(vendorPays().receivedBy('Lee Other')), '3600.00');
    const findings = detect(history);
    expect(findings).toHaveLength(1);
    expect(detect(history)).toEqual(findings);
    const imported = becPattern.detect(importedInOtherOrder(history.entries()), aContext());
    expect(withoutIds(imported)).toEqual(withoutIds(findings));
  });

  test('in the warm-up of a ledger it stays silent', () => {
    for (const history of [vendorPays().receivedBy('Kim Stranger'), redirectedPay(), impostorPays()]) {
      expect(detect(history, aContext({ ledgerFirstDay: '2026-01-27' }))).toEqual([]);
      expect(detect(history, aContext({ ledgerFirstDay: '2026-01-26' }))).toHaveLength(1);
    }
  });

  test('sensitivity moves the amounts, and the age of an account at high', () => {
    const under = (sensitivity: 'low' | 'high') => aContext({ policy: { ...defaultPolicy(), sensitivity } });
    const vendor = (amount: string) => vendorPays(amount).receivedBy('Kim Stranger');
    expect([
      detect(vendor('6249.99'), under('low')).length,
      detect(vendor('6250.00'), under('low')).length,
    ]).toEqual([0, 1]);
    expect([
      detect(vendor('3999.99'), under('high')).length,
      detect(vendor('4000.00'), under('high')).length,
    ]).toEqual([0, 1]);
    const young = (day: string) => redirectedPay(aHistory().debit('10.00').on(day));
    expect([
      detect(young('2026-02-11'), under('high')).length,
      detect(young('2026-02-10'), under('high')).length,
    ]).toEqual([0, 1]);
  });

  test('in any life, what is known by a day is found with the same trigger later, in whatever order it came', () => {
    const parameters = { bec_pattern: { vendorMinimum: 500, vendorHistoryDays: 0, nameDays: 0 } };
    const context = aContext({ policy: { ...defaultPolicy(), parameters } });
    const vendorLives = lives.map((entries) =>
      entries.map((entry, index) => ({
        ...entry,
        class: 'CCD',
        entryDescription: 'INVOICE',
        company: `${entry.company} ${String.fromCodePoint(65 + (index % 20))}`,
        companyKey: `${entry.companyKey} ${String.fromCodePoint(65 + (index % 20))}`,
        receiverName: index % 5 === 0 ? `Kim Stranger${index}` : entry.receiverName,
      })),
    );
    let found = 0;
    fc.assert(
      fc.property(vendorLives, fc.integer({ min: 20, max: 70 }), (entries, known) => {
        const byDay = entries.toSorted((one, other) => (one.epochDay ?? 0) - (other.epochDay ?? 0));
        const lastDay = byDay[known]?.epochDay ?? Infinity;
        const of = (some: readonly Entry[]) =>
          becPattern.detect(prepareMember({ memberKey: 'ROBIN|EXAMPLE', entries: some }), context);
        const all = of(entries);
        found += all.length;
        const triggers = all.map(({ triggerEntryId }) => triggerEntryId);
        for (const { triggerEntryId } of of(byDay.filter(({ epochDay }) => (epochDay ?? 0) <= lastDay)))
          expect(triggers).toContain(triggerEntryId);
        expect(withoutIds(becPattern.detect(importedInOtherOrder(entries), context))).toEqual(
          withoutIds(all),
        );
      }),
      { numRuns: 60 },
    );
    expect(found).toBeGreaterThan(20);
  });
});
