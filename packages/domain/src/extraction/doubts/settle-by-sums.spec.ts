import type { Cell, ExtractedTable } from '../layout/extracted-table.ts';
import { settledBySums } from './settle-by-sums.ts';

const place = { page: 1, box: { x: 0, y: 0, width: 10, height: 10 } };
const sure = (text: string): Cell => ({ text, confidence: 0.95, place });
const open = (text: string, ...alternatives: string[]): Cell => ({
  text,
  confidence: 0,
  alternatives,
  place,
});

function amounts(cells: readonly Cell[], sum: string, ...alternatives: string[]) {
  const table: ExtractedTable = {
    header: ['Amount'],
    rows: cells.map((cell) => ({ cells: [cell], ...place })),
    totals: [{ column: 0, text: sum, alternatives, place }],
  };
  return settledBySums(table).rows.map((row) => [row.cells[0]?.text, row.cells[0]?.confidence]);
}

describe('an amount that readings leave open', () => {
  test('is the one of them that comes to the printed sum', () => {
    expect(amounts([sure('10.00'), open('20.00', '29.00')], '39.00')).toEqual([
      ['10.00', 0.95],
      ['29.00', 0.9],
    ]);
  });

  test('is settled with others that are open, when one choice alone comes to it', () => {
    expect(amounts([open('1.00', '7.00'), open('20.00', '29.00'), sure('')], '27.00')).toEqual([
      ['7.00', 0.9],
      ['20.00', 0.9],
      ['', 0.95],
    ]);
  });

  test('is settled with three others at most, and whatever is empty', () => {
    const four = ['1.00', '10.00', '100.00', '1000.00'].map((text) => open(text, text.replace('1', '2')));
    expect(amounts([...four, open('')], '2121.00').map(([text]) => text)).toEqual([
      '1.00',
      '20.00',
      '100.00',
      '2000.00',
      '',
    ]);
  });

  test('is settled beside one that is just sure enough', () => {
    const nearly = { ...sure('10.00'), confidence: 0.88 };
    expect(amounts([nearly, open('20.00', '29.00')], '39.00')).toEqual([
      ['10.00', 0.88],
      ['29.00', 0.9],
    ]);
  });

  test('is one choice where two readings differ by signs alone', () => {
    expect(amounts([sure('10.00'), open('20.00', '$20.00', '29.00')], '30.00')[1]).toEqual(['20.00', 0.9]);
    expect(amounts([sure('(10.00)'), open('(20.00)', '29.00')], '(30.00)')[1]).toEqual(['(20.00)', 0.9]);
  });

  test('leaves the other columns as they were', () => {
    const table: ExtractedTable = {
      header: ['Name', 'Amount'],
      rows: [{ cells: [sure('ANNA'), open('20.00', '29.00')], ...place }],
      totals: [{ column: 1, text: '29.00', place }],
    };
    expect(settledBySums(table).rows[0]?.cells).toEqual([
      sure('ANNA'),
      { text: '29.00', confidence: 0.9, place },
    ]);
  });

  test.each([
    ['no choice comes to the sum', [sure('10.00'), open('20.00', '29.00')], ['38.00']],
    ['two choices come to it', [open('1.00', '2.00'), open('2.00', '1.00')], ['3.00']],
    ['the sum itself was read in two ways', [sure('10.00'), open('20.00', '29.00')], ['39.00', '30.00']],
    ['another amount is none', [sure('1O.00'), open('20.00', '29.00')], ['29.00']],
    ['a text that is none would fill it', [sure('10.00'), open('ZO.00', '20.00')], ['10.00']],
    ['the sum is none', [open('20.00', '29.00')], ['2O.00']],
    ['the sum is below what is sure', [sure('30.00'), open('20.00', '29.00')], ['10.00']],
    ['very many are open', Array.from({ length: 5 }, () => open('1.00', '7.00')), ['5.00']],
  ])('stays open when %s', (_why, cells, [sum = '', ...alternatives]) => {
    expect(amounts(cells, sum, ...alternatives)).toEqual(
      cells.map(({ text, confidence }) => [text, confidence]),
    );
  });
});
