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
])('%s is recognized as an agency of %s', (company, state) => {
  expect(payingState(companyKey(company))).toBe(state);
});

test('a word that is also a state code counts only at the beginning or end of an agency’s name', () => {
  expect(payingState('PAID OR HELD BENEFITS')).toBe('PAID OR HELD BENEFITS');
});

test('an agency of an unknown state counts as a separate state', () => {
  expect(payingState('BENEFIT PAYMENTS DIVISION')).toBe('BENEFIT PAYMENTS DIVISION');
});
