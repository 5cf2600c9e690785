import { WarningOutlined } from '@ant-design/icons';
import type { ParsedCell, ParsedRow, ParseJobDetail } from '@clearwatch/contracts/documents.dto';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { decideRows, documentKey } from '../../api/documents-api.ts';
import { describeError } from '../../api/error-messages.ts';
import { LEDGER_QUERIES, refreshQueries } from '../../api/server-events.ts';
import { useToasts } from '../../components/toasts.tsx';
import { useDraft } from '../../lib/form-drafts.ts';
import { formatQuantity } from '../../lib/number-format.ts';

export interface EditedCells {
  /** The cells of a row, edited or not. */
  of: (row: ParsedRow) => string[];
  change: (row: ParsedRow, column: number, text: string) => void;
  discard: (rows: readonly number[]) => void;
}

type CellsByRow = Readonly<Record<number, string[]>>;

/** Corrections that have not been accepted yet. The browser tab stores them, so that they survive a reload. */
export function useEditedCells(documentId: number): EditedCells {
  const { value: edited, change: store } = useDraft<CellsByRow>(`document.${documentId}`, {
    empty: {},
    read: parseStoredCells,
  });
  const of = (row: ParsedRow): string[] => edited[row.row] ?? row.cells.map(({ text }) => text);
  return {
    of,
    change: (row, column, text) => store({ ...edited, [row.row]: of(row).with(column, text) }),
    discard: (rows) => store(Object.fromEntries(Object.entries(edited).filter(([row]) => !rows.includes(Number(row))))),
  };
}

function parseStoredCells(stored: Readonly<Record<string, unknown>>): CellsByRow | null {
  const rows = Object.entries(stored);
  const isRow = (row: [string, unknown]): row is [string, string[]] =>
    Array.isArray(row[1]) && row[1].every((cell) => typeof cell === 'string');
  return rows.every(isRow) ? Object.fromEntries(rows) : null;
}

export interface RowDecisions {
  isBusy: boolean;
  problem: string | null;
  accept: (rows: readonly ParsedRow[]) => void;
  discard: (rows: readonly ParsedRow[]) => void;
}

export function useRowDecisions(document: ParseJobDetail, edited: EditedCells): RowDecisions {
  const client = useQueryClient();
  const toasts = useToasts();
  const [problem, setProblem] = useState<string | null>(null);
  const deciding = useMutation({
    mutationFn: ({ decision, rows }: { decision: 'accept' | 'discard'; rows: readonly ParsedRow[] }) =>
      decideRows(document.id, {
        decision,
        rows: rows.map((row) => ({ row: row.row, ...(decision === 'accept' && { cells: edited.of(row) }) })),
      }),
    onMutate: () => setProblem(null),
    onSuccess: (detail, { decision, rows }) => {
      edited.discard(rows.map(({ row }) => row));
      client.setQueryData(documentKey(document.id), detail);
      const which = `${formatQuantity(rows.length, 'row')} from ${document.originalFileName}`;
      toasts.success(
        decision === 'accept'
          ? { title: 'Rows Imported', description: `${which} imported.` }
          : { title: 'Rows Discarded', description: `${which} discarded.` },
      );
      return refreshQueries(client, LEDGER_QUERIES);
    },
    onError: (error) => {
      setProblem(describeError(error, 'The decision could not be saved.'));
      // Another user may have reviewed the rows.
      return client.invalidateQueries({ queryKey: documentKey(document.id) });
    },
  });
  return {
    isBusy: deciding.isPending,
    problem,
    accept: (rows) => deciding.mutate({ decision: 'accept', rows }),
    discard: (rows) => deciding.mutate({ decision: 'discard', rows }),
  };
}

type Column = { index: number; name: string };

type OnPoint = (row: ParsedRow, cell: number | null) => void;

const ROW_STATE_LABELS: Record<Exclude<ParsedRow['state'], 'held'>, string> = {
  ready: 'Being imported',
  accepted: 'Being imported',
  imported: 'Imported',
  discarded: 'Discarded',
};

interface DecidedRowProps {
  row: ParsedRow;
  columns: readonly Column[];
  onPoint: OnPoint;
}

function DecidedRow({ row, columns, onPoint }: DecidedRowProps) {
  return (
    <tr onMouseEnter={() => onPoint(row, null)}>
      <td className="figures">{row.row}</td>
      {columns.map(({ index }) => {
        const cell = row.cells[index];
        return (
          <td key={index}>
            <span title={cell?.readAs == null ? undefined : `Read as: ${cell.readAs}`}>{cell?.text}</span>
          </td>
        );
      })}
      <td>
        {row.state !== 'held' && (
          <span className={row.state === 'discarded' ? 'quiet' : undefined}>
            {ROW_STATE_LABELS[row.state]}
            {row.decidedBy !== null && <span className="quiet"> by {row.decidedBy}</span>}
          </span>
        )}
      </td>
    </tr>
  );
}

