import type { CompanyMonth } from '@clearwatch/contracts/companies.dto';
import { useMemo } from 'react';
import { ChartPanel } from '../../../charts/chart-panel.tsx';
import { lazyPart } from '../../../failures/missing-code.ts';
import { formatCount } from '../../../formats/count.ts';
import { formatMonth } from '../../../formats/dates.ts';
import { type Column, DataTable } from '../../../tables/data-table.tsx';

const BarsChart = lazyPart(() => import('../../../charts/bars-chart.tsx'));
const HEIGHT_PX = 360;

const COLUMNS: Column<CompanyMonth>[] = [
  { title: 'Month', cell: ({ month }) => formatMonth(month) },
  { title: 'Transactions', cell: ({ transactionCount }) => formatCount(transactionCount), numeric: true },
];

export function CompanyVolume({ months }: { months: CompanyMonth[] }) {
  const bars = useMemo(
    () => months.map(({ month, transactionCount }) => ({ name: month, count: transactionCount })),
    [months],
  );
  return (
    <ChartPanel
      title="Monthly Transaction Volume"
      name="volume"
      empty={months.length === 0 ? 'The entries of this company have no date.' : null}
      height={HEIGHT_PX}
      chart={
        <BarsChart
          bars={bars}
          what="Transactions"
          format={formatMonth}
          height={HEIGHT_PX}
          description="Transactions of the company per month. The table button shows the figures."
          fileName="company-months"
        />
      }
      table={
        <DataTable
          caption="Transactions per month"
          columns={COLUMNS}
          rows={months}
          rowKey={({ month }) => month}
        />
      }
    />
  );
}
