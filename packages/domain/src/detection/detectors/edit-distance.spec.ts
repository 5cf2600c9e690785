import * as fc from 'fast-check';
import { isWithinEdits } from './bec-look-alike.ts';

/** The textbook recursive definition. */
function distance(left: string, right: string): number {
  if (left === '' || right === '') return left.length + right.length;
  const replaced = distance(left.slice(1), right.slice(1)) + (left[0] === right[0] ? 0 : 1);
  return Math.min(replaced, distance(left.slice(1), right) + 1, distance(left, right.slice(1)) + 1);
}

test('the edit distance check matches the textbook definition', () => {
  const text = fc.string({ unit: fc.constantFrom('A', 'B', 'C'), maxLength: 6 });
  fc.assert(
    fc.property(text, text, fc.nat(3), (left, right, most) => {
      expect(isWithinEdits(left, right, most)).toBe(distance(left, right) <= most);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['DELTA GROCER', 'DELTA GROCERS', 1, true],
  ['DELTA GROCRES', 'DELTA GROCERS', 2, true],
  ['DELTA GROCRES', 'DELTA GROCERS', 1, false],
  ['DELTA GROCERS', 'DELTA GROCERS', 0, true],
])('the edit distance check decides whether %s and %s are within %i edits: %s', (left, right, most, isNear) => {
  expect(isWithinEdits(left, right, most)).toBe(isNear);
});
