import { companyKey } from './company-key.ts';

test.each([
  ['Netflix.com', 'NETFLIX'],
  ['NETFLIX, INC.', 'NETFLIX'],
  ['  City   Water Co ', 'CITY WATER'],
  ['Café Zürich LLC', 'CAFE ZURICH'],
  ['COMCAST CABLE', 'COMCAST CABLE'],
  ['The Company Inc', 'THE'],
  ['LLC', 'LLC'],
  ['***', '***'],
])('a company name %j is converted to the company key %s', (company, key) => {
  expect(companyKey(company)).toBe(key);
});
