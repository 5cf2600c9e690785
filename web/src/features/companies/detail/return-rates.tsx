import type { ReturnRate, ReturnRateSort } from '@clearwatch/contracts/companies.dto';
import { RETURN_RATE_DAYS } from '@clearwatch/domain/companies/company-return-rates';
import type { DefinedMetric } from '@clearwatch/domain/metric-definitions';
import { DefinitionInfo } from '../../../definitions/definition-info.tsx';
import { ToneBadge } from '../../../figures/tone-badge.tsx';
import { formatCount } from '../../../formats/count.ts';
import { Panel } from '../../../panels/panel.tsx';
import { type Column, DataTable } from '../../../tables/data-table.tsx';

const SORTS: Record<ReturnRateSort, { label: string; definition: DefinedMetric }> = {
  unauthorized: { label: 'Unauthorized', definition: 'unauthorizedReturnRate' },
  administrative: { label: 'Administrative', definition: 'administrativeReturnRate' },
  overall: { label: 'Overall', definition: 'overallReturnRate' },
};

const COLUMNS: Column<ReturnRate>[] = [
  {
    title: 'Returns',
    cell: ({ sort }) => (
      <span className="explained">
        {SORTS[sort].label} <DefinitionInfo figure={SORTS[sort].definition} />
      </span>
    ),
  },
  { title: 'Returned', cell: ({ returns }) => formatCount(returns), numeric: true },
  { title: 'Debits', cell: ({ debits }) => formatCount(debits), numeric: true },
  { title: 'Rate', cell: ({ rate }) => (rate === null ? 'None' : `${rate}%`), numeric: true },
  { title: 'Nacha Limit', cell: ({ limit }) => `${limit}%`, numeric: true },
  { title: 'Verdict', cell: (rate) => <Verdict rate={rate} /> },
];

/** How many debits came back, against Nacha's limits. */
export function ReturnRates({ rates }: { rates: ReturnRate[] }) {
  return (
    <Panel
      title="Return Rates"
      badges={<span className="quiet">over {RETURN_RATE_DAYS} days</span>}
      className="panel-body-flush narrow-table"
    >
      <DataTable
        caption="Return rates against the limits"
        columns={COLUMNS}
        rows={rates}
        rowKey={({ sort }) => sort}
      />
    </Panel>
  );
}

function Verdict({ rate: { rate, limit, isAbove } }: { rate: ReturnRate }) {
  if (rate === null) return <span className="quiet">No debits</span>;
  if (isAbove) return <ToneBadge tone="red">Above limit</ToneBadge>;
  // Above by the figures, but by too few returns to say so.
  if (Number(rate) > Number(limit)) return <ToneBadge tone="gray">Too few to say</ToneBadge>;
  return <ToneBadge tone="green">Within</ToneBadge>;
}
