import { type Holder, isOfAnother, type Stop, whoseAt } from './whose.ts';

/** Whose the figure "5" of a text may be; ACME and BETA are companies, LEE is a member. */
function whose(text: string): readonly Holder[] {
  const stops = [...text.matchAll(/ACME|BETA|LEE|5|7/g)].map(
    ({ index, 0: word }): Stop => ({
      start: index,
      end: index + word.length,
      said: { kind: 'unclear' },
      holders: /\d/.test(word) ? [] : [`${word === 'LEE' ? 'member' : 'company'} ${word.toLowerCase()}`],
    }),
  );
  return whoseAt(
    text,
    stops,
    stops.findIndex(({ start }) => text.charAt(start) === '5'),
  );
}

describe('whose a figure may be', () => {
  test.each<[string, Holder[]]>([
    ['ACME paid 5', ['company acme']],
    ['ACME paid 7 of 5', ['company acme']],
    ['BETA stayed. ACME paid 5', ['company acme']],
    ['BETA of ACME paid 5', ['company acme']],
    ['BETA led, ACME paid, in all 5', ['company acme', 'company beta']],
    ['BETA led AND then 5', ['company beta']],
    ['ACME led; then 5', []],
    ['ACME led! Then 5', []],
    ['ACME led\n5', []],
    ['5 from ACME', ['company acme']],
    ['5, and ACME', []],
    ['5. Then ACME', []],
    ['5 of 7 from ACME', []],
    ['LEE got 5 from ACME', ['member lee', 'company acme']],
    ['in all 5', []],
  ])('%j', (text, holders) => {
    expect(whose(text)).toEqual(holders);
  });

  test('is of another when others of its kind are named and its own is not', () => {
    expect(isOfAnother(['company beta'], ['company acme'])).toBe(true);
    expect(isOfAnother(['company beta', 'company acme'], ['company acme'])).toBe(false);
    expect(isOfAnother(['member lee'], ['company acme'])).toBe(false);
    expect(isOfAnother(['company beta'], ['company acme', 'company beta'])).toBe(false);
    expect(isOfAnother(['company beta', 'member lee'], ['company beta', 'member kim'])).toBe(true);
    expect(isOfAnother(['company beta'], [])).toBe(false);
    expect(isOfAnother([], ['company acme'])).toBe(false);
  });
});
