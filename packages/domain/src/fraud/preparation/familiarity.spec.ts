import { Familiarity } from './familiarity.ts';

/** What an account makes of a company that it meets on these days, on the last of them. */
function metOn(...days: number[]): Familiarity {
  const familiarity = new Familiarity(days[0] ?? 0);
  for (const day of days) familiarity.meet(day);
  return familiarity;
}

describe('how well an account knows a company', () => {
  test('it is new for ten days after the first', () => {
    expect(metOn(100).isFirstTime).toBe(true);
    expect(metOn(100, 110).isFirstTime).toBe(true);
    expect(metOn(100, 111).isFirstTime).toBe(false);
  });

  test('three entries on days before that span forty days make it established', () => {
    expect(metOn(100, 120, 140, 141).isEstablished).toBe(true);
    expect(metOn(100, 120, 139, 141).isEstablished).toBe(false);
    expect(metOn(100, 140, 141).isEstablished).toBe(false);
    expect(metOn(100, 100, 140, 141).isEstablished).toBe(true);
  });

  test('entries of the same day say nothing of each other', () => {
    expect(metOn(100, 120, 140, 140).isEstablished).toBe(false);
    expect(metOn(100, 120, 140, 140, 140, 141).isEstablished).toBe(true);
    expect(metOn(100, 101, 140, 140).isEstablished).toBe(false);
  });
});
