import { companyKey } from '../company-key.ts';
import { stateOf } from './unemployment-state.ts';

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
  expect(stateOf(companyKey(company))).toBe(state);
});

test('words that are codes as well count at the beginning and the end only', () => {
  expect(stateOf('PAID OR HELD BENEFITS')).toBe('PAID OR HELD BENEFITS');
});

test('an agency that nothing names is a state by itself', () => {
  expect(stateOf('BENEFIT PAYMENTS DIVISION')).toBe('BENEFIT PAYMENTS DIVISION');
});
