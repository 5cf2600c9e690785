import { BarsOutlined, LineChartOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { useUrlChoice } from '../../lib/use-url-state.ts';
import { Panel, PanelEmpty, SkeletonLines } from '../panel.tsx';

interface ChartPanelProps {
  title: string;
  name: string;
  empty: string | null;
  height: number;
  chart: ReactNode;
  table: ReactNode;
  note?: ReactNode;
}

interface ChartTableToggleProps {
  asTable: boolean;
  of?: string;
  onChange: (shownAs: 'chart' | 'table') => void;
}

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
