import { companyStem } from './company-key.ts';

test.each([
  ['KESTREL PAY 22', 'KESTREL PAY'],
  ['KESTREL PAY', 'KESTREL PAY'],
  ['KESTREL', 'KESTREL'],
  ['CITY OF RIVERTON WATER', 'CITY RIVERTON'],
  ['THE HOME SHOP', 'HOME SHOP'],
  ['OF THE', 'OF THE'],
])('a company key %s is reduced to the stem %s', (key, stem) => {
  expect(companyStem(key)).toBe(stem);
});
