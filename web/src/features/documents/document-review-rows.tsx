import { WarningOutlined } from '@ant-design/icons';
import type { ParsedCell, ParsedRow, ParseJobDetail } from '@clearwatch/contracts/documents.dto';
import { Button, Input } from 'antd';
import { useId } from 'react';
import type { EditedCells, RowDecisions } from './document-row-decisions.ts';

interface DecidedRowProps {
  row: ParsedRow;
  /** Those that are imported, by their place among the cells. */
  columns: readonly { column: number; name: string }[];
  onPoint: (row: ParsedRow, column: number | null) => void;
}

/** A row that needs nobody any more: only shown. */
function DecidedRow({ row, columns, onPoint }: DecidedRowProps) {
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
        <RowStateText row={row} />
      </td>
    </tr>
  );
}

const ROW_STATE_LABELS: Record<Exclude<ParsedRow['state'], 'held'>, string> = {
  ready: 'Being imported',
  accepted: 'Being imported',
  imported: 'Imported',
  discarded: 'Discarded',
};

function RowStateText({ row: { state, decidedBy } }: { row: ParsedRow }) {
  if (state === 'held') return null;
  return (
    <span className={state === 'discarded' ? 'quiet' : undefined}>
      {ROW_STATE_LABELS[state]}
      {decidedBy !== null && <span className="quiet"> by {decidedBy}</span>}
    </span>
  );
}

/** What speaks against a row, each sentence in one place. */
export interface RowDoubts {
  /** About the row, or about several of its cells. */
  row: string[];
  /** By the place of the cell. */
  cells: string[][];
}

/** What speaks against every row alike, such as a sum that the rows do not come to: to be said once above them. */
function sharedDoubts(rows: readonly ParsedRow[]): string[] {
  const [first, ...others] = rows.map(allDoubtsOf);
  if (first === undefined || others.length === 0) return [];
  return [...first].filter((doubt) => others.every((doubts) => doubts.has(doubt)));
}

/** @param already what is said above all rows */
function rowDoubts(row: ParsedRow, already: readonly string[]): RowDoubts {
  const ofCells = row.cells.map(({ doubts }) => [...new Set(doubts)]);
  const all = ofCells.flat();
  const several = all.filter((doubt, index) => all.indexOf(doubt) !== index);
  const ofRow = [...new Set([...row.doubts, ...several])];
  const said = new Set([...already, ...ofRow]);
  return {
    row: ofRow.filter((doubt) => !already.includes(doubt)),
    cells: ofCells.map((doubts) => doubts.filter((doubt) => !said.has(doubt))),
  };
}

function allDoubtsOf({ doubts, cells }: ParsedRow): Set<string> {
  return new Set([...doubts, ...cells.flatMap((cell) => cell.doubts)]);
}

interface WaitingRowProps {
  row: ParsedRow;
  /** Those that are imported, by their place among the cells. */
  columns: readonly { column: number; name: string }[];
  edited: EditedCells;
  decisions: RowDecisions;
  /** What speaks against all rows alike, and the element that says it. */
  shared: { id: string; doubts: readonly string[] };
  onPoint: (row: ParsedRow, column: number | null) => void;
}

/** A row that waits: each field with what is in doubt about it, however many there are and however narrow the window. */
function WaitingRow({ row, columns, edited, decisions, shared, onPoint }: WaitingRowProps) {
  const texts = edited.of(row);
  const doubts = rowDoubts(row, shared.doubts);
  const id = useId();
  return (
    // It shows where the row stands on its page; by keyboard the fields do.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li className="review-row" onMouseEnter={() => onPoint(row, null)}>
      <h3>Row {row.row}</h3>
      <div className="review-fields">
        {columns.map(({ column, name }) => {
          const cell = row.cells[column];
          return (
            cell !== undefined && (
              <CellField
                key={column}
                cell={cell}
                doubts={doubts.cells[column] ?? []}
                saidBy={cell.doubts.flatMap((doubt) => {
                  if (shared.doubts.includes(doubt)) return shared.id;
                  return doubts.row.includes(doubt) ? id : [];
                })}
                name={name}
                row={row.row}
                text={texts[column] ?? ''}
                onText={(text) => edited.change(row, column, text)}
                onPoint={() => onPoint(row, column)}
              />
            )
          );
        })}
      </div>
      {doubts.row.length > 0 && (
        <p id={id} className="review-doubt">
          <WarningOutlined aria-hidden /> {doubts.row.join('; ')}
        </p>
      )}
      <div className="review-buttons">
        <Button
          size="small"
          type="primary"
          disabled={decisions.isBusy}
          aria-label={`Accept row ${row.row}`}
          onClick={() => decisions.accept([row])}
        >
          Accept
        </Button>
        <Button
          size="small"
          disabled={decisions.isBusy}
          aria-label={`Discard row ${row.row}`}
          onClick={() => decisions.discard([row])}
        >
          Discard
        </Button>
      </div>
    </li>
  );
}

interface CellFieldProps {
  cell: ParsedCell;
  /** What is said beside it. */
  doubts: readonly string[];
  /** Ids of elements that say the rest. */
  saidBy: readonly string[];
  name: string;
  row: number;
  text: string;
  onText: (text: string) => void;
  onPoint: () => void;
}

function CellField({ cell, doubts, saidBy, name, row, text, onText, onPoint }: CellFieldProps) {
  const id = useId();
  const isDoubtful = cell.doubts.length > 0;
  const why = [
    ...doubts,
    ...(text === cell.text ? [] : [`read as: ${cell.text === '' ? 'nothing' : cell.text}`]),
  ];
  const describedBy = [...new Set([...(why.length === 0 ? [] : [`${id}-why`]), ...saidBy])];
  return (
    <div className="review-field">
      <label htmlFor={id}>
        {name}
        <span className="visually-hidden"> of row {row}</span>
      </label>
      <Input
        id={id}
        size="small"
        value={text}
        status={isDoubtful ? 'warning' : ''}
        aria-describedby={describedBy.length === 0 ? undefined : describedBy.join(' ')}
        onFocus={onPoint}
        onChange={({ target }) => onText(target.value)}
      />
      {why.length > 0 && (
        <span id={`${id}-why`} className={doubts.length > 0 ? 'review-doubt' : 'quiet'}>
          {doubts.length > 0 && <WarningOutlined aria-hidden />} {why.join('; ')}
        </span>
      )}
    </div>
  );
}

interface ReviewRowsProps {
  document: ParseJobDetail;
  rows: readonly ParsedRow[];
  edited: EditedCells;
  decisions: RowDecisions;
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
  const shared = { id: useId(), doubts: sharedDoubts(waiting) };
  return (
    <>
      {shared.doubts.length > 0 && (
        <p id={shared.id} className="review-doubt review-doubt-of-all">
          <WarningOutlined aria-hidden /> Every row that waits: {shared.doubts.join('; ')}
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
              shared={shared}
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
