import { WarningOutlined } from '@ant-design/icons';
import type { ParsedCell, ParsedRow } from '@clearwatch/contracts/documents.dto';
import { Button, Input } from 'antd';
import { useId } from 'react';
import { doubtsTold } from './told-once.ts';
import type { Decisions } from './use-decisions.ts';
import type { EditedCells } from './use-edited-cells.ts';

interface WaitingRowProps {
  row: ParsedRow;
  /** Those that are imported, by their place among the cells. */
  columns: readonly { column: number; name: string }[];
  edited: EditedCells;
  decisions: Decisions;
  /** What speaks against all rows alike, and the element that says it. */
  ofAll: { id: string; doubts: readonly string[] };
  onPoint: (row: ParsedRow, column: number | null) => void;
}

/** A row that waits: each field with what is in doubt about it, however many there are and however narrow the window. */
export function WaitingRow({ row, columns, edited, decisions, ofAll, onPoint }: WaitingRowProps) {
  const texts = edited.of(row);
  const told = doubtsTold(row, ofAll.doubts);
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
                doubts={told.cells[column] ?? []}
                saidBy={cell.doubts.flatMap((doubt) => {
                  if (ofAll.doubts.includes(doubt)) return ofAll.id;
                  return told.row.includes(doubt) ? id : [];
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
      {told.row.length > 0 && (
        <p id={id} className="review-doubt">
          <WarningOutlined aria-hidden /> {told.row.join('; ')}
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
