import { FactSheet } from './fact-sheet.ts';
import { chartOf, listBlock, section, table } from './report-blocks.ts';

const columns = [
  { label: 'Company', align: 'left' },
  { label: 'Credits', align: 'right' },
] as const;

describe('report tables', () => {
  test('a report table binds its figures to facts and marks empty cells', () => {
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

  test('a report table rejects a row with the wrong number of cells', () => {
    expect(() => table('Companies', columns, [['ACME', null], ['BETA']])).toThrow('Companies: every row needs 2 cells');
  });
});

const sheet = new FactSheet();
const of = (label: string) => ({ label, source: 'by hand' });
const [sum, size, part, rate] = [
  sheet.money(of('Sum'), 500),
  sheet.count(of('Size'), 7),
  sheet.share(of('Part'), 0.25),
  sheet.number(of('Rate'), 2.5, 1),
];

describe('report blocks', () => {
  test('empty blocks are omitted from a report', () => {
    expect(listBlock(null, [], [{ text: 'a' }])).toEqual({ kind: 'list', items: [[{ text: 'a' }]] });
    expect([listBlock(), listBlock(null, []), section('Title', null)]).toEqual([null, null, null]);
  });

  test('a report chart shows unrounded facts and needs at least two points', () => {
    const chart = (categories: Parameters<typeof chartOf>[0]['categories'], values = [sum, size, part]) =>
      chartOf({ title: 'T', type: 'bar', unit: 'count', categories, series: [{ name: 'S', values }] });
    expect(chart(['one'])).toBeNull();
    expect(chart([sum, 'two'])).toMatchObject({
      chart: { categories: ['$5.00', 'two'], series: [{ name: 'S', values: [500, 7, 0.25] }] },
    });
    expect(() => chart(['one', 'two'], [rate])).toThrow(TypeError);
  });
});
