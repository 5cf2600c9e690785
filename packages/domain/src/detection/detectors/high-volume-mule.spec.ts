import { addDays } from '../../calendar/day.ts';
import type { Finding } from '../detector.ts';
import { defaultPolicy } from '../policy-document.ts';
import { aContext } from '../testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/history-builder.ts';
import { randomHistories } from '../testing/random-histories.ts';
import { expectRuleInvariants, importedInReverseOrder, withoutIds } from '../testing/rule-invariants.ts';
import { highVolumeMule } from './high-volume-mule.ts';

const FIRST = '2026-03-02';

interface Collecting {
  credits?: number;
  senders?: number;
  amount?: string;
  /** Amount sent through a wallet the day after the last credit. */
  out?: string;
  everyDays?: number;
}

function ordinaryLife(): HistoryBuilder {
  return aHistory().ordinaryLifeUntil('2026-03-31');
}

/** By default, twelve credits from six unfamiliar senders, one every two days, mostly passed on through a wallet. */
function collecting(change: Collecting = {}, history = ordinaryLife()): HistoryBuilder {
  const { credits = 12, senders = 6, amount = '700.00', out = '6000.00', everyDays = 2 } = change;
  for (let credit = 0; credit < credits; credit += 1) {
    history
      .credit(amount)
      .from(`STRANGER ${credit % senders}`)
      .on(addDays(FIRST, everyDays * credit));
  }
  return history
    .debit(out)
    .from('ZELLE')
    .on(addDays(FIRST, everyDays * (credits - 1) + 1));
}

/** One benefit from each agency, a week apart, starting on March 2. */
function benefits(...agencies: string[]): HistoryBuilder {
  return agencies.reduce(
    (history, agency, week) =>
      history
        .credit('480.00')
        .from(agency)
        .described('UI BENEFIT')
        .on(addDays(FIRST, 7 * week)),
    ordinaryLife(),
  );
}

function detect(history: HistoryBuilder, context = aContext()): Finding[] {
  return highVolumeMule.detect(history.build(), context);
}

