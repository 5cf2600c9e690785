import { pairsFrom } from '../compared-facts.ts';
import { FactSheet } from '../fact-sheet.ts';
import { reportScope } from '../testing/compose-report.ts';
import { aContributor, NO_CONTRIBUTIONS, NO_CONTRIBUTORS } from '../testing/report-fixtures.ts';
import { type Contributions, type Contributor, changeReasons } from './what-changed-section.ts';

/** Explains the change in credits from $1,000.00 to `cents`, given these companies and members. */
function why(cents: number, companies: Contributor[], members: Contributor[] = [], scope = reportScope()): string {
  const sheet = new FactSheet();
  const total = pairsFrom({ scope, sheet }, 'by hand').money('Credits', cents, 100_000);
  const contributions: Contributions = {
    ...NO_CONTRIBUTIONS,
    credits: {
      companies: { largest: companies, others: 0 },
      members: { largest: members, others: 0 },
      classes: NO_CONTRIBUTORS,
    },
  };
  return changeReasons('credits', { contributions, total }, { scope, sheet })
    .map(({ text }) => text)
    .join('');
}

describe('change explanation', () => {
  test('the explanation of a change names the contributors in order, then those in the opposite direction', () => {
    expect(
      why(200_000, [aContributor('A', 90_000, 0), aContributor('B', 60_000, 20_000), aContributor('C', 0, 30_000)]),
    ).toBe(
      'Credits rose by $1,000. Most of the change came from A, up $900 (5 credits on 3 days, none in the previous period); B, up $400 ' +
        '(5 credits on 3 days, compared with 5 on 3 days). In the opposite direction: C, down $300 (none in this period, 5 credits in the previous period).',
    );
  });

  test('the explanation of a change names no contributor when many companies changed slightly', () => {
    expect(why(200_000, [aContributor('A', 4_999, 0)])).toBe(
      'Credits rose by $1,000. No single company accounts for the change; many changed slightly.',
    );
    expect(why(200_000, [aContributor('A', 5_000, 0)])).toContain('The largest share came from A, up $50.00');
  });

  test('the explanation of a change uses "most of the change" only for more than half', () => {
    expect(why(200_000, [aContributor('A', 49_999, 0)])).toContain('The largest share came from A');
    expect(why(200_000, [aContributor('A', 50_000, 0)])).toContain('Most of the change came from A');
  });

  test('the explanation of a change is empty without a change or a previous period', () => {
    expect(why(100_000, [aContributor('A', 5_000, 0), aContributor('B', 0, 5_000)])).toBe('');
    expect(why(200_000, [aContributor('A', 90_000, 0)], [], reportScope({ firstDay: '2026-08-01' }))).toBe('');
  });

  test('the explanation of a change names a member with at least a quarter of the change, even for a decrease', () => {
    const member = (cents: number) => aContributor('Ana Sample', 0, cents, { accountNumber: '1000000001' });
    expect(why(0, [], [member(25_000)])).toContain('A single member, Ana Sample, received $250 less.');
    expect(why(0, [], [member(24_999)])).not.toContain('Ana Sample');
  });

  test.each([
    ['as much a day', 40_000, 21_000, true],
    ['much more a day', 40_000, 14_000, false],
  ])('the explanation of a change cites the calendar only for a payer with %s', (_, now, before, isCalendar) => {
    const mover = aContributor('SSA', now, before, {
      nowEntries: 40,
      beforeEntries: 20,
      nowDays: 4,
      beforeDays: 2,
    });
    expect(why(126_000, [mover]).includes('The calendar explains this: SSA paid on')).toBe(isCalendar);
  });

  const onDays = (nowDays: number, nowCents: number, beforeDays: number, beforeCents: number, beforeEntries = 20) =>
    why(100_000 + nowCents - beforeCents, [
      aContributor('SSA', nowCents, beforeCents, { nowEntries: 40, beforeEntries, nowDays, beforeDays }),
    ]);

  test('a change explanation cites the calendar for a payer with many payments on a different number of days', () => {
    expect(onDays(4, 40_000, 2, 20_100)).toContain('paid on more days, at $100 a day, compared with $101.');
    expect(onDays(3, 20_000, 5, 30_000)).toContain('paid on fewer days, at $66.67 a day, compared with $60.00.');
    expect(onDays(3, 30_000, 3, 29_000)).not.toContain('The calendar');
    expect(onDays(4, 40_000, 2, 20_100, 5)).toContain('The calendar');
    expect(onDays(4, 40_000, 2, 20_100, 4)).not.toContain('The calendar');
    expect(onDays(4, 30_000, 2, 20_100)).not.toContain('The calendar');
    expect(onDays(4, 40_000, 0, 0, 0)).not.toContain('The calendar');
    expect(onDays(0, 0, 2, 20_100)).not.toContain('The calendar');
  });

  test('the explanation of a change names at most three contributors and two in the opposite direction', () => {
    const pushing = ['A', 'B', 'C', 'D'].map((name) => aContributor(name, 60_000, 0));
    const pulling = ['X', 'Y', 'Z'].map((name) => aContributor(name, 0, 40_000));
    const explanation = why(200_000, [...pushing, ...pulling]);
    expect(explanation).toMatch(
      /came from A, [^;]*; B, [^;]*; C, [^;]*\. In the opposite direction: X, [^;]*; Y, [^;]*\.$/,
    );
  });

  test('the explanation of a change names opposite contributors with at least a quarter of the change', () => {
    expect(why(200_000, [aContributor('A', 90_000, 0), aContributor('X', 0, 25_000)])).toContain(
      'In the opposite direction: X',
    );
    expect(why(200_000, [aContributor('A', 90_000, 0), aContributor('X', 0, 24_999)])).not.toContain(
      'In the opposite direction',
    );
  });

  test('the explanation of a change uses the same words for the same facts', () => {
    const movers = [aContributor('A', 50_000, 0), aContributor('B', 50_000, 0)];
    expect(why(200_000, movers)).toBe(why(200_000, movers));
  });
});
