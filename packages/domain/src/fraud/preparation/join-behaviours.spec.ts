import type { Behaviour } from '../behaviours.ts';
import { aHistory } from '../testing/a-history.ts';
import { behavioursOfHits } from './behaviours-of-hits.ts';
import { joinBehaviours } from './join-behaviours.ts';

interface Shown {
  strength: number;
  name: string;
}

/** One behaviour for each day, of so much strength. */
function behaviours(...days: [day: string, strength: number][]): Behaviour<Shown>[] {
  return days.flatMap(([day, strength]) => {
    const entries = aHistory().debit('10.00').on(day).build().accounts[0]?.entries ?? [];
    return behavioursOfHits(
      entries.map((entry) => ({ entry, detail: { strength, name: day } })),
      1,
    );
  });
}

function joined(...days: [string, number][]): string[] {
  return joinBehaviours(behaviours(...days), 30).map(
    ({ trigger, entries, amountCents, first, peak }) =>
      `${trigger.entry.day} ${entries.length} ${amountCents} ${first.name} ${peak.name}`,
  );
}

describe('joining behaviours', () => {
  test('those that begin within the cooling period of the first are one, in whatever order they come', () => {
    expect(joined(['2026-03-31', 1], ['2026-03-01', 1])).toEqual(['2026-03-01 2 2000 2026-03-01 2026-03-01']);
    expect(joined(['2026-03-01', 1], ['2026-04-01', 1])).toHaveLength(2);
    expect(joined(['2026-03-01', 1], ['2026-03-20', 1], ['2026-04-10', 1])).toHaveLength(2);
  });

  test('the strongest of them is the peak, the earliest of equals', () => {
    expect(joined(['2026-03-01', 1], ['2026-03-02', 5], ['2026-03-03', 5])).toEqual([
      '2026-03-01 3 3000 2026-03-01 2026-03-02',
    ]);
  });

  test('nothing joins to nothing', () => {
    expect(joined()).toEqual([]);
  });
});
