import { CheckCircleOutlined, CloseCircleOutlined, MinusCircleOutlined } from '@ant-design/icons';
import type { ControlSums, ControlTotals, ImportReceipt } from '@clearwatch/contracts/imports.dto';
import { formatCount } from '../../../formats/count.ts';
import { formatMoney } from '../../../formats/money.ts';
import { type Column, DataTable } from '../../../tables/data-table.tsx';
import { useColumnChoice } from '../../../tables/use-column-choice.tsx';
import { BalanceVerdict } from './balance-verdict.tsx';
import { MoneyPartsTable } from './money-parts.tsx';

/** Every batch and file of a NACHA file: what its control record declares above what was read, and what became of it. */
export function ControlTotalsPart({ receipt }: { receipt: ImportReceipt }) {
  const { totals, totalsCount } = receipt;
  const columns = useColumnChoice('control-totals', COLUMNS);
  const accounted = totals.flatMap(({ label, parts }) => (parts === null ? [] : [{ label, parts }]));
  const differing = totals.filter(({ differences }) => differences.length > 0);
  return (
    <div className="receipt">
      <div className="receipt-note">
        <BalanceVerdict receipt={receipt} />
        {columns.chooser}
      </div>
      {differing.length > 0 && (
        <ul className="receipt-differences" aria-label="Differences">
          {differing.flatMap((total) =>
            total.differences.map((difference) => (
              <li key={`${placeOf(total)} ${total.label} ${difference}`}>
                <strong>{total.label}</strong> ({placeOf(total)}): {difference}
              </li>
            )),
          )}
        </ul>
      )}
      <DataTable
        caption="Control totals, in the order of the file"
        columns={columns.shown}
        rows={totals.map((total, position) => Object.assign({ position }, total))}
        rowKey={({ position }) => position}
      />
      {accounted.length > 0 && (
        <>
          <p className="receipt-note">
            What was read is what was stored as money, duplicates, returns, entries that are no money and
            rejected entries together, as of the import. A rejected entry whose amount cannot be read counts
            without one.
          </p>
          <MoneyPartsTable caption="What became of the money, in the order of the file" lines={accounted} />
        </>
      )}
      {totals.length < totalsCount && (
        <p className="quiet">
          {formatCount(totals.length)} of {formatCount(totalsCount)} are listed; the verdict is about all of
          them.
        </p>
      )}
    </div>
  );
}

const COLUMNS: Column<ControlTotals>[] = [
  {
    title: 'Batch or file',
    cell: (total) => (
      <span className="total-label">
        <strong>{total.label}</strong>
        <span className="quiet">{placeOf(total)}</span>
      </span>
    ),
  },
  { title: 'Result', cell: (total) => <Balanced total={total} /> },
  {
    title: 'Side',
    cell: () => (
      <span className="total-sides quiet">
        <span>Declared</span>
        <span>Read</span>
      </span>
    ),
  },
  sum('Entries', ({ entryAndAddendaCount }) => formatCount(entryAndAddendaCount)),
  sum('Entry hash', ({ entryHash }) => String(entryHash)),
  sum('Debits', ({ debits }) => formatMoney(debits)),
  sum('Credits', ({ credits }) => formatMoney(credits)),
];

/** One sum of both sides; where they differ it is marked, not by colour alone. */
function sum(title: string, show: (sums: ControlSums) => string): Column<ControlTotals> {
  return {
    title,
    numeric: true,
    cell: ({ declared, counted }) => {
      const said = declared === null ? null : show(declared);
      const found = show(counted);
      const differs = said !== null && said !== found;
      return (
        <span className="total-sides">
          <span>{said ?? 'none'}</span>
          <span className={differs ? 'total-differs' : undefined}>
            {differs && <span aria-hidden>≠ </span>}
            {differs && <span className="visually-hidden">differs: </span>}
            {found}
          </span>
        </span>
      );
    },
  };
}

function Balanced({ total: { balanced } }: { total: ControlTotals }) {
  if (balanced === null) {
    return (
      <span className="total-unknown">
        <MinusCircleOutlined aria-hidden /> No control
      </span>
    );
  }
  return balanced ? (
    <span className="import-completed">
      <CheckCircleOutlined aria-hidden /> Balanced
    </span>
  ) : (
    <span className="import-failed total-verdict">
      <CloseCircleOutlined aria-hidden /> Not balanced
    </span>
  );
}

function placeOf({ headerLine, controlLine }: ControlTotals): string {
  if (headerLine === null && controlLine === null) return 'no header, no control';
  if (headerLine === null) return `no header, control in line ${formatCount(controlLine ?? 0)}`;
  if (controlLine === null) return `header in line ${formatCount(headerLine)}, no control`;
  return `lines ${formatCount(headerLine)} to ${formatCount(controlLine)}`;
}
