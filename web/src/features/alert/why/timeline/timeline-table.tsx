import type { WindowDay } from '../../../../charts/window-bars.ts';
import { formatDay } from '../../../../formats/dates.ts';
import { formatMoney } from '../../../../formats/money.ts';
import { type Column, DataTable } from '../../../../tables/data-table.tsx';

const COLUMNS: Column<WindowDay>[] = [
  {
    title: 'Day',
    cell: ({ day, isInWindow }) => (
      <span className="evidence-first-seen">
        {formatDay(day)}
        {isInWindow && <span className="evidence-mark">In the window</span>}
      </span>
    ),
  },
  { title: 'Credits', cell: ({ credits }) => formatMoney(credits), numeric: true },
  { title: 'Debits', cell: ({ debits }) => formatMoney(debits), numeric: true },
  { title: 'Credits of the pattern', cell: ({ markedCredits }) => marked(markedCredits), numeric: true },
  { title: 'Debits of the pattern', cell: ({ markedDebits }) => marked(markedDebits), numeric: true },
];

/** The days of the chart that have money, to the cent. */
export function TimelineTable({ days }: { days: readonly WindowDay[] }) {
  return (
    <DataTable
      caption="Days of the account"
      columns={COLUMNS}
      rows={days.filter(hasMoney)}
      rowKey={({ day }) => day}
    />
  );
}

function hasMoney({ credits, debits, markedCredits, markedDebits }: WindowDay): boolean {
  return credits !== '0.00' || debits !== '0.00' || markedCredits !== null || markedDebits !== null;
}

function marked(amount: string | null) {
  return amount === null ? <span className="quiet">None</span> : formatMoney(amount);
}
