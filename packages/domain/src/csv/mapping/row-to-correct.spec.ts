import { rowToCorrect } from './row-to-correct.ts';

const TABLE = { delimiter: ';', columnCount: 3 } as const;

it('gives back the cells of a row that fits its table, without what guarded them against spreadsheets', () => {
  expect(rowToCorrect('1;"SAMPLE; PAULA ""P""";\'-12.00', TABLE)).toEqual([
    '1',
    'SAMPLE; PAULA "P"',
    '-12.00',
  ]);
  expect(rowToCorrect('1;"two\nlines";x', TABLE)).toEqual(['1', 'two\nlines', 'x']);
});

it.each(['1;2', '1;2;3;4', '1;"2;3', '1;"2"x;3', '1;2;3\n4;5;6', ''])('keeps %j whole', (source) => {
  expect(rowToCorrect(source, TABLE)).toEqual([source]);
});
