import { addDays } from '../../calendar/day.ts';
import type { Finding } from '../detector.ts';
import { prepareMember } from '../member-history.ts';
import { aContext } from '../testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/history-builder.ts';
import { highVolumeMule } from './high-volume-mule.ts';
import { BenefitWindow, unemploymentBenefits } from './unemployment-benefits.ts';

const FIRST = '2026-03-02';

function ordinaryLife(): HistoryBuilder {
  return aHistory().ordinaryLifeUntil('2026-03-31');
}

/** One benefit a week, from each agency in turn, starting on March 2. */
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

/** Findings for a history whose receiver names come from `nameOf`. */
function inNames(history: HistoryBuilder, nameOf: (company: string, day: string) => string) {
  const entries = history
    .entries()
    .map((entry) => ({ ...entry, receiverName: nameOf(entry.company, entry.day ?? '') }));
  return highVolumeMule.detect(prepareMember({ memberKey: 'ROBIN|EXAMPLE', entries }), aContext());
}

function detect(history: HistoryBuilder, context = aContext()): Finding[] {
  return highVolumeMule.detect(history.build(), context);
}

describe('high-volume mule: unemployment benefits', () => {
  test('the high-volume mule rule raises one high-risk alert on the first unemployment benefit from a second state', () => {
    const history = benefits('OHIO ODJFS', 'OHIO ODJFS', 'TEXAS TWC');
    expect(detect(history)).toMatchObject([
      {
        riskLevel: 'high',
        amount: '1440.00',
        percentageChange: null,
        triggerDay: '2026-03-16',
        description:
          '3 unemployment benefits from 2 states (OH, TX) totaled $1,440.00 from 2026-03-02 to 2026-03-16. ' +
          'Possible collection of benefits for other people.',
      },
    ]);
  });

  test('unemployment benefit evidence shows the states, the receivers and the amount passed on', () => {
    const history = benefits('OHIO ODJFS', 'TEXAS TWC').debit('720.00').from('ZELLE').on('2026-03-12');
    const evidence = detect(history)[0]?.evidence;
    expect(evidence?.facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Money in: 960.00',
      'Money out: 720.00',
      'Share of all money in that left: 75.0',
      'Share of all money in that stayed: 25.0',
      'Senders: OHIO ODJFS, TEXAS TWC',
      'Recipients: ZELLE',
      'States: OH, TX',
      'Receivers: Robin Example',
    ]);
    expect(evidence?.figures.map(({ label, value, threshold }) => `${label}: ${value} ${threshold}`)).toEqual([
      'States that paid benefits within 60 days: 2 2',
    ]);
    expect(evidence?.wouldBeSilent).toEqual(['Benefits from only 1 state within 60 days.']);
    expect(detect(benefits('OHIO ODJFS', 'STATE OF OHIO', 'OH JFS'))).toEqual([]);
  });

  test('unemployment benefit evidence shows money passed on from the first benefit to 14 days after the last', () => {
    const goneOn = (day: string) =>
      detect(benefits('OHIO ODJFS', 'TEXAS TWC').debit('720.00').from('ZELLE').on(day))[0]?.evidence.facts[1]?.value;
    expect(['2026-03-01', FIRST, '2026-03-23', '2026-03-24'].map(goneOn)).toEqual(['0.00', '720.00', '720.00', '0.00']);
  });

  test('the high-volume mule rule ignores unemployment benefits from two states at least sixty days apart', () => {
    const moved = (days: number) =>
      ordinaryLife()
        .credit('480.00')
        .from('OHIO ODJFS')
        .described('UI BENEFIT')
        .on(FIRST)
        .credit('480.00')
        .from('TEXAS TWC')
        .described('UI BENEFIT')
        .on(addDays(FIRST, days));
    expect(detect(moved(59))).toHaveLength(1);
    expect(detect(moved(60))).toEqual([]);
  });

  const two = () => benefits('OHIO ODJFS', 'OHIO ODJFS');
  const forSecond = (name: string) =>
    inNames(two(), (company, day) => (company === 'OHIO ODJFS' && day > FIRST ? name : 'Robin Example'));

  test('the high-volume mule rule finds unemployment benefits for an unrelated person and the account holder', () => {
    const [finding] = forSecond('Alex Sample');
    expect(finding).toMatchObject({ amount: '960.00', triggerDay: '2026-03-09' });
    expect(finding?.description).toContain('benefits for Robin Example and Alex Sample, who share no name');
    expect(finding?.evidence.wouldBeSilent).toEqual([
      'Benefits only for people whose names have been on the account for at least 20 days.',
    ]);
  });

  test('the high-volume mule rule finds a new account that receives unemployment benefits for two unrelated people', () => {
    const history = aHistory().credit('480.00').from('OHIO ODJFS').described('UI BENEFIT').on(FIRST, '2026-03-09');
    expect(inNames(history, (_, day) => (day === FIRST ? 'Alex Sample' : 'Kim Specimen'))).toHaveLength(1);
  });

  test('the high-volume mule rule ignores unemployment benefits for people who share a name or for spelling variants', () => {
    expect(forSecond('Dana Example')).toEqual([]);
    expect(forSecond('EXAMPLE, ROBIN T')).toEqual([]);
  });

  test('the high-volume mule rule ignores unemployment benefits for a joint holder known for 20 days', () => {
    const since = (day: string) =>
      inNames(two().credit('1100.00').from('CITY MILL').described('PAYROLL').on(day), (company, on) =>
        company === 'CITY MILL' || (company === 'OHIO ODJFS' && on > FIRST) ? 'Alex Sample' : 'Robin Example',
      );
    expect(since('2026-02-17')).toEqual([]);
    expect(since('2026-02-18')).toHaveLength(1);
  });

  test('the high-volume mule rule ignores one member’s seasonal benefits and returned or reversed benefits', () => {
    expect(detect(benefits(...Array.from({ length: 12 }, () => 'TEXAS TWC')))).toEqual([]);
    const second = (described: string) =>
      benefits('OHIO ODJFS').credit('480.00').from('TEXAS TWC').described(described).on('2026-03-09');
    expect(detect(second('UI BENEFIT'))).toHaveLength(1);
    expect(detect(second('UI BENEFIT').withAddenda('R03'))).toEqual([]);
    expect(detect(second('UI REVERSAL'))).toEqual([]);
  });

  test('during the ledger warm-up, the high-volume mule rule detects benefits from several states but not in several names', () => {
    const young = aContext({ ledgerFirstDay: '2026-02-01' });
    expect(detect(benefits('OHIO ODJFS', 'TEXAS TWC'), young)).toHaveLength(1);
    const entries = two()
      .entries()
      .map((entry) => ({
        ...entry,
        receiverName: entry.day === '2026-03-09' ? 'Alex Sample' : entry.receiverName,
      }));
    const inName = (context: typeof young) =>
      highVolumeMule.detect(prepareMember({ memberKey: 'ROBIN|EXAMPLE', entries }), context);
    expect(inName(young)).toEqual([]);
    expect(inName(aContext())).toHaveLength(1);
  });
});

