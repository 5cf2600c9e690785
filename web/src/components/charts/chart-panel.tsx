import { BarsOutlined, LineChartOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { useUrlChoice } from '../../lib/use-url-state.ts';
import { Panel, PanelEmpty, SkeletonLines } from '../panel.tsx';

interface ChartPanelProps {
  title: string;
  /** Under which the address says that the table is shown: unlike all others of its screen. */
  name: string;
  /** Said instead of the chart when there is nothing to draw. */
  empty: string | null;
  /** Pixels of the chart. */
  height: number;
  chart: ReactNode;
  /** The same figures to the cent, for those who cannot or would rather not read a chart. */
  table: ReactNode;
  /** A line under the chart. */
  note?: ReactNode;
}

interface ChartTableToggleProps {
  asTable: boolean;
  /** What the chart shows, where a screen has several. */
  of?: string;
  onChange: (shownAs: 'chart' | 'table') => void;
}

/** Turns a chart into its table and back. */
export function ChartTableToggle({ asTable, of, onChange }: ChartTableToggleProps) {
  const other = asTable ? 'Chart' : 'Table';
  return (
    <Button
      size="small"
      icon={asTable ? <LineChartOutlined aria-hidden /> : <BarsOutlined aria-hidden />}
      aria-label={of === undefined ? other : `${other} of ${of}`}
      onClick={() => onChange(asTable ? 'chart' : 'table')}
    >
      {other}
    </Button>
  );
}

/** A chart in a frame, its table one click away. */
export function ChartPanel({ title, name, empty, height, chart, table, note }: ChartPanelProps) {
  const [shownAs, setShownAs] = useUrlChoice(name, ['chart', 'table']);
  const asTable = shownAs === 'table';
  const toggle = <ChartTableToggle asTable={asTable} of={title} onChange={setShownAs} />;
  if (empty !== null) {
    return (
      <Panel title={title}>
        <PanelEmpty text={empty} />
      </Panel>
    );
  }
  return (
    <Panel title={title} actions={toggle} {...(asTable && { className: 'panel-body-flush' })}>
      {asTable ? table : <Suspense fallback={<SkeletonLines lines={1} height={height} />}>{chart}</Suspense>}
      {note !== undefined && <p className="chart-note quiet">{note}</p>}
    </Panel>
  );
}
