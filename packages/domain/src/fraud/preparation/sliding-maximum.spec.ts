import * as fc from 'fast-check';
import { addDays, epochDay } from '../../calendar/day.ts';
import { formatCents } from '../../money/cents.ts';
import { aHistory } from '../testing/a-history.ts';
import { SlidingMaximum } from './sliding-maximum.ts';

const BEGIN = '2026-01-01';
const first = epochDay(BEGIN);

/** Debits of one account, each so many days after the first day. */
function debits(...given: { cents: number; day: number }[]) {
  const history = aHistory();
  for (const { cents, day } of given) history.debit(formatCents(cents)).on(addDays(BEGIN, day));
  return history.build().accounts[0]?.entries ?? [];
}

describe('the largest entry between two days', () => {
  test('counts both days, and is the latest of equals', () => {
    const maximum = new SlidingMaximum(
      debits({ cents: 700, day: 0 }, { cents: 500, day: 3 }, { cents: 500, day: 5 }, { cents: 900, day: 9 }),
    );
    expect(maximum.between(first, first + 3)?.entry.amountCents).toBe(700);
    expect(maximum.between(first + 1, first + 8)?.entry.day).toBe('2026-01-06');
    expect(maximum.between(first + 9, first + 9)?.entry.amountCents).toBe(900);
    expect(maximum.between(first + 10, first + 20)).toBeNull();
  });

  test('is what looking at all of them would find, however the days move on', () => {
    const entry = fc.record({ cents: fc.integer({ min: 1, max: 9 }), day: fc.nat(30) });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 30 }), fc.nat(8), (given, width) => {
        const entries = debits(...given);
        const maximum = new SlidingMaximum(entries);
        for (let day = first; day < first + 32; day += 1) {
          const inside = entries.filter(
            (each) => each.entry.epochDay >= day - width && each.entry.epochDay <= day,
          );
          const largest = Math.max(...inside.map((each) => each.entry.amountCents), 0);
          expect(maximum.between(day - width, day)?.entry.amountCents ?? 0).toBe(largest);
        }
      }),
    );
  });
});
