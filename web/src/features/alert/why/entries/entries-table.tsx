import type { AlertEvidence, EvidenceEntry } from '@clearwatch/contracts/alerts';
import { type ReactNode, useId, useRef, useState } from 'react';
import { isLong, TableBody } from '../../../../tables/table-body.tsx';
import { usePlainImport } from '../records/use-plain-import.ts';
import { entryColumns } from './entry-columns.tsx';
import { EntryRow } from './entry-row.tsx';
import { RecordRow } from './record-row.tsx';

interface Line {
  entry: EvidenceEntry;
  shows: 'entry' | 'record';
}

/**
 * The entries, oldest first. Under each its record of the file can be unfolded, where the file has such records; that of the
 * trigger stands above already.
 */
export function EntriesTable({ evidence }: { evidence: AlertEvidence }) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const [reached, setReached] = useState('');
  const scroll = useRef<HTMLElement>(null);
  const plainImport = usePlainImport(evidence);
  const columns = entryColumns(evidence);
  const id = useId();
  const hasRecordBelow = ({ transactionId, source }: EvidenceEntry): boolean =>
    transactionId !== evidence.triggerEntryId && source.importId !== plainImport;
  const isUnfolded = (entry: EvidenceEntry): boolean =>
    unfolded.has(entry.transactionId) && hasRecordBelow(entry);
  const toggle = (entryId: string): void =>
    setUnfolded((now) => {
      const next = new Set(now);
      if (!next.delete(entryId)) next.add(entryId);
      return next;
    });
  const lines = evidence.entries.flatMap((entry): Line[] =>
    isUnfolded(entry)
      ? [
          { entry, shows: 'entry' },
          { entry, shows: 'record' },
        ]
      : [{ entry, shows: 'entry' }],
  );
  const row = (index: number, measure?: (row: HTMLTableRowElement | null) => void): ReactNode => {
    const line = lines[index];
    if (line === undefined) return null;
    const { entry, shows } = line;
    const recordId = `${id}-${entry.transactionId}`;
    const drawn = { entry, index, measure };
    return shows === 'record' ? (
      <RecordRow key={recordId} id={recordId} columns={columns.length + 1} {...drawn} />
    ) : (
      <EntryRow
        key={entry.transactionId}
        columns={columns}
        recordId={recordId}
        isUnfolded={isUnfolded(entry)}
        onReach={() => setReached(entry.transactionId)}
        {...(hasRecordBelow(entry) && { onToggle: () => toggle(entry.transactionId) })}
        {...drawn}
      />
    );
  };
  const isLongOne = isLong(evidence.entries.length);
  return (
    // A region that scrolls must be reachable by keyboard to be scrolled by it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="data-table-scroll" aria-label="Entries" tabIndex={0} ref={scroll}>
      <table className="data-table evidence-entries" aria-rowcount={isLongOne ? lines.length + 1 : undefined}>
        <caption className="visually-hidden">Entries</caption>
        <thead>
          <tr aria-rowindex={isLongOne ? 1 : undefined}>
            <th scope="col">
              <span className="visually-hidden">Record</span>
            </th>
            {columns.map(({ title, numeric }) => (
              <th key={title} scope="col" className={numeric && 'numeric'}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <TableBody
          scroll={scroll}
          isLong={isLongOne}
          count={lines.length}
          columns={columns.length + 1}
          current={Math.max(
            0,
            lines.findIndex(({ entry }) => entry.transactionId === reached),
          )}
          row={row}
        />
      </table>
    </section>
  );
}
