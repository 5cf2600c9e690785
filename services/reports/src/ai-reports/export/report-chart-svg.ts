import type { ChartUnit, ReportChart } from '@clearwatch/contracts/ai-reports';
import { formatChartValue } from '@clearwatch/domain/report-writing/format-fact';
import { MUTED, RULE_COLOR, TEXT_COLOR } from '@clearwatch/service-kit/pdf/pdf-layout';

const SIZES = [
  { from: 1e12, by: 1e12, letter: 'T' },
  { from: 1e9, by: 1e9, letter: 'B' },
  { from: 1e6, by: 1e6, letter: 'M' },
  { from: 1e4, by: 1e3, letter: 'K' },
] as const;

/**
 * A value beside an axis, short: "$1.25M", "-$12K", "4.5%". All labels of an axis have as many digits as its step needs.
 *
 * @param value of a chart: money in cents
 * @param axis the largest value on the axis, and the distance of its ticks
 */
export function axisLabel(value: number, unit: ChartUnit, axis: { largest: number; step: number }): string {
  if (unit === 'share') return `${plain(value * 100, digitsOf(axis.step * 100))}%`;
  const scale = unit === 'money' ? 100 : 1;
  const size = SIZES.find(({ from }) => axis.largest / scale >= from) ?? { by: 1, letter: '' };
  const digits = digitsOf(axis.step / scale / size.by);
  const text = `${plain(Math.abs(value) / scale / size.by, digits)}${value === 0 ? '' : size.letter}`;
  return `${value < 0 ? '-' : ''}${unit === 'money' ? '$' : ''}${text}`;
}

/** Decimals without which two neighbours would read the same; never more than three. */
function digitsOf(step: number): number {
  for (let digits = 0; digits < 3; digits += 1) {
    const shifted = step * 10 ** digits;
    if (Math.abs(shifted - Math.round(shifted)) < 1e-6 * shifted) return digits;
  }
  return 3;
}

function plain(value: number, digits: number): string {
  return new Intl.NumberFormat('en-US', {
    minimumFractionDigits: value === 0 ? 0 : digits,
    maximumFractionDigits: digits,
  }).format(value);
}

/** Of the letters of the report's type, on average; a name of capitals is wider and is cut a little late. */
const LETTER_WIDTH = 0.55;

/** Distinct in black and white as well: by dash as lines, by shade as bars. */
export const SERIES_STYLES = [
  { color: '#0f766e', dash: '' },
  { color: '#d97706', dash: '5 2.5' },
  { color: '#334155', dash: '1.5 2' },
  { color: '#a78bfa', dash: '7 2 1.5 2' },
  { color: '#94a3b8', dash: '3 1.5' },
] as const;

export const FONT_SIZE = 7.5;

function seriesStyle(series: number): (typeof SERIES_STYLES)[number] {
  return SERIES_STYLES[series % SERIES_STYLES.length] ?? SERIES_STYLES[0];
}

/** Names come from files: nothing of them is taken for a mark. */
export function escapeSvg(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** As much of a text as is so wide, in points. */
function truncateToWidth(text: string, width: number, fontSize = FONT_SIZE): string {
  const letters = Math.max(1, Math.floor(width / (fontSize * LETTER_WIDTH)));
  return text.length <= letters
    ? text
    : `${text
        .slice(0, letters - 1)
        .toWellFormed()
        .trimEnd()}…`;
}

function textWidth(text: string, fontSize = FONT_SIZE): number {
  return text.length * fontSize * LETTER_WIDTH;
}

function svgText(
  text: string,
  place: { x: number; y: number; anchor?: 'start' | 'middle' | 'end'; color?: string },
): string {
  const { x, y, anchor = 'start', color = MUTED } = place;
  return `<text x="${svgNumber(x)}" y="${svgNumber(y)}" font-family="Roboto" font-size="${FONT_SIZE}" fill="${color}" text-anchor="${anchor}">${escapeSvg(text)}</text>`;
}

function svgLine(from: { x: number; y: number }, to: { x: number; y: number }, isZero = false): string {
  return `<line x1="${svgNumber(from.x)}" y1="${svgNumber(from.y)}" x2="${svgNumber(to.x)}" y2="${svgNumber(to.y)}" stroke="${isZero ? TEXT_COLOR : RULE_COLOR}" stroke-width="${isZero ? 0.7 : 0.5}"/>`;
}

function svgRect(box: { x: number; y: number; width: number; height: number }, color: string): string {
  return `<rect x="${svgNumber(box.x)}" y="${svgNumber(box.y)}" width="${svgNumber(box.width)}" height="${svgNumber(box.height)}" fill="${color}"/>`;
}

/** A hundredth of a point is finer than any printer. */
function svgNumber(points: number): string {
  return String(Math.round(points * 100) / 100);
}

/** Multiples of ten that a reader counts in. */
const STEPS = [1, 2, 2.5, 5, 10];

/**
 * Round values that span all given ones and zero, evenly spaced, smallest first; at least two.
 *
 * @param options.least smallest step that means something: 1 for counts, a cent for money
 */
export function niceTicks(values: readonly number[], options: { about: number; least?: number }): number[] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const span = high - low;
  const least = options.least ?? 0;
  if (span === 0) return [0, Math.max(1, least)];
  const step = Math.max(least, niceStep(span / options.about));
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return (STEPS.find((step) => step * power >= rough * (1 - 1e-9)) ?? 10) * power;
}

