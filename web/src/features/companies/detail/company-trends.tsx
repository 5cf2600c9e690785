import type { CompanyWeek } from '@clearwatch/contracts/companies.dto';
import { useMemo } from 'react';
import { ChartPanel } from '../../../charts/chart-panel.tsx';
import { lazyPart } from '../../../failures/missing-code.ts';
import { formatDay, formatShortDay } from '../../../formats/dates.ts';
import { formatMoney } from '../../../formats/money.ts';
import { type Column, DataTable } from '../../../tables/data-table.tsx';

const FlowLinesChart = lazyPart(() => import('../../../charts/flow-lines-chart.tsx'));
const HEIGHT_PX = 360;
const NAMES = { credits: 'Credits', debits: 'Debits' };

const COLUMNS: Column<CompanyWeek>[] = [
  { title: 'Week of', cell: ({ week }) => formatDay(week) },
  { title: 'Credits', cell: ({ credits }) => formatMoney(credits), numeric: true },
  { title: 'Debits', cell: ({ debits }) => formatMoney(debits), numeric: true },
];

export function CompanyTrends({ weeks }: { weeks: CompanyWeek[] }) {
  const points = useMemo(
    () => weeks.map(({ week, credits, debits }) => ({ at: week, credits, debits })),
    [weeks],
  );
  return (
    <ChartPanel
      title="Weekly Credits and Debits"
      name="weeks"
      empty={weeks.length === 0 ? 'The entries of this company have no date.' : null}
      height={HEIGHT_PX}
      chart={
        <FlowLinesChart
          points={points}
          names={NAMES}
          short={formatShortDay}
          long={formatDay}
          height={HEIGHT_PX}
          description="Credits and debits of the company per week. The table button shows the figures."
          fileName="company-weeks"
        />
      }
      table={
        <DataTable
          caption="Credits and debits per week"
          columns={COLUMNS}
          rows={weeks}
          rowKey={({ week }) => week}
        />
      }
    />
  );
}
