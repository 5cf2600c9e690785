import { BarsOutlined, LineChartOutlined } from '@ant-design/icons';
import type { ReportChart as ChartData, Span } from '@clearwatch/contracts/ai-reports';
import { formatChartValue } from '@clearwatch/domain/report-writing/format-fact';
import { Button } from 'antd';
import { Suspense } from 'react';
import { useNamesInAddress } from '../../../addresses/use-names-in-address.ts';
import { lazyPart } from '../../../failures/missing-code.ts';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { chartHeight } from './chart-shape.ts';
import { ReportTable } from './report-table.tsx';

const ChartCanvas = lazyPart(() => import('./chart-canvas.tsx'));

/** A chart of a report, its values as a table one click away. */
export function ReportChart({ chart, fileName }: { chart: ChartData; fileName: string }) {
  const tables = useNamesInAddress('table');
  const asTable = tables.has(chart.title);
  if (chart.categories.length === 0) return null;
  return (
    <div className="report-chart">
      <div className="report-chart-head">
        <strong>{chart.title}</strong>
        <Button
          size="small"
          icon={asTable ? <LineChartOutlined aria-hidden /> : <BarsOutlined aria-hidden />}
          aria-label={`${asTable ? 'Chart' : 'Table'} of ${chart.title}`}
          onClick={() => tables.toggle(chart.title)}
        >
          {asTable ? 'Chart' : 'Table'}
        </Button>
      </div>
      {asTable ? (
        <ReportTable table={tableOf(chart)} />
      ) : (
        <Suspense fallback={<SkeletonLines lines={1} height={chartHeight(chart)} />}>
          <ChartCanvas chart={chart} fileName={fileName} />
        </Suspense>
      )}
    </div>
  );
}

function tableOf({ categories, series, unit }: ChartData): Parameters<typeof ReportTable>[0]['table'] {
  const cellsOf = (at: number): Span[] =>
    series.map(({ values }) => ({ text: formatChartValue(values[at] ?? 0, unit) }));
  return {
    kind: 'table',
    caption: '',
    columns: [
      { label: ' ', align: 'left' },
      ...series.map(({ name }) => ({ label: name, align: 'right' as const })),
    ],
    rows: categories.map((category, at) => [{ text: category }, ...cellsOf(at)]),
  };
}
