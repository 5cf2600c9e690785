import { aHistory } from '../testing/a-history.ts';
import { PassingDays } from './passed-on.ts';

type Run = NonNullable<ReturnType<PassingDays['largest']>>;

/** Money that came in (positive) and went out (negative), in dollars, by the day of March. */
function passing(...moves: [day: number, dollars: number][]): PassingDays {
  const history = aHistory();
  for (const [day, dollars] of moves) {
    const amount = Math.abs(dollars).toFixed(2);
    (dollars > 0 ? history.credit(amount) : history.debit(amount)).on(
      `2026-03-${String(day).padStart(2, '0')}`,
    );
  }
  const days = new PassingDays({ inDays: 7, outDays: 5 });
  history.build().accounts[0]?.entries.forEach((prepared, index) => {
    days.add(prepared, index);
  });
  return days;
}

const NOTHING_ASKED = { inCents: 0, outCents: 0 };

function largest(days: PassingDays, fits: (run: Readonly<Run>) => boolean = () => true): string | null {
  const run = days.largest(NOTHING_ASKED, fits);
  if (run === null) return null;
  const { from, firstDay, lastDay, credits, largestCents, inCents, outCents } = run;
  const cents = [largestCents, inCents, outCents].map((each) => each / 100).join(' ');
  return `entry ${from}, ${lastDay - firstDay + 1} days, ${credits} credits: ${cents}`;
}

describe('money that passes through', () => {
  test('is the largest sum of days with money in, and what went out from its first day on', () => {
    const days = passing([2, -50], [3, 1000], [4, -10], [5, 2000], [6, -2500]);
    expect(largest(days)).toBe('entry 1, 3 days, 2 credits: 2000 3000 2510');
  });

  test('is the largest that fits, though a larger one does not', () => {
    const days = passing([3, 1000], [5, 2000], [6, 500], [7, -400]);
    expect(largest(days, ({ credits }) => credits === 1)).toBe('entry 1, 1 days, 1 credits: 2000 2000 400');
    expect(largest(days, () => false)).toBeNull();
  });

  test('begins as late as it can where sums are equal', () => {
    const days = passing([3, 1000], [4, -5], [5, 1000], [6, -20]);
    expect(largest(days, ({ credits }) => credits === 1)).toBe('entry 2, 1 days, 1 credits: 1000 1000 20');
  });

  test('came in within seven days, and at most five days before', () => {
    expect(largest(passing([2, 1000], [8, 1000]))).toBe('entry 0, 7 days, 2 credits: 1000 2000 0');
    expect(largest(passing([2, 1000], [9, 1500]))).toBe('entry 1, 1 days, 1 credits: 1500 1500 0');
    expect(largest(passing([2, 1000], [7, -900]))).toBe('entry 0, 1 days, 1 credits: 1000 1000 900');
    expect(largest(passing([2, 1000], [8, -900]))).toBeNull();
  });

  test('is of the days that are kept: what lies before them neither counts nor helps', () => {
    const days = passing([2, 900], [2, -900], [14, 100], [14, -30]);
    expect(largest(days)).toBe('entry 2, 1 days, 1 credits: 100 100 30');
    const asked = (inCents: number, outCents: number) =>
      days.largest({ inCents, outCents }, () => true) !== null;
    expect([asked(10_000, 3_000), asked(10_001, 3_000), asked(10_000, 3_001)]).toEqual([true, false, false]);
  });
});