const TICK_COUNT = 4;

export interface ValueAxis {
  ticks: { value: number; label: string }[];
  /** From 0 at the lowest tick to 1 at the highest. */
  shareOf(value: number): number;
}

function valueAxis({ series, unit }: ReportChart): ValueAxis {
  const values = series.flatMap((one) => one.values);
  const ticks = niceTicks(values, { about: TICK_COUNT, least: unit === 'share' ? 0 : 1 });
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const step = (ticks[1] ?? 1) - low;
  const largest = Math.max(Math.abs(low), Math.abs(high));
  return {
    ticks: ticks.map((value) => ({ value, label: axisLabel(value, unit, { largest, step }) })),
    shareOf: (value) => (value - low) / (high - low),
  };
}

/** Points. */
const PLOT = { top: 8, bottom: 22, right: 8, height: 130 } as const;
const LABEL_GAP = 10;
/** Of the room of a category that its bars take. */
const BAR_SHARE = 0.72;
const MAX_BARS_WIDTH = 60;
/** More points than that are seen as a line, not as dots. */
const MAX_DOTS = 16;

interface Drawing {
  marks: string;
  height: number;
}

/** Categories from left to right, values upwards: lines, or bars beside each other. */
function verticalChart(chart: ReportChart, width: number): Drawing {
  const axis = valueAxis(chart);
  const left = Math.max(...axis.ticks.map(({ label }) => textWidth(label))) + 6;
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

interface PlotScale {
  xOf: (index: number) => number;
  yOf: (value: number) => number;
}

function lines({ series, categories }: ReportChart, { xOf, yOf }: PlotScale): string[] {
  return series.flatMap(({ values }, number) => {
    const { color, dash } = seriesStyle(number);
    const points = values.map((value, index) => `${svgNumber(xOf(index))},${svgNumber(yOf(value))}`);
    const dots =
      categories.length > MAX_DOTS ? [] : values.map((value, index) => dot(xOf(index), yOf(value), color));
    return [
      `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="1.4"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}/>`,
      ...dots,
    ];
  });
}

function dot(x: number, y: number, color: string): string {
  return `<circle cx="${svgNumber(x)}" cy="${svgNumber(y)}" r="1.6" fill="${color}"/>`;
}

function bars({ series }: ReportChart, { xOf, yOf, room }: PlotScale & { room: number }): string[] {
  const all = Math.min(MAX_BARS_WIDTH, room * BAR_SHARE);
  const width = all / Math.max(1, series.length);
  return series.flatMap(({ values }, number) =>
    values.map((value, index) => {
      const x = xOf(index) - all / 2 + width * number;
      const [top, bottom] = [Math.min(yOf(value), yOf(0)), Math.max(yOf(value), yOf(0))];
      return svgRect({ x, y: top, width: width * 0.94, height: bottom - top }, seriesStyle(number).color);
    }),
  );
}

/** As many names as stand beside each other without touching, the last one among them. */
function categoryNames(
  categories: readonly string[],
  { room, xOf, y }: { room: number; xOf: (index: number) => number; y: number },
): string[] {
  const widest = Math.max(0, ...categories.map((name) => textWidth(name)));
  const every = Math.max(1, Math.ceil((widest + LABEL_GAP) / room));
  const last = categories.length - 1;
  return categories.flatMap((name, index) =>
    (last - index) % every === 0
      ? [svgText(truncateToWidth(name, room * every - 2), { x: xOf(index), y, anchor: 'middle' })]
      : [],
  );
}

/** Points. */
const HORIZONTAL_BAR_HEIGHT = 9;
const HORIZONTAL_GAP = 7;
const HORIZONTAL_TOP = 4;
const HORIZONTAL_AXIS_HEIGHT = 16;
/** Of the width that names may take. */
const NAME_SHARE = 0.32;

/** Long names from top to bottom, values to the right, each written at the end of its bar. */
function horizontalBarChart(chart: ReportChart, width: number): Drawing {
  const { categories, series, unit } = chart;
  const axis = valueAxis(chart);
  const nameWidth = Math.min(
    width * NAME_SHARE,
    Math.max(0, ...categories.map((name) => textWidth(name))) + 6,
  );
  const values = series.flatMap((one) => one.values.map((value) => formatChartValue(value, unit)));
  const valueWidth = Math.max(0, ...values.map((text) => textWidth(text))) + 4;
  const plotWidth = width - nameWidth - valueWidth;
  const xOf = (value: number) => nameWidth + plotWidth * axis.shareOf(value);
  const room = HORIZONTAL_BAR_HEIGHT * series.length + HORIZONTAL_GAP;
  const bottom = HORIZONTAL_TOP + room * categories.length;
  const grid = axis.ticks.flatMap(({ value, label }) => [
    svgLine({ x: xOf(value), y: HORIZONTAL_TOP }, { x: xOf(value), y: bottom }, value === 0),
    svgText(label, { x: xOf(value), y: bottom + 10, anchor: 'middle' }),
  ]);
  const rows = categories.flatMap((name, index) => {
    const y = HORIZONTAL_TOP + room * index + HORIZONTAL_GAP / 2;
    const middle = y + (HORIZONTAL_BAR_HEIGHT * series.length) / 2 + 2.5;
    return [
      svgText(truncateToWidth(name, nameWidth - 6), {
        x: nameWidth - 5,
        y: middle,
        anchor: 'end',
        color: TEXT_COLOR,
      }),
      ...series.flatMap((one, number) => {
        const value = one.values[index] ?? 0;
        const [from, to] = [Math.min(xOf(0), xOf(value)), Math.max(xOf(0), xOf(value))];
        const top = y + HORIZONTAL_BAR_HEIGHT * number;
        return [
          svgRect(
            { x: from, y: top, width: to - from, height: HORIZONTAL_BAR_HEIGHT * 0.92 },
            seriesStyle(number).color,
          ),
          svgText(formatChartValue(value, unit), { x: to + 3, y: top + HORIZONTAL_BAR_HEIGHT - 2 }),
        ];
      }),
    ];
  });
  return { marks: [...grid, ...rows].join(''), height: bottom + HORIZONTAL_AXIS_HEIGHT };
}

/** Bars of names longer than that lie: a name must be read, not guessed. */
const MAX_VERTICAL_LABEL = 10;
/** Points. */
const LEGEND_HEIGHT = 14;
const LEGEND_KEY_WIDTH = 14;

/** A chart as SVG, so many points wide; null when there is nothing to draw. */
export function chartSvg(chart: ReportChart, width: number): string | null {
  if (chart.categories.length === 0 || chart.series.length === 0) return null;
  const legend = chart.series.length > 1 ? legendOf(chart) : '';
  const top = legend === '' ? 0 : LEGEND_HEIGHT;
  const lies = chart.type === 'bar' && chart.categories.some((name) => name.length > MAX_VERTICAL_LABEL);
  const { marks, height } = lies ? horizontalBarChart(chart, width) : verticalChart(chart, width);
  const whole = svgNumber(height + top);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${svgNumber(width)}" height="${whole}" viewBox="0 0 ${svgNumber(width)} ${whole}">${legend}<g transform="translate(0 ${top})">${marks}</g></svg>`;
}

function legendOf({ series, type }: ReportChart): string {
  let x = 0;
  return series
    .map(({ name }, number) => {
      const { color, dash } = seriesStyle(number);
      const key =
        type === 'line'
          ? `<line x1="${svgNumber(x)}" y1="6" x2="${svgNumber(x + LEGEND_KEY_WIDTH)}" y2="6" stroke="${color}" stroke-width="1.6"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}/>`
          : svgRect({ x: x + 5, y: 2.5, width: 8, height: 7 }, color);
      const text = svgText(name, { x: x + LEGEND_KEY_WIDTH + 4, y: 8.7, color: TEXT_COLOR });
      x += LEGEND_KEY_WIDTH + 4 + textWidth(name) + 16;
      return key + text;
    })
    .join('');
}