describe('high-volume mule: credits from many senders', () => {
  test('twelve credits from six unfamiliar senders, mostly passed on, raise one high-risk mule alert', () => {
    const history = collecting();
    expect(detect(history)).toMatchObject([
      {
        activityType: 'high_volume_mule',
        category: 'Money Mule Activity',
        riskLevel: 'high',
        amount: '8400.00',
        percentageChange: null,
        triggerDay: '2026-03-25',
        triggerEntryId: history.entries().at(-1)?.id,
        description:
          '12 credits from 6 unfamiliar senders totaled $8,400.00 from 2026-03-02 to 2026-03-24. $6,000.00 ' +
          'left by 2026-03-25, to ZELLE. This account usually receives no such credits. Possible money ' +
          'mule: funds collected for others.',
      },
    ]);
  });

  test('the high-volume mule baseline comes from credits from unfamiliar senders, not from debits', () => {
    const paidOut = ordinaryLife().debit('500.00').from('ZELLE').on('2026-01-05', '2026-01-20');
    expect(detect(collecting({}, paidOut))[0]?.evidence.baseline).toBeNull();
    const paid = ordinaryLife().credit('900.00').from('AUNT').on('2026-01-05');
    const [finding] = detect(collecting({}, paid));
    const month = finding?.evidence.baseline?.value ?? '';
    expect(Number(month)).toBeGreaterThan(0);
    expect(finding?.description).toContain(`$${month} a month in such credits.`);
    expect(finding?.percentageChange).not.toBeNull();
  });

  test('a high-volume mule alert shows money in and out and each figure with its threshold', () => {
    const evidence = detect(collecting())[0]?.evidence;
    expect(evidence?.figures.map(({ value, comparison, threshold }) => `${value} ${comparison} ${threshold}`)).toEqual([
      '12 >= 12',
      '6 >= 6',
      '8400.00 >= 8000.00',
      '95.2 >= 70',
    ]);
    expect(evidence?.facts.slice(0, 4).map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Money in: 8400.00',
      'Money out: 6000.00',
      'Share of all money in that left: 71.4',
      'Share of all money in that stayed: 28.6',
    ]);
    expect(new Set(evidence?.entries.map(({ part }) => part))).toEqual(new Set(['Money in', 'Money out']));
    expect(evidence?.baseline).toBeNull();
  });

  test('the high-volume mule rule raises no alert when any stated prevention condition is met', () => {
    expect(detect(collecting())[0]?.evidence.wouldBeSilent).toEqual([
      'Only 11 credits from unfamiliar senders within 30 days instead of 12.',
      'Only 5 different senders instead of 6.',
      'Less than $8,000.00 from unfamiliar senders within 30 days.',
      'Less than 70% of the money leaving, not counting the newest 3 credits.',
      'Credits described as pay, benefits, a tax refund, a loan, a claim or a distribution.',
    ]);
    expect(detect(collecting({ credits: 11, amount: '800.00' }))).toEqual([]);
    expect(detect(collecting({ senders: 5 }))).toEqual([]);
    expect(detect(collecting({ amount: '666.66' }))).toEqual([]);
    // 70% of nine credits of $700.
    expect(detect(collecting({ out: '4410.00' }))).toHaveLength(1);
    expect(detect(collecting({ out: '4409.99' }))).toEqual([]);
  });

  test('the high-volume mule rule ignores credits spread over more than thirty days', () => {
    const twelfth = (day: number) =>
      collecting({ credits: 11, amount: '800.00', out: '9000.00' })
        .credit('800.00')
        .from('STRANGER 5')
        .on(addDays(FIRST, day));
    expect(detect(twelfth(29))).toHaveLength(1);
    expect(detect(twelfth(30))).toEqual([]);
    expect(detect(collecting({ credits: 11, everyDays: 3, amount: '900.00' }))).toEqual([]);
    expect(detect(collecting({ everyDays: 3, amount: '900.00', out: '9000.00' }))).toEqual([]);
  });

  test('a high-volume mule alert shows the usual month', () => {
    const history = collecting().credit('1400.00').from('BUYER').on('2025-12-10', '2026-01-15');
    expect(detect(history)).toMatchObject([{ percentageChange: '800.00' }]);
    expect(detect(history)[0]?.evidence.baseline?.value).toBe('933.33');
  });

  test.each<[string, HistoryBuilder]>([
    [
      'gig platforms that pay all year',
      ['RIDEWELL', 'DISHDASH', 'TASKLINE', 'QUICKMOP', 'PETWALK', 'TUTORLY', 'CARLOAN'].reduce(
        (history, platform, index) =>
          history.credit('900.00').from(platform).on(addDays('2025-09-01', index)).again({ times: 26, everyDays: 7 }),
        aHistory().debit('4000.00').from('ZELLE').on('2025-09-08').again({ times: 25, everyDays: 7 }),
      ),
    ],
    ['contributions to a trip', collecting({ credits: 16, amount: '40.00', out: '600.00', everyDays: 1 })],
    [
      'customers who pay a shop whose suppliers are known',
      collecting({ out: '100.00' }).debit('8000.00').from('PACKRIGHT').on('2026-03-25'),
    ],
    ['only pay and bills', ordinaryLife()],
  ])('the high-volume mule rule raises no alert for ordinary activity: %s', (_, history) => {
    const found = detect(history, aContext({ known: ['PACKRIGHT'] }));
    expect(found.filter(({ triggerDay }) => triggerDay > '2025-10-25')).toEqual([]);
  });

  test('the high-volume mule rule raises no alert during the ledger warm-up and ignores money from that period', () => {
    expect(detect(collecting(), aContext({ ledgerFirstDay: '2026-01-17' }))).toEqual([]);
    expect(detect(collecting(), aContext({ ledgerFirstDay: '2026-01-16' }))).toHaveLength(1);
  });

  test('the high-volume mule rule scales counts and totals with the sensitivity', () => {
    const at = (sensitivity: 'low' | 'high', change: Collecting) =>
      detect(collecting(change), aContext({ policy: { ...defaultPolicy(), sensitivity } })).length;
    expect(at('high', { credits: 10, senders: 5, amount: '640.00' })).toBe(1);
    expect(at('high', { credits: 9, senders: 5, amount: '800.00' })).toBe(0);
    expect(at('low', {})).toBe(0);
    expect(at('low', { credits: 15, senders: 8, everyDays: 1, amount: '700.00', out: '9000.00' })).toBe(1);
  });

  test('the high-volume mule rule adds later credits to the first alert', () => {
    expect(detect(collecting({ credits: 15 }).debit('2000.00').from('ZELLE').on('2026-03-26'))).toHaveLength(1);
  });
});

describe('high-volume mule', () => {
  test('the high-volume mule rule combines benefits and other collected money into one alert', () => {
    const history = collecting({}, benefits('OHIO ODJFS', 'TEXAS TWC'));
    const findings = detect(history);
    expect(findings).toMatchObject([{ triggerDay: '2026-03-09', amount: '9360.00' }]);
    expect(new Set(findings[0]?.entries).size).toBe(findings[0]?.entries.length);
  });

  test('the high-volume mule rule finds the same alerts on a second run and with files imported in reverse order', () => {
    const history = collecting({}, benefits('OHIO ODJFS', 'TEXAS TWC')).debit('500.00').from('VENMO').on('2026-03-25');
    const findings = detect(history);
    expect(findings).toHaveLength(1);
    expect(detect(history)).toEqual(findings);
    const imported = highVolumeMule.detect(importedInReverseOrder(history.entries()), aContext());
    expect(withoutIds(imported)).toEqual(withoutIds(findings));
  });

  test('the high-volume mule rule keeps its triggers and correct figures in any import order and after later entries', () => {
    const policy = { ...defaultPolicy(), parameters: { high_volume_mule: { inCount: 4, senders: 3 } } };
    const busy = randomHistories.map((entries) =>
      entries.map((entry, index) => {
        const company = entry.transactionType === 'Credit' ? `STRANGER ${index}` : entry.company;
        return { ...entry, company, companyKey: company, accountNumber: '1' };
      }),
    );
    const found = expectRuleInvariants(highVolumeMule, { histories: busy, context: aContext({ policy }) });
    expect(found).toBeGreaterThan(10);
  });
});
