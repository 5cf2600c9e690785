import { splitName } from './member-names.ts';

test.each([
  ['Robin Example', 'Robin', null, 'Example'],
  ['Robin Q. Example', 'Robin', 'Q', 'Example'],
  ['Robin Quinn Example', 'Robin Quinn', null, 'Example'],
  ['EXAMPLE, ROBIN Q', 'ROBIN', 'Q', 'EXAMPLE'],
  ['Robin Example, Jr', 'Robin', null, 'Example Jr'],
  ['Robin Example III', 'Robin', null, 'Example III'],
  ['Maria de la Cruz', 'Maria', null, 'de la Cruz'],
  ['Robin Quinn van Example Jr.', 'Robin Quinn', null, 'van Example Jr.'],
  ['Example', '', null, 'Example'],
  ['  Robin   Example ', 'Robin', null, 'Example'],
  ['', '', null, ''],
])('the name %j is split into its parts', (fullName, firstName, middleInitial, lastName) => {
  expect(splitName(fullName)).toEqual({ firstName, middleInitial, lastName });
});
