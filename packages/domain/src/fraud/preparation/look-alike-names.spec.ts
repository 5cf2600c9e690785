import * as fc from 'fast-check';
import { isWithinEdits } from './edit-distance.ts';
import { LookAlikeNames } from './look-alike-names.ts';

function among(...names: string[]): LookAlikeNames {
  const known = new LookAlikeNames();
  for (const name of names) known.add(name);
  return known;
}

describe('look-alike names', () => {
  test.each([
    ['a letter left out', 'DELTA GROCER'],
    ['a letter doubled', 'DELTTA GROCERS'],
    ['two letters swapped', 'DELTA GROCRES'],
    ['one letter changed at the beginning and one in the middle', 'XELTA GXOCERS'],
    ['one letter changed in the middle and one at the end', 'DELTA GXOCERX'],
    ['other last words', 'DELTA GROCERS PAYMENTS'],
  ])('%s is mistaken for the company', (_, name) => {
    expect(among('HARBOR FREIGHT', 'DELTA GROCERS').resembling(name)).toEqual(['DELTA GROCERS']);
  });

  test.each([
    ['the company itself', 'DELTA GROCERS'],
    ['three letters', 'DELTO GRUCURS'],
    ['one word in common', 'DELTA AIRLINES'],
    ['a branch with a number', 'DELTA GROCERS 0012'],
    ['nothing', ''],
  ])('%s is not', (_, name) => {
    expect(among('DELTA GROCERS').resembling(name)).toEqual([]);
  });

  test('short names allow one edit for four letters', () => {
    expect(among('OPAL').resembling('OPALS')).toEqual(['OPAL']);
    expect(among('OPAL').resembling('OPEN')).toEqual([]);
    expect(among('IRS').resembling('IRA')).toEqual([]);
  });

  test('cities and banks are not all alike', () => {
    expect(among('CITY OF RIVERTON', 'BANK OF AMERICA').resembling('CITY OF LAKEVIEW')).toEqual([]);
    expect(among('BANK OF AMERICA').resembling('BANK OF THE WEST')).toEqual([]);
  });

  test('numbers alone tell branches apart, not impostors', () => {
    expect(among('STORE HARBOR 0012').resembling('STORE HARBOR 0013')).toEqual([]);
  });

  test('no name within two edits is overlooked', () => {
    const name = fc.string({ unit: fc.constantFrom('A', 'B', 'C'), minLength: 8, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(name, { maxLength: 12 }), name, (names, asked) => {
        const near = names.filter((other) => other !== asked && isWithinEdits(other, asked, 2));
        expect(new Set(among(...names).resembling(asked))).toEqual(new Set(near));
      }),
      { numRuns: 300 },
    );
  });
});
