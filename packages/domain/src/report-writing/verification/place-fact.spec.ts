import { FactSheet } from '../fact-sheet.ts';
import { verifiedText } from '../testing/compose-report.ts';
import { FactIndex } from './fact-index.ts';

const sheet = new FactSheet();
const of = (label: string) => ({ label, source: 'test' });
sheet.money(of('Sum'), 123_456_789); // F1
sheet.money(of('Balance'), -98_765_432); // F2
sheet.count(of('Size'), 12); // F3
sheet.share(of('Part'), 0.1234); // F4
sheet.share(of('Change of the sum'), -0.031); // F5
sheet.share(of('Change of the size'), 0); // F6
sheet.day(of('First day'), '2026-07-22'); // F7
sheet.month(of('Month'), '2026-08'); // F8
sheet.company(of('Company'), 'ACME PAYROLL'); // F9
sheet.money(of('Change of the balance'), 500); // F10
const ground = { facts: new FactIndex(sheet.list()), isKnownWord: null };
const read = (text: string): string => verifiedText(text, ground);

describe('replaced references', () => {
  test.each([
    ['A [F4] % b', 'A {F4:12.3%} b'],
    ['A [F4]% b', 'A {F4:12.3%} b'],
    ['A [F4]-percent b', 'A {F4:12.3%} b'],
    ['A [F4] PER CENT b', 'A {F4:12.3%} b'],
    ['A [F1] US dollars b', 'A {F1:$1.23 million} b'],
    ['A [F1] dollar b', 'A {F1:$1.23 million} b'],
    ['A [F1] usd b', 'A {F1:$1.23 million} b'],
    ['A $[F1] b', 'A {F1:$1.23 million} b'],
    ['A [F4] and a % b', 'A {F4:12.3%} and a % b'],
    ['A [F1] and US dollars b', 'A {F1:$1.23 million} and US dollars b'],
  ])('a fact that replaces its reference includes its unit: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test.each(
    (
      'A [F3] dozen|A [F3] Million|A [F3]-thousand|A [F3]million|A [F3] %|A [F3] point|' +
      'A [F3]fold|A [F3]5|A [F3]x|A [F3].5|A [F3],5|A 1[F3]|A $[F3]|A %[F3]|A 1,[F3]|A 1.[F3]|' +
      '-[F3]|A -[F3]|A (-[F3])|A +[F3]|A half [F3]|A first half [F3]|A Twice [F3]|A double [F3]|' +
      '1[F7]|[F7]5|A negative [F3]|A MINUS [F3]'
    ).split('|'),
  )('a fact that replaces its reference is marked when the surrounding text changes the figure: %s', (text) => {
    expect(read(text)).toMatch(/\{\?:/);
    expect(read(text)).not.toMatch(/\{F/);
  });

  test.each([
    ['A [F3] pointed b', 'A {F3:12} pointed b'],
    ['A b-[F3]', 'A b-{F3:12}'],
    ['A half of [F3]', 'A {?:half} of {F3:12}'],
    ['x[F9]s', 'x{F9:ACME PAYROLL}s'],
    ['A [F3], 5', 'A {F3:12}, {?:5}'],
    ['A [F3].', 'A {F3:12}.'],
  ])('a fact that replaces its reference is unchanged by the surrounding text: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test('a reference can name several facts, all of which must exist', () => {
    expect(read('A [F1, F3] b')).toBe('A {F1:$1.23 million}, {F3:12} b');
    expect(read('A [F1, F99] b')).toMatch(/^A \{\?:[^}]*F99[^}]*\} b$/);
  });

  test('a fact that replaces its reference takes its sign from the words before it', () => {
    expect(read('A minus [F2] b')).toBe('A minus {F2:$987,654} b');
    expect(read('A minus, and [F1] b')).toBe('A minus, and {F1:$1.23 million} b');
    expect(read('It fell by [F5].')).toBe('It fell by {F5:3.1%}.');
    expect(read('It rose by [F5].')).toBe('It rose by {?:-3.1%}.');
    expect(read('It changed by [F5].')).toBe('It changed by {F5:-3.1%}.');
    expect(read('It fell by [F10].')).toBe('It fell by {?:$5.00}.');
    expect(read('It rose by [F10].')).toBe('It rose by {F10:$5.00}.');
  });

  test('a fact for a change of zero may follow a word for a rise or a fall', () => {
    expect(read('It fell by [F6].')).toBe('It fell by {F6:0.0%}.');
    expect(read('It rose by [F6].')).toBe('It rose by {F6:0.0%}.');
  });

  test('a fact for a day or month may follow a word for a rise or a fall', () => {
    expect(read('It fell on [F7] in [F8].')).toBe('It fell on {F7:Jul 22, 2026} in {F8:Aug 2026}.');
  });
});
