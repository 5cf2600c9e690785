import { addDays } from '@clearwatch/domain/calendar/day';
import type { Period } from '@clearwatch/domain/calendar/period';
import { seededRandom } from '../testing/analytics-test-context.ts';
import { symmetricDayDifference } from './refresh-members.ts';

const daysOf = ({ firstDay, lastDay }: Period): string[] => {
  const days: string[] = [];
  for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) days.push(day);
  return days;
};

describe('the days in only one of two periods', () => {
  it('equal periods have no differing days, and all days differ if there is no second period', () => {
    const june = { firstDay: '2026-06-01', lastDay: '2026-06-30' };
    expect(symmetricDayDifference(june, { ...june })).toEqual([]);
    expect(symmetricDayDifference(null, june)).toEqual([june]);
    expect(symmetricDayDifference(june, null)).toEqual([june]);
    expect(symmetricDayDifference(null, null)).toEqual([]);
  });

  it('a period that moves differs by the removed and the added days', () => {
    expect(
      symmetricDayDifference(
        { firstDay: '2025-06-02', lastDay: '2026-06-01' },
        { firstDay: '2025-06-04', lastDay: '2026-06-03' },
      ),
    ).toEqual([
      { firstDay: '2025-06-02', lastDay: '2025-06-03' },
      { firstDay: '2026-06-02', lastDay: '2026-06-03' },
    ]);
  });

  it('the days in only one of two periods are correct for any two periods', () => {
    const random = seededRandom(11);
    const anyPeriod = (): Period => {
      const firstDay = addDays('2026-01-01', random(40));
      return { firstDay, lastDay: addDays(firstDay, random(40)) };
    };
    for (let time = 0; time < 500; time += 1) {
      const [one, other] = [anyPeriod(), anyPeriod()];
      const [ones, others] = [daysOf(one), daysOf(other)];
      const inOne = [...ones, ...others].filter((day) => ones.includes(day) !== others.includes(day));
      expect(symmetricDayDifference(one, other).flatMap(daysOf).toSorted()).toEqual(inOne.toSorted());
    }
  });
});
