import * as fc from 'fast-check';
import { splitName, splitNameByRules } from './member-names.ts';

const word = fc.oneof(
  fc.constantFrom('PAULA', 'M', 'Q.', 'SAMPLE', 'JR', 'Jr.', 'III', 'V', 'DE', 'LA', 'VAN', 'É', 'O’BRIEN', 'LI', ''),
  fc.string({ maxLength: 6 }),
);
const name = fc
  .tuple(fc.array(word, { maxLength: 5 }), fc.constantFrom(' ', '  ', ', ', ',', '\u00a0'))
  .map(([words, gap]) => words.join(gap).trim());

describe('plain names', () => {
  test('a plain name is split the same way as by the rules for all names', () => {
    fc.assert(
      fc.property(name, (full) => {
        expect(splitName(full)).toEqual(splitNameByRules(full));
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['PAULA SAMPLE', 'PAULA', null, 'SAMPLE'],
    ['PAULA M SAMPLE', 'PAULA', 'M', 'SAMPLE'],
    ['PAULA M. SAMPLE', 'PAULA', 'M', 'SAMPLE'],
    ['PAULA V JR', 'PAULA', null, 'V JR'],
    ['PAULA M LI', 'PAULA', 'M', 'LI'],
    ['SAMPLE, PAULA M', 'PAULA', 'M', 'SAMPLE'],
    ['SAMPLE', '', null, 'SAMPLE'],
  ])('the plain name %s is split into its parts', (full, firstName, middleInitial, lastName) => {
    expect(splitName(full)).toEqual({ firstName, middleInitial, lastName });
  });
});
