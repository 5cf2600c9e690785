import { BarsOutlined, LineChartOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { useUrlChoice } from '../../lib/use-url-state.ts';
import { Panel, PanelEmpty, SkeletonLines } from '../panel.tsx';
import { type Column, DataTable } from '../tables/data-table.tsx';

interface ChartPanelProps<Row> {
  title: string;
  /** URL parameter for the table view. */
  name: string;
  /** Shown instead of the chart when there is no data. */
  empty: string | null;
  height: number;
  chart: ReactNode;
  /** The same figures, exact to the cent. */
  table: { caption: string; columns: Column<Row>[]; rows: Row[]; key: keyof Row };
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

export function ChartPanel<Row>(props: ChartPanelProps<Row>) {
  const { title, name, empty, height, chart, note } = props;
  const { key, ...table } = props.table;
  const [shownAs, setShownAs] = useUrlChoice(name, ['chart', 'table']);
  const asTable = shownAs === 'table';
  if (empty !== null) {
    return (
      <Panel title={title}>
        <PanelEmpty text={empty} />
      </Panel>
    );
  }
  return (
    <Panel
      title={title}
      actions={<ChartTableToggle asTable={asTable} of={title} onChange={setShownAs} />}
      flush={asTable}
    >
      {asTable ? (
        <DataTable {...table} rowKey={(row) => String(row[key])} />
      ) : (
        <Suspense fallback={<SkeletonLines lines={1} height={height} />}>{chart}</Suspense>
      )}
      {note !== undefined && <p className="chart-note quiet">{note}</p>}
    </Panel>
  );
}
