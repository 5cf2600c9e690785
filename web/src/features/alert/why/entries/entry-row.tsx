import { DownOutlined, RightOutlined } from '@ant-design/icons';
import type { EvidenceEntry } from '@clearwatch/contracts/fraud/alert-evidence';
import type { ReactNode } from 'react';
import { formatCount } from '../../../../formats/count.ts';
import type { Column } from '../../../../tables/data-table.tsx';

interface EntryRowProps {
  entry: EvidenceEntry;
  columns: readonly Column<EvidenceEntry>[];
  /** Of the row that holds the record, unique in the page. */
  recordId: string;
  isUnfolded: boolean;
  /** Missing: there is no record to unfold. */
  onToggle?: () => void;
  /** The record, made when it is unfolded. */
  children: ReactNode;
}

/** An entry and, unfolded, its record below. */
export function EntryRow({ entry, columns, recordId, isUnfolded, onToggle, children }: EntryRowProps) {
  const shown = isUnfolded && onToggle !== undefined;
  return (
    <>
      <tr>
        <td className="evidence-unfold">
          {onToggle !== undefined && (
            <button
              type="button"
              aria-expanded={shown}
              aria-controls={shown ? recordId : undefined}
              aria-label={`Record of line ${formatCount(entry.source.line)}`}
              title={shown ? 'Fold the record' : 'Show the record of the file'}
              onClick={onToggle}
            >
              {shown ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
            </button>
          )}
        </td>
        {columns.map(({ title, cell, numeric }) => (
          <td key={title} className={numeric && 'numeric'}>
            {cell(entry)}
          </td>
        ))}
      </tr>
      {shown && (
        <tr id={recordId} className="evidence-record-row">
          <td colSpan={columns.length + 1}>{children}</td>
        </tr>
      )}
    </>
  );
}
