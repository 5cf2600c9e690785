import { debtRatioBand } from './member-bands.ts';

test.each([
  [0, 'green'],
  [60, 'green'],
  [60.1, 'yellow'],
  [80, 'yellow'],
  [80.1, 'red'],
  [250, 'red'],
] as const)('a debt ratio of %d%% is %s', (ratio, band) => {
  expect(debtRatioBand(ratio)).toBe(band);
});
