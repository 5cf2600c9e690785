import { createHash } from 'node:crypto';
import { OccurrenceCounter } from './occurrence-counter.ts';

const identity = (name: string): string => {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
};

describe('occurrences of equal entries', () => {
  it('are counted for each entry by itself', () => {
    const counter = new OccurrenceCounter();
    expect(['a', 'b', 'a', 'c', 'a', 'b'].map((name) => counter.count(identity(name)))).toEqual([
      1, 1, 2, 1, 3, 2,
    ]);
  });

  it('are remembered however many entries come between them', () => {
    const counter = new OccurrenceCounter();
    const names = Array.from({ length: 200_000 }, (_, index) => identity(`entry ${index}`));
    expect(new Set(names.map((name) => counter.count(name)))).toEqual(new Set([1]));
    expect(new Set(names.map((name) => counter.count(name)))).toEqual(new Set([2]));
  });

  it('are counted for the identity of nothing but zeros as well', () => {
    const counter = new OccurrenceCounter();
    const zeros = '00000000-0000-0000-0000-000000000000';
    expect([counter.count(zeros), counter.count(zeros)]).toEqual([1, 2]);
  });
});
