import { FactSheet } from './fact-sheet.ts';
import { compactMoney, joinWithAnd, prose, sentences, strong, withNoun, withoutSign } from './report-sentences.ts';

const SOURCE = 'counted by hand';
let sheet: FactSheet;
beforeEach(() => {
  sheet = new FactSheet();
});
const money = (cents: number) => sheet.money({ label: `${cents} cents`, source: SOURCE }, cents);
const textOf = (spans: { text: string }[]) => spans.map(({ text }) => text).join('');

describe('report prose', () => {
  test('a report sentence binds each fact to its place', () => {
    const total = money(123_456);
    expect(prose`Credits came to ${total} in all.`).toEqual([
      { text: 'Credits came to ' },
      { text: '$1,234.56', fact: 'F1' },
      { text: ' in all.' },
    ]);
  });

  test('a report sentence accepts composed spans and joins plain text', () => {
    expect(prose`${'so'} ${prose`it is`}.`).toEqual([{ text: 'so it is.' }]);
  });

  test('a report sentence shortens large amounts but keeps the facts exact', () => {
    expect(prose`${compactMoney(money(123_456_789))}`).toEqual([{ text: '$1.23 million', fact: 'F1' }]);
    expect(compactMoney(money(1_234_567)).text).toBe('$12,346');
    expect(compactMoney(money(-250_000_000_000)).text).toBe('-$2.50 billion');
    expect(compactMoney(money(9_999)).text).toBe('$99.99');
    expect(compactMoney(money(10_000)).text).toBe('$100');
    expect(compactMoney(money(0)).text).toBe('$0.00');
    expect(compactMoney(money(100_000_000)).text).toBe('$1.00 million');
    expect(compactMoney(money(99_999_900)).text).toBe('$999,999');
    expect(compactMoney(money(100_000_000_000)).text).toBe('$1.00 billion');
    expect(compactMoney(money(99_990_000_000)).text).toBe('$999.90 million');
    expect(compactMoney(money(-12_345)).text).toBe('-$123');
  });

  test('a report sentence uses singular or plural nouns and can omit the sign', () => {
    const count = (n: number) => sheet.count({ label: 'members', source: SOURCE }, n);
    expect(textOf(withNoun(count(1), 'member'))).toBe('1 member');
    expect(textOf(withNoun(count(1_200), 'entry', 'entries'))).toBe('1,200 entries');
    expect(withoutSign(count(-3)).text).toBe('3');
    expect(withoutSign(money(-300)).text).toBe('$3.00');
    expect(withoutSign(sheet.share({ label: 'part', source: SOURCE }, -0.25)).text).toBe('25.0%');
    expect(withoutSign(sheet.day({ label: 'day', source: SOURCE }, '2026-08-03')).text).toBe('Aug 3, 2026');
    expect(textOf(withNoun(money(1), 'cent'))).toBe('$0.01 cents');
  });

  test('report sentences join lists and sentences and skip empty parts', () => {
    expect(textOf(joinWithAnd(['A', 'B', 'C']))).toBe('A, B and C');
    expect(textOf(joinWithAnd(['A', 'B']))).toBe('A and B');
    expect(textOf(sentences(prose`One.`, null, strong(prose`Two.`)))).toBe('One. Two.');
    expect(strong('x')).toEqual([{ text: 'x', strong: true }]);
    expect(sentences([], prose`One.`, [])).toEqual([{ text: 'One.' }]);
    expect(prose`a${strong('b')}${[{ text: 'c', unbound: true as const }]}d`).toEqual([
      { text: 'a' },
      { text: 'b', strong: true },
      { text: 'c', unbound: true },
      { text: 'd' },
    ]);
  });
});
