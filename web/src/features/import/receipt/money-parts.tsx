import type { ControlTotals, MoneyPart, MoneyParts } from '@clearwatch/contracts/imports.dto';
import { formatCents, parseCents } from '@clearwatch/domain/money/cents';
import { formatCount } from '../../../formats/count.ts';
import { formatMoney } from '../../../formats/money.ts';
import { type Column, DataTable } from '../../../tables/data-table.tsx';

const PARTS = [
  ['stored', 'Stored'],
  ['duplicates', 'Duplicates'],
  ['returns', 'Returns'],
  ['notMoney', 'Not money'],
  ['rejected', 'Rejected'],
] as const satisfies readonly (readonly [keyof MoneyParts, string])[];

/** All parts together: what was read. */
export function readOf(parts: MoneyParts): MoneyPart {
  const all = PARTS.map(([name]) => parts[name]);
  const sum = (amounts: readonly string[]): string =>
    formatCents(amounts.reduce((cents, amount) => cents + parseCents(amount), 0));
  return {
    entries: all.reduce((count, { entries }) => count + entries, 0),
    credits: sum(all.map(({ credits }) => credits)),
    debits: sum(all.map(({ debits }) => debits)),
  };
}

/** Whether what was stored, skipped and rejected is what was read, to the cent; also where it was not noted. */
export function addsUp({ parts, counted }: ControlTotals): boolean {
  if (parts === null) return true;
  const { credits, debits } = readOf(parts);
  return credits === counted.credits && debits === counted.debits;
}

interface Line {
  label: string;
  parts: MoneyParts;
}

const COLUMNS: Column<Line>[] = [
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
  { title: 'Read', numeric: true, cell: ({ parts }) => <Part part={readOf(parts)} /> },
  ...PARTS.map(
    ([name, title]): Column<Line> => ({
      title,
      numeric: true,
      cell: ({ parts }) => <Part part={parts[name]} />,
    }),
  ),
];

/** What became of the money of batches and files: read = stored + duplicates + returns + not money + rejected. */
export function MoneyPartsTable({ caption, lines }: { caption: string; lines: readonly Line[] }) {
  return (
    <DataTable
      caption={caption}
      columns={COLUMNS}
      rows={lines.map((line, position) => ({ position, ...line }))}
      rowKey={({ position }) => position}
    />
  );
}

function Part({ part: { entries, credits, debits } }: { part: MoneyPart }) {
  return (
    <span className="total-sides">
      <span>{formatCount(entries)}</span>
      <span>{formatMoney(credits)}</span>
      <span>{formatMoney(debits)}</span>
    </span>
  );
}
