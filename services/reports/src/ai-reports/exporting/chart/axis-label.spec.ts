import { axisLabel } from './axis-label.ts';

it.each([
  [125_000_000, 'money', { largest: 500_000_000, step: 125_000_000 }, '$1.25M'],
  [-1_200_000, 'money', { largest: 2_400_000, step: 1_200_000 }, '-$12K'],
  [12_345, 'money', { largest: 20_000, step: 5 }, '$123.45'],
  [0, 'money', { largest: 500_000_000, step: 125_000_000 }, '$0'],
  [150_000_000_000_000, 'money', { largest: 300_000_000_000_000, step: 150_000_000_000_000 }, '$1.5T'],
  [9_000, 'count', { largest: 9_000, step: 3_000 }, '9,000'],
  [15_000, 'count', { largest: 15_000, step: 5_000 }, '15K'],
  [0.045, 'share', { largest: 0.09, step: 0.005 }, '4.5%'],
  [0.5, 'share', { largest: 1, step: 0.25 }, '50%'],
] as const)('%d as %s is labelled shortly', (value, unit, axis, label) => {
  expect(axisLabel(value, unit, axis)).toBe(label);
});
