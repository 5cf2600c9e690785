import type { ReportChart } from '@clearwatch/contracts/ai-reports';
import { axisLabel, chartSvg, niceTicks } from './report-chart-svg.ts';

it.each([
  [125_000_000, 'money', { largest: 500_000_000, step: 125_000_000 }, '$1.25M'],
  [-1_200_000, 'money', { largest: 2_400_000, step: 1_200_000 }, '-$12K'],
  [12_345, 'money', { largest: 20_000, step: 5 }, '$123.45'],
  [0, 'money', { largest: 500_000_000, step: 125_000_000 }, '$0'],
  [150_000_000_000_000, 'money', { largest: 300_000_000_000_000, step: 150_000_000_000_000 }, '$1.5T'],
  [9_000, 'count', { largest: 9_000, step: 3_000 }, '9,000'],
  [15_000, 'count', { largest: 15_000, step: 5_000 }, '15K'],
  [0.045, 'share', { largest: 0.09, step: 0.005 }, '4.5%'],
  [0.5, 'share', { largest: 1, step: 0.25 }, '50%'],
] as const)('%d as %s is labelled shortly', (value, unit, axis, label) => {
  expect(axisLabel(value, unit, axis)).toBe(label);
});

const aChart = (more: Partial<ReportChart> = {}): ReportChart => ({
  title: 'Flow',
  type: 'line',
  categories: ['Jul', 'Aug'],
  series: [{ name: 'Credits', values: [100_000, 250_000] }],
  unit: 'money',
  ...more,
});
const textsOf = (svg: string | null) =>
  [...(svg ?? '').matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => text);
const numbersOf = (svg: string | null) =>
  [...(svg ?? '').matchAll(/="(-?[\d.]+)"/g)].map(([, text]) => Number(text));

describe('a chart on paper', () => {
  it('names its categories, its values, and its series when there are several', () => {
    expect(textsOf(chartSvg(aChart(), 500))).toEqual(['$0', '$1,000', '$2,000', '$3,000', 'Jul', 'Aug']);
    const two = aChart({ series: [...aChart().series, { name: 'Debits', values: [1, 2] }] });
    expect(textsOf(chartSvg(two, 500)).slice(0, 2)).toEqual(['Credits', 'Debits']);
  });

  it('lets bars of long names lie, with the value at the end of each', () => {
    const svg = chartSvg(
      aChart({
        type: 'bar',
        categories: ['A COMPANY WITH A NAME', 'B'],
        unit: 'count',
        series: [{ name: 'n', values: [3, 1] }],
      }),
      500,
    );
    expect(textsOf(svg)).toEqual(['0', '1', '2', '3', 'A COMPANY WITH A NAME', '3', 'B', '1']);
  });

  it('takes nothing in a name for a mark', () => {
    const svg = chartSvg(
      aChart({ categories: ['</text><image href="file:///etc/passwd"/>', '\u0000&"'] }),
      500,
    );
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
  ])('can be drawn when it is %s, and stays within its paper', (_what, more) => {
    const numbers = numbersOf(chartSvg(aChart(more), 500));
    expect(numbers.every((number) => Number.isFinite(number) && number >= -1 && number <= 501)).toBe(true);
  });

  it('is left out when there is nothing to draw', () => {
    expect(chartSvg(aChart({ categories: [] }), 500)).toBeNull();
    expect(chartSvg(aChart({ series: [] }), 500)).toBeNull();
  });
});

describe('the ticks of an axis', () => {
  it.each([
    [
      [0, 97],
      [0, 20, 40, 60, 80, 100],
    ],
    [[123_456_789], [0, 25_000_000, 50_000_000, 75_000_000, 100_000_000, 125_000_000]],
    [
      [-30, 45],
      [-40, -20, 0, 20, 40, 60],
    ],
    [[-7], [-8, -6, -4, -2, 0]],
    [[0.004], [0, 0.001, 0.002, 0.003, 0.004]],
    [
      [0, 0],
      [0, 1],
    ],
    [[], [0, 1]],
  ])('of %j are %j', (values, ticks) => {
    const found = niceTicks(values, { about: 5 });
    expect(found).toHaveLength(ticks.length);
    for (const [index, tick] of ticks.entries()) expect(found[index]).toBeCloseTo(tick, 9);
  });

  it('never fall between two things that are counted', () => {
    expect(niceTicks([2], { about: 5, least: 1 })).toEqual([0, 1, 2]);
  });

  it('are few at any magnitude, and hold every value', () => {
    for (let power = -6; power <= 15; power += 1)
      for (const digit of [1, 1.01, 3.3, 9.99]) {
        const value = digit * 10 ** power;
        const ticks = niceTicks([value], { about: 5 });
        expect(ticks.length).toBeLessThanOrEqual(7);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(value * (1 - 1e-9));
      }
  });
});
