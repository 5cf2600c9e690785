import * as fc from 'fast-check';
import { MAX_EXAMPLES, type SampleCandidate, StratifiedSample, samplingHash } from './backtest-tally.ts';

function sampleOf(items: readonly SampleCandidate[]): SampleCandidate[] {
  const sample = new StratifiedSample<SampleCandidate>();
  for (const item of items) sample.add(item);
  return sample.chosen();
}

const drawn = (activityType: string, number: number): SampleCandidate => ({
  activityType,
  lot: samplingHash(`${activityType} ${number}`),
});

describe('even sample', () => {
  test('the backtest sample includes every rule even when one rule has many findings', () => {
    const loud = Array.from({ length: 10_000 }, (_, number) => drawn('structuring', number));
    const quiet = [drawn('large_credit', 1), drawn('weekend_only', 1), drawn('weekend_only', 2)];
    const sample = sampleOf([...loud, ...quiet]);
    expect(sample).toHaveLength(MAX_EXAMPLES);
    expect(sample).toEqual(expect.arrayContaining(quiet));
  });

  test('the backtest sample draws from all findings for a rule', () => {
    const items = Array.from({ length: 10_000 }, (_, number) => ({
      ...drawn('structuring', number),
      number,
    }));
    const sample = new StratifiedSample<(typeof items)[number]>();
    for (const item of items) sample.add(item);
    const thirds = [0, 1, 2].map(
      (third) => sample.chosen().filter(({ number }) => Math.floor((3 * number) / 10_000) === third).length,
    );
    for (const number of thirds) expect(number).toBeGreaterThan(8);
  });

  test('the backtest sample is the same whether it is drawn at once or combined from parts in any order', () => {
    const items = fc.uniqueArray(fc.record({ activityType: fc.constantFrom('a', 'b', 'c'), lot: fc.nat(100_000) }), {
      selector: ({ lot }) => lot,
      minLength: 1,
      maxLength: 400,
    });
    fc.assert(
      fc.property(items, fc.integer({ min: 1, max: 5 }), (all, parts) => {
        const shards = Array.from({ length: parts }, (_, part) =>
          sampleOf(all.filter((_item, at) => at % parts === part)),
        );
        expect(sampleOf(shards.flat())).toEqual(sampleOf(all.toReversed()));
      }),
    );
  });
});

test('the hashes that choose the backtest sample are evenly distributed and stable', () => {
  // Different processes sample parts of a backtest, and later versions must choose the same examples.
  expect(['', 'structuring 4711 1', 'large_credit 12 3'].map(samplingHash)).toEqual([
    3_338_908_027_751_811, 45_900_248_158_333, 2_431_452_321_959_869,
  ]);
  const lots = Array.from({ length: 4000 }, (_, number) => samplingHash(`structuring 4711 ${number}`));
  expect(new Set(lots).size).toBe(4000);
  const halves = lots.filter((lot) => lot < 2 ** 52).length;
  expect(halves).toBeGreaterThan(1850);
  expect(halves).toBeLessThan(2150);
  expect(lots.every((lot) => Number.isSafeInteger(lot) && lot >= 0)).toBe(true);
});
