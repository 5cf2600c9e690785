import * as fc from 'fast-check';
import { columnNames } from './column-names.ts';

it('are those of the header, and the number of the column where it says nothing', () => {
  expect(columnNames([' Account\n No. ', '', 'Amount'], 4)).toEqual([
    'Account No.',
    'Column 2',
    'Amount',
    'Column 4',
  ]);
  expect(columnNames(null, 2)).toEqual(['Column 1', 'Column 2']);
  expect(columnNames(['x'.repeat(60), 'y'.repeat(61)], 2)).toEqual(['x'.repeat(60), 'y'.repeat(60)]);
  expect(columnNames(['Column 2', ''], 2)).toEqual(['Column 2', 'Column 2 (2)']);
});

it('tell equal ones apart, whatever they are', () => {
  expect(columnNames(['Amount', 'Amount', 'Amount'], 3)).toEqual([
    'Amount',
    'Amount Column 2',
    'Amount Column 3',
  ]);
  const name = fc.constantFrom(
    'Amount',
    '',
    'Column 1',
    'Column 2',
    'Column 3',
    '__proto__',
    'Amount Column 2',
  );
  fc.assert(
    fc.property(fc.array(name, { maxLength: 6 }), (header) => {
      const names = columnNames(header, 6);
      expect(new Set(names).size).toBe(6);
      expect(names).not.toContain('__proto__');
    }),
  );
});
