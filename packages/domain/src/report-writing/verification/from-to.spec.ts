import { FactSheet } from '../fact-sheet.ts';
import { FactIndex } from './fact-index.ts';
import { verifyText } from './verify-report.ts';

const sheet = new FactSheet();
const of = (label: string) => ({ label, source: 'test' });
sheet.money(of('Small'), 500); // F1
sheet.money(of('Large'), 900); // F2
sheet.count(of('Small'), 5); // F3
sheet.count(of('Large'), 9); // F4
sheet.share(of('Small'), 0.05); // F5
sheet.share(of('Large'), 0.09); // F6
sheet.number(of('Small'), 5.5, 1); // F7
sheet.number(of('Large'), 9.5, 1); // F8
sheet.money(of('As small'), 500); // F9
sheet.day(of('Day'), '2026-08-03'); // F10
const ground = { facts: new FactIndex(sheet.list()), isKnownWord: null };
/** Number of marked figures in a text. */
const marked = (text: string) => verifyText([{ text }], ground).unbound.length;

describe('changes between facts', () => {
  test.each([
    [1, 2],
    [3, 4],
    [5, 6],
    [7, 8],
  ])(
    'a change from one fact to another is marked when its stated direction contradicts [F%i] and [F%i]',
    (small, large) => {
      expect(marked(`It rose from [F${small}] to [F${large}].`)).toBe(0);
      expect(marked(`It rose from [F${large}] to [F${small}].`)).toBe(2);
      expect(marked(`It fell from [F${large}] to [F${small}].`)).toBe(0);
      expect(marked(`It fell FROM [F${small}]  TO [F${large}].`)).toBe(2);
    },
  );

  test('a rise or fall between two equal facts is marked', () => {
    expect([marked('It rose from [F1] to [F9].'), marked('It fell from [F1] to [F9].')]).toEqual([2, 2]);
  });

  test('a change is not checked without a direction, with words in between, or for facts of different kinds', () => {
    expect(marked('It went from [F2] to [F1].')).toBe(0);
    expect(marked('It rose by [F2] to [F1].')).toBeLessThan(2);
    expect(marked('It rose from [F2] up to [F1].')).toBe(0);
    expect(marked('It rose from [F2] (to [F1]).')).toBe(0);
    expect(marked('It rose from [F2] to over [F1].')).toBe(0);
    expect(marked('It rose away from: [F2] to [F1].')).toBe(0);
    expect(marked('It rose from [F2] to [F3].')).toBe(0);
    expect(marked('It rose from [F10] to [F1].')).toBe(0);
    expect(marked('It rose from [F1, F2] to [F1].')).toBe(0);
  });
});
