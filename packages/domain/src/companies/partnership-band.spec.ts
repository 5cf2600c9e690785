import { partnershipBand } from './partnership-score.ts';

test.each([
  [100, 'green'],
  [80, 'green'],
  [79, 'blue'],
  [60, 'blue'],
  [59, 'yellow'],
  [40, 'yellow'],
  [39, 'gray'],
  [0, 'gray'],
] as const)('a partnership score of %d is %s', (score, band) => {
  expect(partnershipBand(score)).toBe(band);
});
