import type { ReportChart } from '@clearwatch/contracts/ai-reports';
import { TEXT_COLOR } from '@clearwatch/service-kit/pdf/pdf-layout';
import { lyingChart } from './lying-chart.ts';
import { at, lookOf, svgRect, svgText, widthOf } from './svg-marks.ts';
import { uprightChart } from './upright-chart.ts';

/** Bars of names longer than that lie: a name must be read, not guessed. */
const LONGEST_UPRIGHT_NAME = 10;
/** Points. */
const LEGEND = 14;
const KEY = 14;

/** A chart as SVG, so many points wide; null when there is nothing to draw. */
export function chartSvg(chart: ReportChart, width: number): string | null {
  if (chart.categories.length === 0 || chart.series.length === 0) return null;
  const legend = chart.series.length > 1 ? legendOf(chart) : '';
  const top = legend === '' ? 0 : LEGEND;
  const lies = chart.type === 'bar' && chart.categories.some((name) => name.length > LONGEST_UPRIGHT_NAME);
  const { marks, height } = lies ? lyingChart(chart, width) : uprightChart(chart, width);
  const whole = at(height + top);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${at(width)}" height="${whole}" viewBox="0 0 ${at(width)} ${whole}">${legend}<g transform="translate(0 ${top})">${marks}</g></svg>`;
}

function legendOf({ series, type }: ReportChart): string {
  let x = 0;
  return series
    .map(({ name }, number) => {
      const { color, dash } = lookOf(number);
      const key =
        type === 'line'
          ? `<line x1="${at(x)}" y1="6" x2="${at(x + KEY)}" y2="6" stroke="${color}" stroke-width="1.6"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}/>`
          : svgRect({ x: x + 5, y: 2.5, width: 8, height: 7 }, color);
      const text = svgText(name, { x: x + KEY + 4, y: 8.7, color: TEXT_COLOR });
      x += KEY + 4 + widthOf(name) + 16;
      return key + text;
    })
    .join('');
}
