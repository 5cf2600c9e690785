import { WarningOutlined } from '@ant-design/icons';
import type { ParsedCell, ParsedRow } from '@clearwatch/contracts/http/documents';
import { Button, Input, Tooltip } from 'antd';
import { useId } from 'react';
import type { Decisions } from './use-decisions.ts';
import type { EditedCells } from './use-edited-cells.ts';

/** Of a field, in characters; and the room for its frame and sign. */
const LEAST_WIDTH = 5;
const ROOM = 6;

interface RowOfDocumentProps {
  row: ParsedRow;
  /** Those that are imported, by their place among the cells. */
  columns: readonly { column: number; name: string }[];
  edited: EditedCells;
  decisions: Decisions;
  onPoint: (row: ParsedRow, column: number | null) => void;
}

/** A row that waits can be corrected in place; any other is only shown. */
export function RowOfDocument({ row, columns, edited, decisions, onPoint }: RowOfDocumentProps) {
  const isWaiting = row.state === 'held';
  const texts = edited.of(row);
  return (
    <tr className={isWaiting ? 'review-waits' : undefined} onMouseEnter={() => onPoint(row, null)}>
      <td className="figures">{row.row}</td>
      {columns.map(({ column, name }) => {
        const cell = row.cells[column];
        return (
          <td key={column}>
            {cell !== undefined && isWaiting && (
              <CellField
                cell={cell}
                label={`${name} of row ${row.row}`}
                text={texts[column] ?? ''}
                onText={(text) => edited.change(row, column, text)}
                onPoint={() => onPoint(row, column)}
              />
            )}
            {cell !== undefined && !isWaiting && (
              <span title={cell.readAs === null ? undefined : `Read as: ${cell.readAs}`}>{cell.text}</span>
            )}
          </td>
        );
      })}
      <td>
        {isWaiting ? (
          <span className="review-acts">
            {row.doubts.map((doubt) => (
              <span key={doubt} className="review-doubt">
                <WarningOutlined aria-hidden /> {doubt}
              </span>
            ))}
            <span className="review-buttons">
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
            </span>
          </span>
        ) : (
          <StateWords row={row} />
        )}
      </td>
    </tr>
  );
}

function CellField({
  cell,
  label,
  text,
  onText,
  onPoint,
}: {
  cell: ParsedCell;
  label: string;
  text: string;
  onText: (text: string) => void;
  onPoint: () => void;
}) {
  const hintId = useId();
  const isDoubtful = cell.doubts.length > 0;
  const why = [
    ...cell.doubts,
    ...(text === cell.text ? [] : [`read as: ${cell.text === '' ? 'nothing' : cell.text}`]),
  ];
  return (
    <>
      <Tooltip title={why.length === 0 ? undefined : why.join('; ')}>
        <Input
          size="small"
          value={text}
          status={isDoubtful ? 'warning' : ''}
          suffix={isDoubtful ? <WarningOutlined aria-hidden /> : <span />}
          aria-label={label}
          aria-describedby={why.length === 0 ? undefined : hintId}
          style={{ width: `${Math.max(LEAST_WIDTH, text.length) + ROOM}ch` }}
          onFocus={onPoint}
          onChange={({ target }) => onText(target.value)}
        />
      </Tooltip>
      {why.length > 0 && (
        <span id={hintId} className="visually-hidden">
          {why.join('; ')}
        </span>
      )}
    </>
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
