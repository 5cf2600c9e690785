import { addDays } from '../../calendar/day.ts';
import type { Finding } from '../frame.ts';
import { aContext } from '../testing/a-context.ts';
import { aHistory } from '../testing/a-history.ts';
import { kitingPattern } from './kiting-pattern.ts';

interface Round {
  out?: string;
  after?: number;
  from?: string;
  to?: string;
  described?: string;
}

/** $2,000 in every four days, and what goes out of it. */
function rounds(...list: readonly Round[]): Finding[] {
  const history = aHistory().ordinaryLifeUntil('2026-03-31');
  list.forEach(({ out = '1950.00', after = 1, from, to, described = 'PAYMENT' }, at) => {
    const day = addDays('2026-03-02', 4 * at);
    history
      .credit('2000.00')
      .from(from ?? 'NORTHSTAR BANK')
      .described(described)
      .on(day);
    history
      .debit(out)
      .from(to ?? 'NORTHSTAR BANK')
      .described('PAYMENT')
      .on(addDays(day, after));
  });
  return kitingPattern.detect(history.build(), aContext());
}

const three = (round: Round): Finding[] => rounds(round, round, round);

describe('the legs of a float', () => {
  test.each<[string, Round]>([
    ['comes from no bank', { from: 'BLUE HARBOR' }],
    ['goes to no bank', { to: 'LAKESIDE MARINA' }],
    ['is pay', { described: 'PAYROLL' }],
    ['pays a card of the bank', { to: 'NORTHSTAR BANK CARD' }],
  ])('money that %s is none', (_, round) => {
    expect(three({})).toHaveLength(1);
    expect(three(round)).toEqual([]);
  });

  test('the farthest pair and the slowest are among the figures, the totals among the facts', () => {
    const [finding] = rounds({ out: '1990.00' }, { out: '1900.00', after: 3 }, { out: '1980.00', after: 2 });
    expect(finding?.evidence.figures.slice(1, 3)).toMatchObject([{ value: '5.0' }, { value: '3' }]);
    expect(finding?.evidence.facts[2]).toMatchObject({ value: '2.2', unit: 'percent' });
    const [more] = three({ out: '2100.00' });
    expect(more?.evidence.facts[2]?.value).toBe('5.0');
  });

  test('twelve pairs are told of many', () => {
    const [finding] = rounds(...Array.from({ length: 8 }, () => ({})));
    expect(finding?.evidence.facts.at(-1)?.label).toBe('Pair 8');
    const many = aHistory().ordinaryLifeUntil('2026-03-31');
    for (let at = 0; at < 14; at += 1) {
      many.credit('2000.00').from('NORTHSTAR BANK').on(addDays('2026-03-02', at));
      many.debit('1990.00').from('NORTHSTAR BANK').on(addDays('2026-03-02', at));
    }
    const [crowded] = kitingPattern.detect(many.build(), aContext());
    expect(crowded?.evidence.facts.at(-1)?.label).toBe('Pair 12');
  });
});
