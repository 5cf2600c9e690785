import { CheckCircleOutlined, CloseCircleOutlined, MinusCircleOutlined } from '@ant-design/icons';
import type {
  ControlSums,
  ControlTotals,
  ImportReceipt,
  MoneyPart,
  MoneyParts,
} from '@clearwatch/contracts/imports.dto';
import { formatCents, parseCents } from '@clearwatch/domain/money/cents';
import { Alert } from 'antd';
import { useColumnChoice } from '../../components/tables/column-chooser.tsx';
import { type Column, DataTable, TwoLines } from '../../components/tables/data-table.tsx';
import { formatCount, formatMoney, formatQuantity } from '../../lib/number-format.ts';

const MONEY_PARTS = [
  ['stored', 'Stored'],
  ['duplicates', 'Duplicates'],
  ['returns', 'Returns'],
  ['notMoney', 'Moved no money'],
  ['rejected', 'Rejected'],
] as const satisfies readonly (readonly [keyof MoneyParts, string])[];

function totalRead(parts: MoneyParts): MoneyPart {
  const all = MONEY_PARTS.map(([name]) => parts[name]);
  const sum = (amounts: readonly string[]): string =>
    formatCents(amounts.reduce((cents, amount) => cents + parseCents(amount), 0));
  return {
    entries: all.reduce((count, { entries }) => count + entries, 0),
    credits: sum(all.map(({ credits }) => credits)),
    debits: sum(all.map(({ debits }) => debits)),
  };
}

/** Whether the parts add up to what was read, to the cent. True without parts. */
function isFullyAccountedFor({ parts, counted }: ControlTotals): boolean {
  if (parts === null) return true;
  const { credits, debits } = totalRead(parts);
  return credits === counted.credits && debits === counted.debits;
}

type MoneyPartsLine = Pick<ControlTotals, 'label'> & { parts: MoneyParts };

const MONEY_PARTS_COLUMNS: Column<MoneyPartsLine>[] = [
  { title: 'Batch or file', cell: ({ label }) => label },
  {
    title: 'Side',
    cell: () => (
      <span className="total-sides quiet">
        <span>Entries</span>
        <span>Credits</span>
        <span>Debits</span>
      </span>
    ),
  },
  { title: 'Read', numeric: true, cell: ({ parts }) => <MoneyPartCell part={totalRead(parts)} /> },
  ...MONEY_PARTS.map(
    ([name, title]): Column<MoneyPartsLine> => ({
      title,
      numeric: true,
      cell: ({ parts }) => <MoneyPartCell part={parts[name]} />,
    }),
  ),
];

/** The amounts in batches and files by result: read = stored + duplicates + returns + moved no money + rejected. */
export function MoneyPartsTable({ caption, lines }: { caption: string; lines: readonly MoneyPartsLine[] }) {
  return (
    <DataTable
      caption={caption}
      columns={MONEY_PARTS_COLUMNS}
      rows={lines.map((line, position) => ({ position, ...line }))}
      rowKey={({ position }) => position}
    />
  );
}

function MoneyPartCell({ part: { entries, credits, debits } }: { part: MoneyPart }) {
  return (
    <span className="total-sides">
      <span>{formatCount(entries)}</span>
      <span>{formatMoney(credits)}</span>
      <span>{formatMoney(debits)}</span>
    </span>
  );
}

/** Whether the entries read agree with the file's own control records, and how many of them were rejected. */
export function BalanceVerdict({ receipt }: { receipt: ImportReceipt }) {
  const { type, text } = balanceVerdict(receipt);
  return <Alert type={type} showIcon title={text} />;
}

