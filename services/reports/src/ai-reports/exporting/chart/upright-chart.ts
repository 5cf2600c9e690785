import type { ReportChart } from '@clearwatch/contracts/ai-reports';
import { at, fitting, lookOf, svgLine, svgRect, svgText, widthOf } from './svg-marks.ts';
import { valueAxis } from './value-axis.ts';

/** Points. */
const PLOT = { top: 8, bottom: 22, right: 8, height: 130 } as const;
const LABEL_GAP = 10;
/** Of the room of a category that its bars take. */
const BAR_SHARE = 0.72;
const WIDEST_BARS = 60;
/** More points than that are seen as a line, not as dots. */
const MOST_DOTS = 16;

export interface Drawing {
  marks: string;
  height: number;
}

/** Categories from left to right, values upwards: lines, or bars beside each other. */
export function uprightChart(chart: ReportChart, width: number): Drawing {
  const axis = valueAxis(chart);
  const left = Math.max(...axis.ticks.map(({ label }) => widthOf(label))) + 6;
  const plotWidth = width - left - PLOT.right;
  const yOf = (value: number) => PLOT.top + PLOT.height * (1 - axis.shareOf(value));
  const room = plotWidth / Math.max(1, chart.categories.length);
  const xOf = (index: number) => left + room * (index + 0.5);
  const grid = axis.ticks.map(({ value, label }) =>
    [
      svgLine({ x: left, y: yOf(value) }, { x: left + plotWidth, y: yOf(value) }, value === 0),
      svgText(label, { x: left - 4, y: yOf(value) + 2.5, anchor: 'end' }),
    ].join(''),
  );
  const marks = chart.type === 'line' ? lines(chart, { xOf, yOf }) : bars(chart, { xOf, yOf, room });
  const names = categoryNames(chart.categories, { room, xOf, y: PLOT.top + PLOT.height + 12 });
  return { marks: [...grid, ...marks, ...names].join(''), height: PLOT.top + PLOT.height + PLOT.bottom };
}

interface Places {
  xOf: (index: number) => number;
  yOf: (value: number) => number;
}

function lines({ series, categories }: ReportChart, { xOf, yOf }: Places): string[] {
  return series.flatMap(({ values }, number) => {
    const { color, dash } = lookOf(number);
    const points = values.map((value, index) => `${at(xOf(index))},${at(yOf(value))}`);
    const dots =
      categories.length > MOST_DOTS ? [] : values.map((value, index) => dot(xOf(index), yOf(value), color));
    return [
      `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="1.4"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}/>`,
      ...dots,
    ];
  });
}

function dot(x: number, y: number, color: string): string {
  return `<circle cx="${at(x)}" cy="${at(y)}" r="1.6" fill="${color}"/>`;
}

function bars({ series }: ReportChart, { xOf, yOf, room }: Places & { room: number }): string[] {
  const all = Math.min(WIDEST_BARS, room * BAR_SHARE);
  const width = all / Math.max(1, series.length);
  return series.flatMap(({ values }, number) =>
    values.map((value, index) => {
      const x = xOf(index) - all / 2 + width * number;
      const [top, bottom] = [Math.min(yOf(value), yOf(0)), Math.max(yOf(value), yOf(0))];
      return svgRect({ x, y: top, width: width * 0.94, height: bottom - top }, lookOf(number).color);
    }),
  );
}

/** As many names as stand beside each other without touching, the last one among them. */
function categoryNames(
  categories: readonly string[],
  { room, xOf, y }: { room: number; xOf: (index: number) => number; y: number },
): string[] {
  const widest = Math.max(0, ...categories.map((name) => widthOf(name)));
  const every = Math.max(1, Math.ceil((widest + LABEL_GAP) / room));
  const last = categories.length - 1;
  return categories.flatMap((name, index) =>
    (last - index) % every === 0
      ? [svgText(fitting(name, room * every - 2), { x: xOf(index), y, anchor: 'middle' })]
      : [],
  );
}
