import type { MemberMonth } from '@clearwatch/contracts/members.dto';
import { formatCents, parseCents } from '@clearwatch/domain/money/cents';
import { formatCount } from '../../../formats/count.ts';
import { formatMonth } from '../../../formats/dates.ts';
import { formatMoney, formatSignedMoney } from '../../../formats/money.ts';
import { Panel } from '../../../panels/panel.tsx';
import { type Column, DataTable } from '../../../tables/data-table.tsx';

const COLUMNS: Column<MemberMonth>[] = [
  { title: 'Month', cell: ({ month }) => <span className="member-day">{formatMonth(month)}</span> },
  { title: 'Credits', cell: ({ credits }) => formatMoney(credits), numeric: true },
  { title: 'Debits', cell: ({ debits }) => formatMoney(debits), numeric: true },
  { title: 'Entries', cell: ({ transactionCount }) => formatCount(transactionCount), numeric: true },
  {
    title: 'Net Flow',
    definition: 'netFlow',
    cell: ({ credits, debits }) => formatSignedMoney(formatCents(parseCents(credits) - parseCents(debits))),
    numeric: true,
  },
];

/** The months once more to the cent, the newest first. */
export function MonthlyHistory({ months }: { months: MemberMonth[] }) {
  return (
    <Panel title="Monthly History" className="panel-body-flush narrow-table">
      <DataTable
        caption="Months with their net flow"
        columns={COLUMNS}
        rows={months.toReversed()}
        rowKey={({ month }) => month}
      />
    </Panel>
  );
}
