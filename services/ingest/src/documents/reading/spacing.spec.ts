import { type LetterGap, spacingOf } from './spacing.ts';

const gaps = (count: number, size: number, isBlank = false): LetterGap[] =>
  Array.from({ length: count }, () => ({ size, isBlank }));

describe('how far letters and words stand apart', () => {
  test('lies between what the page has of both, with a stretch where it may be either', () => {
    const spacing = spacingOf([...gaps(100, 0.2), ...gaps(20, 0.4, true)]);
    expect(spacing?.together).toBeCloseTo(0.27);
    expect(spacing?.apart).toBeCloseTo(0.33);
  });

  test('is not moved by the few that the reader has taken for the other', () => {
    const usual = spacingOf([...gaps(100, 0.2), ...gaps(20, 0.4, true)]);
    expect(
      spacingOf([...gaps(100, 0.2), gaps(1, 0.5), ...gaps(20, 0.4, true), gaps(1, 0.1, true)].flat()),
    ).toEqual(usual);
  });

  test('is a wide stretch where the print is too loose to tell', () => {
    const spacing = spacingOf([...gaps(100, 0.35), ...gaps(20, 0.4, true)]);
    expect(spacing?.together).toBeCloseTo(0.18);
    expect(spacing?.apart).toBeCloseTo(0.32);
  });

  test.each([
    ['nothing', []],
    ['a line without blanks', gaps(100, 0.2)],
    ['a title', [...gaps(40, 0.2), ...gaps(5, 0.4, true)]],
  ])('cannot be told of %s', (_what, few) => {
    expect(spacingOf(few)).toBeNull();
  });
});
