import type { MemberMonth } from '@clearwatch/contracts/members.dto';
import { useMemo } from 'react';
import { ChartPanel } from '../../../charts/chart-panel.tsx';
import { lazyPart } from '../../../failures/missing-code.ts';
import { formatMonth } from '../../../formats/dates.ts';
import { formatMoney } from '../../../formats/money.ts';
import { type Column, DataTable } from '../../../tables/data-table.tsx';

const FlowLinesChart = lazyPart(() => import('../../../charts/flow-lines-chart.tsx'));
const HEIGHT_PX = 340;
const NAMES = { credits: 'Monthly Income (Credits)', debits: 'Monthly Bills (Debits)' };

const COLUMNS: Column<MemberMonth>[] = [
  { title: 'Month', cell: ({ month }) => formatMonth(month) },
  { title: NAMES.credits, cell: ({ credits }) => formatMoney(credits), numeric: true },
  { title: NAMES.debits, cell: ({ debits }) => formatMoney(debits), numeric: true },
];

export function MonthlyChart({ months, name }: { months: MemberMonth[]; name: string }) {
  const points = useMemo(
    () => months.map(({ month, credits, debits }) => ({ at: month, credits, debits })),
    [months],
  );
  const moved = months.some(({ transactionCount }) => transactionCount > 0);
  return (
    <ChartPanel
      title="Income and Bills (12 Months)"
      name="months"
      empty={moved ? null : 'No money moved in the last 12 months.'}
      height={HEIGHT_PX}
      chart={
        <FlowLinesChart
          points={points}
          names={NAMES}
          short={formatMonth}
          long={formatMonth}
          height={HEIGHT_PX}
          description={`Credits and debits of ${name} per month over twelve months. The table button shows the figures.`}
          fileName="member-months"
        />
      }
      table={
        <DataTable
          caption="Credits and debits per month"
          columns={COLUMNS}
          rows={months}
          rowKey={({ month }) => month}
        />
      }
    />
  );
}
