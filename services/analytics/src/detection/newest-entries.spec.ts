import type { Entry } from '@clearwatch/domain/detection/detection-entry';
import { aHistory } from '@clearwatch/domain/detection/testing/history-builder';
import { NewestEntries } from './member-entries.reader.ts';

/** Entries on the given days in March 2026; 0 stands for an undated entry. */
const entriesOn = (...days: number[]): Entry[] => {
  const history = aHistory();
  for (const day of days) {
    history.debit('5.00').on(`2026-03-${String(Math.max(1, day)).padStart(2, '0')}`);
    if (day === 0) history.withoutDate();
  }
  return history.entries();
};
const retained = (most: number, entries: readonly Entry[]): number[] => {
  const newest = new NewestEntries(most);
  for (const entry of entries) newest.push(entry);
  return newest.all().map(({ day }) => Number(day?.slice(-2) ?? 0));
};

describe('newest entries', () => {
  it('all entries of a member are read up to the limit, in their original order', () => {
    expect(retained(4, entriesOn(3, 1, 0, 2))).toEqual([3, 1, 0, 2]);
  });

  it('only entries on the newest whole days are read for a member who exceeds the limit', () => {
    expect(retained(4, entriesOn(1, 2, 2, 3, 3, 4))).toEqual([3, 3, 4]);
    expect(retained(5, entriesOn(1, 2, 2, 3, 3, 4))).toEqual([2, 2, 3, 3, 4]);
  });

  it('the entries read for a member are the same for any input order and any number of cuts', () => {
    const days = Array.from({ length: 100 }, (_, index) => 1 + ((index * 37) % 28));
    const sorted = days.toSorted((left, right) => left - right);
    const expected = retained(20, entriesOn(...sorted));
    expect(retained(20, entriesOn(...days)).toSorted((left, right) => left - right)).toEqual(expected);
    expect(retained(20, entriesOn(...sorted.toReversed())).toReversed()).toEqual(expected);
    expect(expected.length).toBeGreaterThan(15);
    expect(expected.length).toBeLessThanOrEqual(20);
  });

  it('only part of a member’s entries on a single day are read when the day exceeds the limit', () => {
    expect(retained(4, entriesOn(5, 5, 5, 5, 5, 5, 1))).toEqual([5, 5, 5, 5]);
    expect(retained(4, entriesOn(0, 0, 0, 0, 0, 0, 1))).toEqual([0, 0, 0, 0]);
  });
});
