import type { ParsedRow } from '@clearwatch/contracts/documents.dto';

interface DecidedRowProps {
  row: ParsedRow;
  /** Those that are imported, by their place among the cells. */
  columns: readonly { column: number; name: string }[];
  onPoint: (row: ParsedRow, column: number | null) => void;
}

/** A row that needs nobody any more: only shown. */
export function DecidedRow({ row, columns, onPoint }: DecidedRowProps) {
  return (
    <tr onMouseEnter={() => onPoint(row, null)}>
      <td className="figures">{row.row}</td>
      {columns.map(({ column }) => {
        const cell = row.cells[column];
        const readAs = cell?.readAs ?? null;
        return (
          <td key={column}>
            <span title={readAs === null ? undefined : `Read as: ${readAs}`}>{cell?.text}</span>
          </td>
        );
      })}
      <td>
        <StateWords row={row} />
      </td>
    </tr>
  );
}

const STATES: Record<Exclude<ParsedRow['state'], 'held'>, string> = {
  ready: 'Being imported',
  accepted: 'Being imported',
  imported: 'Imported',
  discarded: 'Discarded',
};

function StateWords({ row: { state, decidedBy } }: { row: ParsedRow }) {
  if (state === 'held') return null;
  return (
    <span className={state === 'discarded' ? 'quiet' : undefined}>
      {STATES[state]}
      {decidedBy !== null && <span className="quiet"> by {decidedBy}</span>}
    </span>
  );
}
