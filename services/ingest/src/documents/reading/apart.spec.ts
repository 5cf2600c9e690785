import { blanksIn, inkDistance } from './apart.ts';
import { inkOn } from './testing/ink-on.ts';

describe('white within a word', () => {
  const word = inkOn(
    { x: 10, y: 10, width: 5, height: 10 },
    { x: 17, y: 10, width: 5, height: 10 },
    { x: 30, y: 10, width: 5, height: 10 },
  );
  const box = { x0: 8, y0: 8, x1: 36, y1: 22 };

  test('is found between its letters', () => {
    expect(blanksIn(word, box)).toEqual([16, 26]);
  });

  test('is as wide as the ink on both sides is apart', () => {
    expect(inkDistance(word, 26, box)).toBe(8);
  });

  test('is wider than its column where a foot stands under a bar', () => {
    // An A without its slope: a foot at the bottom right. A T: a bar at the top left.
    const kerned = inkOn({ x: 10, y: 18, width: 10, height: 2 }, { x: 24, y: 8, width: 10, height: 2 });
    const at = { x0: 8, y0: 8, x1: 36, y1: 20 };
    expect(blanksIn(kerned, at)).toEqual([22]);
    expect(inkDistance(kerned, 22, at)).toBeGreaterThan(8);
  });

  test('that has ink on one side alone has no width', () => {
    expect(inkDistance(word, 300, { ...box, x1: 400 })).toBe(Number.POSITIVE_INFINITY);
  });
});
