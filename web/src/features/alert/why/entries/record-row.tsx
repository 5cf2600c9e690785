import type { EvidenceEntry } from '@clearwatch/contracts/alerts';
import { EntryRecord } from '../records/entry-record.tsx';
import type { DrawnRow } from './entry-row.tsx';

interface RecordRowProps extends DrawnRow {
  entry: EvidenceEntry;
  /** Unique in the page. */
  id: string;
  columns: number;
}

/** The record of the file of the entry above. */
export function RecordRow({ entry, id, columns, index, measure }: RecordRowProps) {
  return (
    <tr
      ref={measure}
      data-index={measure && index}
      aria-rowindex={measure && index + 2}
      id={id}
      className="evidence-record-row"
    >
      <td colSpan={columns}>
        <EntryRecord transactionId={Number(entry.transactionId)} />
      </td>
    </tr>
  );
}
