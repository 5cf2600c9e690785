import { FactSheet } from '../fact-sheet.ts';
import { chartOf, list, section } from './sections.ts';

const sheet = new FactSheet();
const of = (label: string) => ({ label, source: 'by hand' });
const [sum, size, part, rate] = [
  sheet.money(of('Sum'), 500),
  sheet.count(of('Size'), 7),
  sheet.share(of('Part'), 0.25),
  sheet.number(of('Rate'), 2.5, 1),
];

describe('parts of a report', () => {
  test('have only what there is to say', () => {
    expect(list(null, [], [{ text: 'a' }])).toEqual({ kind: 'list', items: [[{ text: 'a' }]] });
    expect([list(), list(null, []), section('Title', null)]).toEqual([null, null, null]);
  });

  test('draw facts as they are, from two points on', () => {
    const chart = (categories: Parameters<typeof chartOf>[0]['categories'], values = [sum, size, part]) =>
      chartOf({ title: 'T', type: 'bar', unit: 'count', categories, series: [{ name: 'S', values }] });
    expect(chart(['one'])).toBeNull();
    expect(chart([sum, 'two'])).toMatchObject({
      chart: { categories: ['$5.00', 'two'], series: [{ name: 'S', values: [500, 7, 0.25] }] },
    });
    expect(() => chart(['one', 'two'], [rate])).toThrow(TypeError);
  });
});
