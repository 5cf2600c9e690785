import type { ChartPoint } from '@clearwatch/contracts/dashboard.dto';
import { formatDay } from '../../../formats/dates.ts';
import { formatMoney } from '../../../formats/money.ts';
import { type Column, DataTable } from '../../../tables/data-table.tsx';

const COLUMNS: Column<ChartPoint>[] = [
  { title: 'Week of', cell: ({ week }) => formatDay(week) },
  { title: 'Credits', cell: ({ credits }) => formatMoney(credits), numeric: true },
  { title: 'Debits', cell: ({ debits }) => formatMoney(debits), numeric: true },
];

/** The chart's figures to the cent, for those who cannot or would rather not read a line. */
export function TrendTable({ points }: { points: ChartPoint[] }) {
  return (
    <DataTable
      caption="Credits and debits per week"
      columns={COLUMNS}
      rows={points}
      rowKey={({ week }) => week}
    />
  );
}
