import type { CompanyTransactionType } from '@clearwatch/contracts/companies.dto';
import { Suspense, useMemo } from 'react';
import { lazyPart } from '../../../failures/missing-code.ts';
import { formatCount } from '../../../formats/count.ts';
import { formatMoney } from '../../../formats/money.ts';
import { Panel } from '../../../panels/panel.tsx';
import { PanelEmpty } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { type Column, DataTable } from '../../../tables/data-table.tsx';

const BarsChart = lazyPart(() => import('../../../charts/bars-chart.tsx'));
const HEIGHT_PX = 320;
/** More bars than this have no room for their names; the list beside them is whole. */
const MOST_BARS = 8;

const COLUMNS: Column<CompanyTransactionType>[] = [
  { title: 'Type', cell: ({ type }) => type },
  { title: 'Count', cell: ({ count }) => formatCount(count), numeric: true },
  { title: 'Total Amount', cell: ({ totalAmount }) => formatMoney(totalAmount), numeric: true },
];

const asItIs = (name: string): string => name;

/** The kinds of entries: the most frequent as bars, all of them as a list with their money. */
export function CompanyTransactionTypes({ types }: { types: CompanyTransactionType[] }) {
  const bars = useMemo(
    () => types.slice(0, MOST_BARS).map(({ type, count }) => ({ name: type, count })),
    [types],
  );
  if (types.length === 0) {
    return (
      <Panel title="Transaction Types">
        <PanelEmpty text="No entry of this company moved money." />
      </Panel>
    );
  }
  return (
    <div className="detail-row detail-row-even">
      <Panel title="Transactions by Type">
        <Suspense fallback={<SkeletonLines lines={1} height={HEIGHT_PX} />}>
          <BarsChart
            bars={bars}
            what="Transactions"
            format={asItIs}
            height={HEIGHT_PX}
            description="Transactions of the company by type. The list beside the chart shows the figures."
            fileName="company-types"
          />
        </Suspense>
      </Panel>
      <Panel title="All Types" className="panel-body-flush">
        <DataTable
          caption="Types with their money"
          columns={COLUMNS}
          rows={types}
          rowKey={({ type }) => type}
        />
      </Panel>
    </div>
  );
}
