import type { CsvField } from '@clearwatch/contracts/csv/csv-fields';
import type { CsvDelimiter } from '@clearwatch/contracts/csv/csv-settings';
import { splitsAmount } from './splits-amount.ts';

function splits(
  cells: readonly string[],
  { field = 'amount', delimiter = ',' }: { field?: CsvField; delimiter?: CsvDelimiter } = {},
): boolean {
  return splitsAmount(cells, { columns: [{ column: 1, field }], delimiter });
}

describe('an amount that stands in two columns', () => {
  test.each([
    ['1', '200'],
    ['12', '345.00'],
    ['123', '456.7'],
    ['-1', '200.00'],
    ['+$ 1', '200.00'],
    ['(1', '200.00)'],
    ['1', '200.00-'],
    ['1', '200.00 CR'],
    ['1', '200.00dr'],
    [' 1 ', ' 200.00 '],
  ])('is told by what stands before and behind its comma: %j and %j', (before, behind) => {
    expect(splits(['x', before, behind])).toBe(true);
    expect(splits(['x', before, behind], { delimiter: ';' })).toBe(false);
    expect(splits(['x', before, behind], { field: 'batch' })).toBe(false);
    expect(splits(['x', before, behind], { field: 'creditAmount' })).toBe(true);
  });

  test.each([
    ['1200', '200.00'],
    ['1.00', '200.00'],
    ['', '200.00'],
    ['1', '1200.00'],
    ['1', '20'],
    ['1', '200.000'],
    ['1', '200.00 CRX'],
    ['1', 'PAYROLL'],
    ['1', ''],
  ])('is none of %j and %j', (before, behind) => {
    expect(splits(['x', before, behind])).toBe(false);
  });
});