/** Doubts that apply to every row, such as a wrong sum, are shown once above the rows. */
function sharedDoubts(rows: readonly ParsedRow[]): string[] {
  const [first, ...others] = rows.map(
    ({ doubts, cells }) => new Set([...doubts, ...cells.flatMap((cell) => cell.doubts)]),
  );
  if (first === undefined || others.length === 0) return [];
  return [...first].filter((doubt) => others.every((doubts) => doubts.has(doubt)));
}

function rowDoubts(row: ParsedRow, shared: readonly string[]): { row: string[]; cells: string[][] } {
  const ofCells = row.cells.map(({ doubts }) => [...new Set(doubts)]);
  const all = ofCells.flat();
  const ofSeveralCells = all.filter((doubt, index) => all.indexOf(doubt) !== index);
  const ofRow = [...new Set([...row.doubts, ...ofSeveralCells])];
  return {
    row: ofRow.filter((doubt) => !shared.includes(doubt)),
    cells: ofCells.map((doubts) => doubts.filter((doubt) => !shared.includes(doubt) && !ofRow.includes(doubt))),
  };
}

interface WaitingRowProps extends DecidedRowProps {
  edited: EditedCells;
  decisions: RowDecisions;
  shared: { id: string; doubts: readonly string[] };
}

/** The fields are stacked to fit a narrow window. */
function WaitingRow({ row, columns, edited, decisions, shared, onPoint }: WaitingRowProps) {
  const texts = edited.of(row);
  const doubts = rowDoubts(row, shared.doubts);
  const id = useId();
  return (
    // Pointing at a row frames it on the page image. Keyboard users frame it by moving the focus to a field.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li className="review-row" onMouseEnter={() => onPoint(row, null)}>
      <h3>Row {row.row}</h3>
      <div className="review-fields">
        {columns.map(({ index, name }) => {
          const cell = row.cells[index];
          return (
            cell !== undefined && (
              <CellField
                key={index}
                cell={cell}
                doubts={doubts.cells[index] ?? []}
                describedBy={cell.doubts.flatMap((doubt) => {
                  if (shared.doubts.includes(doubt)) return shared.id;
                  return doubts.row.includes(doubt) ? id : [];
                })}
                name={name}
                row={row.row}
                text={texts[index] ?? ''}
                onText={(text) => edited.change(row, index, text)}
                onPoint={() => onPoint(row, index)}
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
  doubts: readonly string[];
  describedBy: readonly string[];
  name: string;
  row: number;
  text: string;
  onText: (text: string) => void;
  onPoint: () => void;
}

function CellField(props: CellFieldProps) {
  const { cell, doubts, describedBy, name, row, text, onText, onPoint } = props;
  const id = useId();
  const notes = text === cell.text ? doubts : [...doubts, `read as: ${cell.text || 'nothing'}`];
  const descriptions = [...new Set(notes.length === 0 ? describedBy : [`${id}-why`, ...describedBy])];
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
        status={cell.doubts.length > 0 ? 'warning' : ''}
        aria-describedby={descriptions.join(' ') || undefined}
        onFocus={onPoint}
        onChange={({ target }) => onText(target.value)}
      />
      {notes.length > 0 && (
        <span id={`${id}-why`} className={doubts.length > 0 ? 'review-doubt' : 'quiet'}>
          {doubts.length > 0 && <WarningOutlined aria-hidden />} {notes.join('; ')}
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
  /** Called when the mouse pointer or keyboard focus moves to a row or one of its cells. */
  onPoint: OnPoint;
}

/** Waiting rows first. Shows only the columns that are imported. */
export function ReviewRows({ document, rows, edited, decisions, onPoint }: ReviewRowsProps) {
  const columns = document.columns.flatMap(({ name, field }, index) => (field === null ? [] : [{ index, name }]));
  const waiting = rows.filter(({ state }) => state === 'held');
  const decided = rows.filter(({ state }) => state !== 'held');
  const shared = { id: useId(), doubts: sharedDoubts(waiting) };
  return (
    <>
      {shared.doubts.length > 0 && (
        <p id={shared.id} className="review-doubt review-doubt-of-all">
          <WarningOutlined aria-hidden /> Applies to every waiting row: {shared.doubts.join('; ')}
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
        // A scrolling region must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className="data-table-scroll" aria-label="Rows in the document" tabIndex={0}>
          <table className="data-table review-table">
            <caption className="visually-hidden">Rows in {document.originalFileName}</caption>
            <thead>
              <tr>
                <th scope="col">Row</th>
                {columns.map(({ index, name }) => (
                  <th key={index} scope="col">
                    {name}
                  </th>
                ))}
                <th scope="col">Status</th>
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
