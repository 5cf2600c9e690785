import { companyKey } from '../company-key.ts';
import { payingState } from './unemployment-benefits.ts';

test.each([
  ['OHIO ODJFS', 'OH'],
  ['ODJFS UI', 'OH'],
  ['STATE OF OHIO', 'OH'],
  ['Texas TWC', 'TX'],
  ['EDD UI BENEFITS', 'CA'],
  ['West Virginia UI', 'WV'],
  ['Virginia VEC', 'VA'],
  ['ARKANSAS DWS', 'AR'],
  ['UI BENEFITS IN', 'IN'],
  ['NV DETR', 'NV'],
])('%s is an agency of %s', (company, state) => {
  expect(payingState(companyKey(company))).toBe(state);
});

test('words that are codes as well count at the beginning and the end only', () => {
  expect(payingState('PAID OR HELD BENEFITS')).toBe('PAID OR HELD BENEFITS');
});

test('an agency that nothing names is a state by itself', () => {
  expect(payingState('BENEFIT PAYMENTS DIVISION')).toBe('BENEFIT PAYMENTS DIVISION');
});