function balanceVerdict(receipt: ImportReceipt): { type: 'success' | 'warning' | 'error'; text: string } {
  const { totals, totalsCount, unbalancedCount } = receipt;
  const undeclared = totals.filter(({ balanced }) => balanced === null).length;
  if (unbalancedCount > 0) {
    return {
      type: 'error',
      text: `Not balanced: ${formatCount(unbalancedCount)} of ${formatQuantity(totalsCount, 'control total')} ${unbalancedCount === 1 ? 'does' : 'do'} not match the entries in the file.`,
    };
  }
  if (!totals.every(isFullyAccountedFor)) {
    return {
      type: 'error',
      text: 'The parts do not add up to the total that was read. This is an error in Clearwatch, not in your file. Please report it.',
    };
  }
  if (undeclared > 0) {
    // The server lists only the first totals with each result.
    const atLeast = totals.length < totalsCount ? 'At least ' : '';
    return {
      type: 'warning',
      text: `${atLeast}${formatQuantity(undeclared, 'batch or file', 'batches and files')} without a control record cannot be checked.`,
    };
  }
  const what = totalsCount === 1 ? 'The control total matches' : `The ${formatCount(totalsCount)} control totals match`;
  const agreement = `${what} the entries in the file to the cent`;
  const missing = describeRejected(receipt);
  return missing === null
    ? { type: 'success', text: `Balanced: ${agreement}.` }
    : { type: 'warning', text: `${agreement}, but ${missing}.` };
}

function describeRejected({ parts, rejectedCount, orphanCount }: ImportReceipt): string | null {
  const entries = rejectedCount - orphanCount;
  if (entries === 0) return null;
  const amounts =
    parts === null
      ? ''
      : ` (credits ${formatMoney(parts.rejected.credits)}, debits ${formatMoney(parts.rejected.debits)})`;
  return `${formatQuantity(entries, 'entry', 'entries')}${amounts} ${entries === 1 ? 'was rejected and is' : 'were rejected and are'} not in the ledger`;
}

export function ControlTotalsTab({ receipt }: { receipt: ImportReceipt }) {
  const { totals, totalsCount } = receipt;
  const columns = useColumnChoice('control-totals', CONTROL_TOTAL_COLUMNS);
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
              <li key={`${formatLineRange(total)} ${total.label} ${difference}`}>
                <strong>{total.label}</strong> ({formatLineRange(total)}): {difference}
              </li>
            )),
          )}
        </ul>
      )}
      <DataTable
        caption="Control totals, in file order"
        columns={columns.shown}
        rows={totals.map((total, position) => Object.assign({ position }, total))}
        rowKey={({ position }) => position}
      />
      {accounted.length > 0 && (
        <>
          <p className="receipt-note">
            The amount read is the sum of stored money, duplicates, returns, entries that moved no money, and rejected
            entries at the time of the import. A rejected entry without a readable amount counts as zero.
          </p>
          <MoneyPartsTable caption="Amounts by result, in file order" lines={accounted} />
        </>
      )}
      {totals.length < totalsCount && (
        <p className="quiet">
          Showing {formatCount(totals.length)} of {formatCount(totalsCount)}. The result above covers all of them.
        </p>
      )}
    </div>
  );
}

const CONTROL_TOTAL_COLUMNS: Column<ControlTotals>[] = [
  {
    title: 'Batch or file',
    cell: (total) => (
      <TwoLines className="total-label" text={<strong>{total.label}</strong>} note={formatLineRange(total)} />
    ),
  },
  { title: 'Result', cell: (total) => <BalancedCell total={total} /> },
  {
    title: 'Side',
    cell: () => (
      <span className="total-sides quiet">
        <span>Declared</span>
        <span>Read</span>
      </span>
    ),
  },
  sumColumn('Entries', ({ entryAndAddendaCount }) => formatCount(entryAndAddendaCount)),
  sumColumn('Entry hash', ({ entryHash }) => String(entryHash)),
  sumColumn('Debits', ({ debits }) => formatMoney(debits)),
  sumColumn('Credits', ({ credits }) => formatMoney(credits)),
];

/** Marks a difference with a sign too, because color alone is not accessible. */
function sumColumn(title: string, show: (sums: ControlSums) => string): Column<ControlTotals> {
  return {
    title,
    numeric: true,
    cell: ({ declared, counted }) => {
      const expected = declared === null ? null : show(declared);
      const found = show(counted);
      const differs = expected !== null && expected !== found;
      return (
        <span className="total-sides">
          <span>{expected ?? 'none'}</span>
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

function BalancedCell({ total: { balanced } }: { total: ControlTotals }) {
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

function formatLineRange({ headerLine, controlLine }: ControlTotals): string {
  if (headerLine === null && controlLine === null) return 'no header, no control';
  if (headerLine === null) return `no header, control on line ${formatCount(controlLine ?? 0)}`;
  if (controlLine === null) return `header on line ${formatCount(headerLine)}, no control`;
  return `lines ${formatCount(headerLine)} to ${formatCount(controlLine)}`;
}
