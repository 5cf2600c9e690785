import { returnGroupOf } from './company-return-rates.ts';

test.each([
  ['R05', 'unauthorized'],
  ['R07', 'unauthorized'],
  ['R10', 'unauthorized'],
  ['R11', 'unauthorized'],
  ['R29', 'unauthorized'],
  ['R51', 'unauthorized'],
  ['R02', 'administrative'],
  ['R03', 'administrative'],
  ['R04', 'administrative'],
  ['R01', 'other'],
  ['R08', 'other'],
  ['R09', 'other'],
  [null, 'other'],
])('a debit returned with %s counts as %s', (code, group) => {
  expect(returnGroupOf(code)).toBe(group);
});
