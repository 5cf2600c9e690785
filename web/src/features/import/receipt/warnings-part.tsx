import type { FileWarning, ImportReceipt } from '@clearwatch/contracts/imports.dto';
import { formatCount } from '../../../formats/count.ts';
import { type Column, DataTable } from '../../../tables/data-table.tsx';

const COLUMNS: Column<FileWarning>[] = [
  { title: 'Line', cell: ({ line }) => formatCount(line), numeric: true },
  { title: 'Columns', cell: ({ columns }) => (columns === null ? '' : `${columns.from}–${columns.to}`) },
  { title: 'Field', cell: ({ field }) => field },
  { title: 'Value', cell: ({ value }) => <code className="rejected-value">{value}</code> },
  {
    title: 'What is wrong',
    cell: ({ sentence, rule }) => <span title={`Rule ${rule}`}>{sentence}</span>,
  },
];

/** What a file does wrong that was no reason to refuse an entry. */
export function WarningsPart({ receipt: { warnings, warningCount } }: { receipt: ImportReceipt }) {
  return (
    <div className="receipt">
      <p className="receipt-note">
        The entries were taken all the same.
        {warnings.length < warningCount && ` Showing first ${formatCount(warnings.length)} results.`}
      </p>
      <DataTable
        caption="Warnings about the file"
        columns={COLUMNS}
        rows={warnings.map((warning, position) => Object.assign({ position }, warning))}
        rowKey={({ position }) => position}
      />
    </div>
  );
}
