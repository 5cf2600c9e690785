import type { AlertEvidence, EvidenceEntry } from '@clearwatch/contracts/fraud/alert-evidence';
import { useId, useState } from 'react';
import { EntryRecord } from '../records/entry-record.tsx';
import { usePlainImport } from '../records/use-plain-import.ts';
import { entryColumns } from './entry-columns.tsx';
import { EntryRow } from './entry-row.tsx';

/**
 * The entries, oldest first. Under each its record of the file can be unfolded, where the file has such records; that of the
 * trigger stands above already.
 */
export function EntriesTable({ evidence }: { evidence: AlertEvidence }) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const plainImport = usePlainImport(evidence);
  const columns = entryColumns(evidence);
  const id = useId();
  const hasRecordBelow = ({ transactionId, source }: EvidenceEntry): boolean =>
    transactionId !== evidence.triggerEntryId && source.importId !== plainImport;
  const toggle = (entryId: string): void =>
    setUnfolded((now) => {
      const next = new Set(now);
      if (!next.delete(entryId)) next.add(entryId);
      return next;
    });
  return (
    // A region that scrolls must be reachable by keyboard to be scrolled by it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="data-table-scroll" aria-label="Entries" tabIndex={0}>
      <table className="data-table evidence-entries">
        <caption className="visually-hidden">Entries</caption>
        <thead>
          <tr>
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
        <tbody>
          {evidence.entries.map((entry) => (
            <EntryRow
              key={entry.transactionId}
              entry={entry}
              columns={columns}
              recordId={`${id}-${entry.transactionId}`}
              isUnfolded={unfolded.has(entry.transactionId)}
              {...(hasRecordBelow(entry) && { onToggle: () => toggle(entry.transactionId) })}
            >
              <EntryRecord transactionId={Number(entry.transactionId)} />
            </EntryRow>
          ))}
        </tbody>
      </table>
    </section>
  );
}
