import { around, centreOf, middleOf } from './word.ts';

describe('boxes', () => {
  const [one, other] = [
    { x: 10, y: 20, width: 30, height: 8 },
    { x: 4, y: 25, width: 10, height: 40 },
  ];

  test('have their middle half way', () => {
    expect([centreOf(one), middleOf(one)]).toEqual([25, 24]);
  });

  test('are held by the one around them, which is none around nothing', () => {
    expect(around([one, other])).toEqual({ x: 4, y: 20, width: 36, height: 45 });
    expect(() => around([])).toThrow(RangeError);
  });
});
