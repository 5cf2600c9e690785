import { decimalsToShowAbove, formatPercentAbove } from './company-return-rates.ts';

test.each([
  [1.8, '1.8%'],
  [75, '75.0%'],
  [0.551, '0.6%'],
  [0.51, '0.51%'],
  [0.504, '0.504%'],
  [0.50006, '0.5001%'],
  [0.50001, '0.5%'],
])('a rate of %d percent above a limit of 0.5 is shown as %s', (percent, text) => {
  expect(formatPercentAbove(percent, 0.5)).toBe(text);
});

test.each([
  [0.504, 3],
  [0.51, 2],
  [3.2, 2],
  [0.5, 2],
  [0.3, 2],
])('a rate of %d percent is shown with %d decimals, at least two, next to a limit of 0.5', (percent, decimals) => {
  expect(decimalsToShowAbove({ percent, limitPercent: 0.5, least: 2 })).toBe(decimals);
});
