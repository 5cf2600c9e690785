import type { ReportChart } from '@clearwatch/contracts/ai-reports';

const DEFAULT_HEIGHT_PX = 260;
const HORIZONTAL_BAR_PX = 30;
/** Longer names do not fit under a bar. */
const MAX_UPRIGHT_NAME_LENGTH = 10;

export const isHorizontalBarChart = ({ type, categories }: ReportChart): boolean =>
  type === 'bar' && categories.some((name) => name.length > MAX_UPRIGHT_NAME_LENGTH);

export function chartHeight(chart: ReportChart): number {
  if (!isHorizontalBarChart(chart)) return DEFAULT_HEIGHT_PX;
  return 64 + chart.categories.length * (HORIZONTAL_BAR_PX + (chart.series.length - 1) * 12);
}
