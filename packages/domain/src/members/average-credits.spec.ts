import { averageCredits } from './average-credits.ts';

describe('average credits', () => {
  test('are the mean of all members in whole dollars [spec 9.20]', () => {
    expect(averageCredits({ creditCents: 1_000_050, members: 2 })).toBe(5000);
    expect(averageCredits({ creditCents: 1_000_100, members: 2 })).toBe(5001);
    expect(averageCredits({ creditCents: 1_000_000, members: 1 })).toBe(10_000);
  });

  test('are zero while there are no members', () => {
    expect(averageCredits({ creditCents: 0, members: 0 })).toBe(0);
  });
});