/** A $100 benefit under the given name on a day in March. */
function paid(history: HistoryBuilder, name: string | null, day: number, agency = 'OHIO ODJFS'): HistoryBuilder {
  return history
    .credit('100.00')
    .from(agency)
    .described('UI BENEFIT')
    .receivedBy(name)
    .on(`2026-03-${String(day).padStart(2, '0')}`);
}

/** The ten-day window that ends with the last benefit in a history. */
function windowOf(history: HistoryBuilder): BenefitWindow {
  const [account] = history.build().accounts;
  if (account === undefined) throw new Error('there is an account');
  const window = new BenefitWindow(account, 10);
  for (const benefit of unemploymentBenefits(account)) window.add(benefit);
  return window;
}

const namesIn = (history: HistoryBuilder): string[] => windowOf(history).unrelatedNames;
/** An account that has belonged to Robin Example for a long time. */
const robins = (): HistoryBuilder => aHistory().debit('5.00').from('CITY WATER').on('2026-01-05');

describe('unemployment benefit window', () => {
  test('the unemployment benefit window contains the total, states and start of the benefits on its days', () => {
    const history = paid(paid(paid(robins(), null, 2), null, 5, 'TEXAS TWC'), null, 12, 'TEXAS TWC');
    const { from, sumCents, states } = windowOf(history);
    expect({ from, sumCents, states }).toEqual({ from: 1, sumCents: 20_000, states: ['TX'] });
    const all = windowOf(paid(paid(robins(), null, 2), null, 11, 'TEXAS TWC'));
    expect([all.from, all.sumCents, all.states]).toEqual([0, 20_000, ['OH', 'TX']]);
  });

  test('unemployment benefits exclude returned and reversed credits', () => {
    const [account] = paid(paid(robins(), null, 2).withCode('21'), null, 3).build().accounts;
    expect(account && unemploymentBenefits(account)).toHaveLength(1);
    const [other] = paid(robins(), null, 2).described('UI REVERSAL').build().accounts;
    expect(other && unemploymentBenefits(other)).toEqual([]);
  });

  test('the unemployment benefit window lists two people who share no name, one of them new to the account', () => {
    expect(namesIn(paid(paid(robins(), 'Robin Example', 2), 'Kim Stranger', 3))).toEqual([
      'Robin Example',
      'Kim Stranger',
    ]);
    expect(namesIn(paid(paid(robins(), 'Robin Example', 2), 'Kim Example', 3))).toEqual([]);
    expect(namesIn(paid(paid(robins(), 'Robin Example', 2), null, 3))).toEqual([]);
    expect(namesIn(paid(paid(robins(), 'Kim Stranger', 2), 'Kim Stranger', 3))).toEqual([]);
  });

  test('the unemployment benefit window lists the first unfamiliar person and those who share no name with them', () => {
    const three = paid(paid(paid(robins(), 'Robin Example', 2), 'Kim Stranger', 3), 'Lee Stranger', 4);
    expect(namesIn(three)).toEqual(['Robin Example', 'Kim Stranger']);
  });

  test('the unemployment benefit window does not list names known 20 days before their first benefit', () => {
    const credit = (day: string) => robins().credit('5.00').from('X').receivedBy('Kim Stranger').on(day);
    const both = (history: HistoryBuilder) => namesIn(paid(paid(history, 'Robin Example', 2), 'Kim Stranger', 3));
    expect(both(credit('2026-02-11'))).toEqual([]);
    expect(both(credit('2026-02-12'))).toHaveLength(2);
  });

  test('the unemployment benefit window lists people on an account without earlier names', () => {
    expect(namesIn(paid(paid(aHistory(), 'Robin Example', 2), 'Kim Stranger', 3))).toHaveLength(2);
  });

  test('the unemployment benefit window drops a name when its last benefit leaves the window', () => {
    const history = paid(paid(paid(robins(), 'Kim Stranger', 2), 'Robin Example', 3), 'Robin Example', 12);
    expect(namesIn(history)).toEqual([]);
    const twice = paid(paid(paid(robins(), 'Kim Stranger', 2), 'Kim Stranger', 5), 'Robin Example', 12);
    expect(namesIn(twice)).toEqual(['Kim Stranger', 'Robin Example']);
  });

  test('the unemployment benefit window updates its list when a name is added', () => {
    const [account] = paid(paid(robins(), 'Robin Example', 2), 'Kim Stranger', 3).build().accounts;
    if (account === undefined) throw new Error('there is an account');
    const window = new BenefitWindow(account, 10);
    const told = unemploymentBenefits(account).map((benefit) => {
      window.add(benefit);
      return window.unrelatedNames.length;
    });
    expect(told).toEqual([0, 2]);
  });
});
