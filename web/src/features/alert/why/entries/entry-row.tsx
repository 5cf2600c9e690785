import { DownOutlined, RightOutlined } from '@ant-design/icons';
import type { EvidenceEntry } from '@clearwatch/contracts/alerts';
import { formatCount } from '../../../../formats/count.ts';
import type { Column } from '../../../../tables/data-table.tsx';

export interface DrawnRow {
  /** Among all rows, from 0. */
  index: number;
  /** Of a long table, where not all rows are drawn: is told of the row. */
  measure: ((row: HTMLTableRowElement | null) => void) | undefined;
}

interface EntryRowProps extends DrawnRow {
  entry: EvidenceEntry;
  columns: readonly Column<EvidenceEntry>[];
  /** Of the row below that holds the record. */
  recordId: string;
  isUnfolded: boolean;
  /** The keyboard came to it. */
  onReach: () => void;
  /** Missing: there is no record to unfold. */
  onToggle?: () => void;
}

/** An entry; its record stands in a row of its own below. */
export function EntryRow(props: EntryRowProps) {
  const { entry, columns, index, measure, recordId, isUnfolded, onReach, onToggle } = props;
  return (
    <tr
      ref={measure}
      data-index={measure && index}
      // The heading is the first.
      aria-rowindex={measure && index + 2}
      onFocus={onReach}
    >
      <td className="evidence-unfold">
        {onToggle !== undefined && (
          <button
            type="button"
            aria-expanded={isUnfolded}
            aria-controls={isUnfolded ? recordId : undefined}
            aria-label={`Record of line ${formatCount(entry.source.line)}`}
            title={isUnfolded ? 'Fold the record' : 'Show the record of the file'}
            onClick={onToggle}
          >
            {isUnfolded ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
          </button>
        )}
      </td>
      {columns.map(({ title, cell, numeric }) => (
        <td key={title} className={numeric && 'numeric'}>
          {cell(entry)}
        </td>
      ))}
    </tr>
  );
}
