import { WarningOutlined } from '@ant-design/icons';
import type { ParsedRow, ParseJobDetail } from '@clearwatch/contracts/documents.dto';
import { useId } from 'react';
import { DecidedRow } from './decided-row.tsx';
import { doubtsOfAll } from './told-once.ts';
import type { Decisions } from './use-decisions.ts';
import type { EditedCells } from './use-edited-cells.ts';
import { WaitingRow } from './waiting-row.tsx';

interface ReviewRowsProps {
  document: ParseJobDetail;
  rows: readonly ParsedRow[];
  edited: EditedCells;
  decisions: Decisions;
  /** A row, or a cell of it, is looked at. */
  onPoint: (row: ParsedRow, column: number | null) => void;
}

/** The columns that are imported, of those that wait first; what stands in others a person need not look at. */
export function ReviewRows({ document, rows, edited, decisions, onPoint }: ReviewRowsProps) {
  const columns = document.columns.flatMap(({ name, field }, column) =>
    field === null ? [] : [{ column, name }],
  );
  const waiting = rows.filter(({ state }) => state === 'held');
  const decided = rows.filter(({ state }) => state !== 'held');
  const ofAll = { id: useId(), doubts: doubtsOfAll(waiting) };
  return (
    <>
      {ofAll.doubts.length > 0 && (
        <p id={ofAll.id} className="review-doubt review-doubt-of-all">
          <WarningOutlined aria-hidden /> Every row that waits: {ofAll.doubts.join('; ')}
        </p>
      )}
      {waiting.length > 0 && (
        <ul className="review-waiting" aria-label="Rows to review">
          {waiting.map((row) => (
            <WaitingRow
              key={row.row}
              row={row}
              columns={columns}
              edited={edited}
              decisions={decisions}
              ofAll={ofAll}
              onPoint={onPoint}
            />
          ))}
        </ul>
      )}
      {decided.length > 0 && (
        // A region that scrolls must be reachable by keyboard to be scrolled by it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className="data-table-scroll" aria-label="Rows of the document" tabIndex={0}>
          <table className="data-table review-table">
            <caption className="visually-hidden">Rows of {document.originalFileName}</caption>
            <thead>
              <tr>
                <th scope="col">Row</th>
                {columns.map(({ column, name }) => (
                  <th key={column} scope="col">
                    {name}
                  </th>
                ))}
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody>
              {decided.map((row) => (
                <DecidedRow key={row.row} row={row} columns={columns} onPoint={onPoint} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}
