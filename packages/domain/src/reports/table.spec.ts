import { FactSheet } from './fact-sheet.ts';
import { table } from './table.ts';

const columns = [
  { label: 'Company', align: 'left' },
  { label: 'Credits', align: 'right' },
] as const;

describe('a table of a report', () => {
  test('ties its figures to their facts, and says where there is nothing to say', () => {
    const sum = new FactSheet().money({ label: 'Sum', source: 'by hand' }, 500);
    expect(
      table('Companies', columns, [
        ['ACME', sum],
        ['BETA', null],
      ]),
    ).toEqual({
      kind: 'table',
      caption: 'Companies',
      columns,
      rows: [
        [{ text: 'ACME' }, { text: '$5.00', fact: 'F1' }],
        [{ text: 'BETA' }, { text: '–' }],
      ],
    });
  });

  test('refuses a row with another number of cells', () => {
    expect(() => table('Companies', columns, [['ACME', null], ['BETA']])).toThrow(
      'Companies: every row needs 2 cells',
    );
  });
});
