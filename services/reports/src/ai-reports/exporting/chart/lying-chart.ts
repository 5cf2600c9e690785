import type { ReportChart } from '@clearwatch/contracts/ai-reports';
import { formatChartValue } from '@clearwatch/domain/report-writing/format-fact';
import { TEXT_COLOR } from '@clearwatch/service-kit/pdf/pdf-layout';
import { fitting, lookOf, svgLine, svgRect, svgText, widthOf } from './svg-marks.ts';
import type { Drawing } from './upright-chart.ts';
import { valueAxis } from './value-axis.ts';

/** Points. */
const BAR = 9;
const GAP = 7;
const TOP = 4;
const AXIS = 16;
/** Of the width that names may take. */
const NAME_SHARE = 0.32;

/** Long names from top to bottom, values to the right, each written at the end of its bar. */
export function lyingChart(chart: ReportChart, width: number): Drawing {
  const { categories, series, unit } = chart;
  const axis = valueAxis(chart);
  const nameWidth = Math.min(width * NAME_SHARE, Math.max(0, ...categories.map((name) => widthOf(name))) + 6);
  const values = series.flatMap((one) => one.values.map((value) => formatChartValue(value, unit)));
  const valueWidth = Math.max(0, ...values.map((text) => widthOf(text))) + 4;
  const plotWidth = width - nameWidth - valueWidth;
  const xOf = (value: number) => nameWidth + plotWidth * axis.shareOf(value);
  const room = BAR * series.length + GAP;
  const bottom = TOP + room * categories.length;
  const grid = axis.ticks.flatMap(({ value, label }) => [
    svgLine({ x: xOf(value), y: TOP }, { x: xOf(value), y: bottom }, value === 0),
    svgText(label, { x: xOf(value), y: bottom + 10, anchor: 'middle' }),
  ]);
  const rows = categories.flatMap((name, index) => {
    const y = TOP + room * index + GAP / 2;
    const middle = y + (BAR * series.length) / 2 + 2.5;
    return [
      svgText(fitting(name, nameWidth - 6), {
        x: nameWidth - 5,
        y: middle,
        anchor: 'end',
        color: TEXT_COLOR,
      }),
      ...series.flatMap((one, number) => {
        const value = one.values[index] ?? 0;
        const [from, to] = [Math.min(xOf(0), xOf(value)), Math.max(xOf(0), xOf(value))];
        const top = y + BAR * number;
        return [
          svgRect({ x: from, y: top, width: to - from, height: BAR * 0.92 }, lookOf(number).color),
          svgText(formatChartValue(value, unit), { x: to + 3, y: top + BAR - 2 }),
        ];
      }),
    ];
  });
  return { marks: [...grid, ...rows].join(''), height: bottom + AXIS };
}
