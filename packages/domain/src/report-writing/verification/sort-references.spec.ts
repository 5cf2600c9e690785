import { FactSheet } from '../fact-sheet.ts';
import { verifiedText } from '../testing/compose-report.ts';
import { FactIndex } from './fact-index.ts';

const sheet = new FactSheet();
const of = (label: string) => ({ label, source: 'test' });
sheet.money(of('Sum'), 500); // F1
sheet.money(of('Other sum'), 900); // F2
sheet.company(of('Company'), 'ACME PAYROLL'); // F3
sheet.day(of('Day'), '2026-08-03'); // F4
sheet.month(of('Month'), '2026-08'); // F5
sheet.word(of('Reason'), 'R10'); // F6
const ground = {
  facts: new FactIndex(sheet.list()),
  isKnownWord: null,
  aliases: new Map([['Member 1', 'F3']]),
};
const read = (text: string): string => verifiedText(text, ground);

describe('fact references', () => {
  test.each([
    ['behind a figure says which it is', 'It was $5 [F1].', 'It was {F1:$5}.'],
    ['in brackets does so too', 'It was $5 ([F1]).', 'It was {F1:$5}.'],
    ['behind the last of several is of that one', 'It was $9 and $5 [F1].', 'It was {?:$9} and {F1:$5}.'],
    ['behind another figure denies it', 'It was $5 [F2].', 'It was {?:$5}.'],
    ['that leads nowhere makes a figure doubtful', 'It was $5 [F99].', 'It was {?:$5}.'],
    ['of several may mean one that it is', 'It was $5 [F3, F1].', 'It was {F1:$5}.'],
    ['behind a day says which', 'On Aug 3 [F4] it was.', 'On {F4:Aug 3} it was.'],
    ['behind a month says which', 'In August [F5] it was.', 'In {F5:August} it was.'],
    ['behind a name says whose', 'ACME PAYROLL [F3] paid.', '{F3:ACME PAYROLL} paid.'],
    ['behind a code says which', 'As R10 [F6] it came.', 'As {F6:R10} it came.'],
  ])('a fact reference %s', (_, text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test.each([
    ['behind a figure of another kind', 'On Aug 3 [F1] it was.', 'On {F4:Aug 3} {F1:$5.00} it was.'],
    ['behind a month', 'In August [F3] paid.', 'In {F5:August} {F3:ACME PAYROLL} paid.'],
    ['behind other words', 'It was $5, so [F2].', 'It was {?:$5}, so {F2:$9.00}.'],
    ['behind half a bracket', 'It was R10 ([F1] in all).', 'It was R10 ({F1:$5.00} in all).'],
    ['before any figure', '[F1] it was.', '{F1:$5.00} it was.'],
    ['behind a code', 'As R10 [F1] came.', 'As R10 {F1:$5.00} came.'],
  ])('a fact reference %s is replaced by its fact', (_, text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test.each([
    ['Member 1 [F3] paid.', '{F3:ACME PAYROLL} paid.'],
    ['Member 1 ([F3]) paid.', '{F3:ACME PAYROLL} paid.'],
    ['Member 1 [F1].', '{F3:ACME PAYROLL} {F1:$5.00}.'],
    ['Member 1 paid [F3].', '{F3:ACME PAYROLL} paid {F3:ACME PAYROLL}.'],
    ['[F1] [F1] it was.', '{F1:$5.00} it was.'],
  ])('a fact reference that repeats the previous one appears once: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});
