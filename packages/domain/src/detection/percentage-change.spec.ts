import { percentageChange } from './finding-evidence.ts';

test.each([
  [200, 100, '100.00'],
  [50, 100, '-50.00'],
  [100, 100, '0.00'],
  [1_000_000, 1, '999.99'],
  [10, 3, '233.33'],
  [10, 0, null],
  [10, null, null],
])('the change to %d from %j is %j percent [spec 9.8]', (observed, baseline, text) => {
  expect(percentageChange(observed, baseline)).toBe(text);
});
