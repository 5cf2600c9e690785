import type { ReportChart } from '@clearwatch/contracts/ai-reports';

const USUAL_HEIGHT = 260;
/** Pixels of one lying bar with its room. */
const LYING_ROW = 30;
/** So many letters fit under an upright bar. */
const SHORT_NAME = 10;

/** Bars with long names lie: their names stand beside them, written out. */
export function liesDown({ type, categories }: ReportChart): boolean {
  return type === 'bar' && categories.some((name) => name.length > SHORT_NAME);
}

/** In pixels. */
export function chartHeight(chart: ReportChart): number {
  if (!liesDown(chart)) return USUAL_HEIGHT;
  return 64 + chart.categories.length * (LYING_ROW + (chart.series.length - 1) * 12);
}
