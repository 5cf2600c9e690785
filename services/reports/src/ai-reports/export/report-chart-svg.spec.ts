import type { ReportChart } from '@clearwatch/contracts/ai-reports';
import { axisLabel, chartSvg } from './report-chart-svg.ts';

it.each([
  [125_000_000, 'money', '$1.25M'],
  [-1_200_000, 'money', '-$12K'],
  [12_345, 'money', '$123.45'],
  [0, 'money', '$0'],
  [150_000_000_000_000, 'money', '$1.5T'],
  [9_000, 'count', '9,000'],
  [15_000, 'count', '15K'],
  [0.045, 'share', '4.5%'],
  [0.5, 'share', '50%'],
] as const)('an axis label of a chart shows %d as %s', (value, unit, label) => {
  expect(axisLabel(value, unit)).toBe(label);
});

const aChart = (more: Partial<ReportChart> = {}): ReportChart => ({
  title: 'Flow',
  type: 'line',
  categories: ['Jul', 'Aug'],
  series: [{ name: 'Credits', values: [100_000, 250_000] }],
  unit: 'money',
  ...more,
});
const textsOf = (svg: string | null) => [...(svg ?? '').matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => text);
/** Coordinates of text, lines and bars. */
const numbersOf = (svg: string | null) =>
  [...(svg ?? '').matchAll(/(?:translate\(|[ML])(\S+) ([^)"\sA-Za-z]+)/g)].flatMap(([, x, y]) => [
    Number(x),
    Number(y),
  ]);

describe('PDF charts', () => {
  it('a chart in a PDF labels categories and values, and also series when there are several', () => {
    expect(textsOf(chartSvg(aChart(), 500))).toEqual([
      '$0',
      '$500',
      '$1,000',
      '$1,500',
      '$2,000',
      '$2,500',
      'Jul',
      'Aug',
    ]);
    const two = aChart({ series: [...aChart().series, { name: 'Debits', values: [1, 2] }] });
    expect(textsOf(chartSvg(two, 500))).toEqual(expect.arrayContaining(['Credits', 'Debits']));
  });

  it('a chart in a PDF draws bars with long names horizontally, with their values at the end', () => {
    const svg = chartSvg(
      aChart({
        type: 'bar',
        categories: ['A COMPANY WITH A NAME', 'B'],
        unit: 'count',
        series: [{ name: 'n', values: [3, 1] }],
      }),
      500,
    );
    expect(textsOf(svg)).toEqual(['A COMPANY WITH A NAME', 'B', '0', '1', '2', '3', '3', '1']);
  });

  it('a chart in a PDF escapes markup in names', () => {
    const svg = chartSvg(aChart({ categories: ['</text><image href="file:///etc/passwd"/>', '\u0000&"'] }), 500);
    expect(svg).not.toContain('<image');
    expect(svg).not.toContain('\u0000');
    expect(svg).toContain('&lt;/text&gt;');
  });

  it.each([
    ['all zero', { series: [{ name: 's', values: [0, 0] }] }],
    ['negative', { series: [{ name: 's', values: [-5, -7] }] }],
    ['huge', { series: [{ name: 's', values: [9e14, 1] }] }],
    ['one point', { categories: ['x'], series: [{ name: 's', values: [5] }] }],
    [
      'years of days',
      {
        categories: Array.from({ length: 730 }, (_, day) => `Day ${day}`),
        series: [{ name: 's', values: Array.from({ length: 730 }, (_, day) => day) }],
      },
    ],
    [
      'too few values',
      {
        type: 'bar' as const,
        categories: ['a name that is long', 'b'],
        series: [{ name: 's', values: [1] }],
      },
    ],
  ])('a chart in a PDF stays within its area with these values: %s', (_what, more) => {
    const numbers = numbersOf(chartSvg(aChart(more), 500));
    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers.every((number) => Number.isFinite(number) && number >= -1 && number <= 501)).toBe(true);
  });

  it('a chart without categories or series is not drawn', () => {
    expect(chartSvg(aChart({ categories: [] }), 500)).toBeNull();
    expect(chartSvg(aChart({ series: [] }), 500)).toBeNull();
  });
});

describe('axis ticks', () => {
  it('the axis ticks of a chart of counts are whole numbers', () => {
    const svg = chartSvg(aChart({ unit: 'count', series: [{ name: 'n', values: [2, 1] }] }), 500);
    expect(textsOf(svg)).toEqual(['0', '1', '2', 'Jul', 'Aug']);
  });
});
