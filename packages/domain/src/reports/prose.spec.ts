import { FactSheet } from './fact-sheet.ts';
import { absolute, compact, counted, enumerated, prose, sentences, strong } from './prose.ts';

const SOURCE = 'counted by hand';
let sheet: FactSheet;
beforeEach(() => {
  sheet = new FactSheet();
});
const money = (cents: number) => sheet.money({ label: `${cents} cents`, source: SOURCE }, cents);
const textOf = (spans: { text: string }[]) => spans.map(({ text }) => text).join('');

describe('a sentence', () => {
  test('keeps each fact tied to its place', () => {
    const total = money(123_456);
    expect(prose`Credits came to ${total} in all.`).toEqual([
      { text: 'Credits came to ' },
      { text: '$1,234.56', fact: 'F1' },
      { text: ' in all.' },
    ]);
  });

  test('takes words that are put together already, and joins plain neighbours', () => {
    expect(prose`${'so'} ${prose`it is`}.`).toEqual([{ text: 'so it is.' }]);
  });

  test('says large amounts shortly, and the fact stays exact', () => {
    expect(prose`${compact(money(123_456_789))}`).toEqual([{ text: '$1.23 million', fact: 'F1' }]);
    expect(compact(money(1_234_567)).text).toBe('$12,346');
    expect(compact(money(-250_000_000_000)).text).toBe('-$2.50 billion');
    expect(compact(money(9_999)).text).toBe('$99.99');
  });

  test('counts one and many, and leaves the sign to its own words', () => {
    const count = (n: number) => sheet.count({ label: 'members', source: SOURCE }, n);
    expect(textOf(counted(count(1), 'member'))).toBe('1 member');
    expect(textOf(counted(count(1_200), 'entry', 'entries'))).toBe('1,200 entries');
    expect(absolute(count(-3)).text).toBe('3');
    expect(absolute(money(-300)).text).toBe('$3.00');
  });

  test('enumerates and follows others, without what is not said', () => {
    expect(textOf(enumerated(['A', 'B', 'C']))).toBe('A, B and C');
    expect(textOf(enumerated(['A', 'B']))).toBe('A and B');
    expect(textOf(sentences(prose`One.`, null, strong(prose`Two.`)))).toBe('One. Two.');
    expect(strong('x')).toEqual([{ text: 'x', strong: true }]);
  });
});
