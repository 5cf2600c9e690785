import { DownOutlined, RightOutlined } from '@ant-design/icons';
import type { AlertEvidence, EvidenceEntry } from '@clearwatch/contracts/alerts';
import { MAX_EVIDENCE_ENTRIES } from '@clearwatch/domain/detection/finding-evidence';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import { formatCents, parseCents } from '@clearwatch/domain/money/cents';
import { type ReactNode, useId, useRef, useState } from 'react';
import { type Column, DataTable, isLongTable, TableBody } from '../../components/tables/data-table.tsx';
import { TransactionLink } from '../../components/transaction-link.tsx';
import { formatDay } from '../../lib/date-format.ts';
import { formatCount, formatMoney, formatQuantity } from '../../lib/number-format.ts';
import { EntryRecord, useImportWithoutRecords } from './evidence-entry-record.tsx';

type DailyTotal = AlertEvidence['dailyTotals'][number];

const DAILY_TOTAL_COLUMNS: Column<DailyTotal>[] = [
  { title: 'Day', cell: ({ day }) => formatDay(day) },
  { title: 'Account', cell: ({ accountNumber }) => maskAccount(accountNumber) },
  { title: 'Credits', cell: ({ credits }) => formatMoney(credits), numeric: true },
];

function DailyTotals({ totals }: { totals: DailyTotal[] }) {
  if (totals.length === 0) return null;
  return (
    <section aria-label="Credits per day and account">
      <h3>Credits per day and account</h3>
      <DataTable
        caption="Table of credits per day and account"
        columns={DAILY_TOTAL_COLUMNS}
        rows={totals}
        rowKey={({ day, accountNumber }) => `${day} ${accountNumber}`}
      />
    </section>
  );
}

function entryColumns({ entries, triggerEntryId }: AlertEvidence): Column<EvidenceEntry>[] {
  const hasParts = entries.some(({ part }) => part !== null);
  const accounts = new Set(entries.map(({ accountNumber }) => accountNumber));
  return [
    {
      title: 'Date',
      cell: ({ day, transactionId }) => (
        <span className="evidence-entry-day">
          {formatDay(day)}
          {transactionId === triggerEntryId && <span className="evidence-trigger">Trigger</span>}
        </span>
      ),
    },
    {
      title: 'Company',
      cell: ({ company, entryDescription }) => (
        <span className="evidence-company">
          {company}
          {entryDescription !== null && <span className="quiet">{entryDescription}</span>}
        </span>
      ),
    },
    ...(hasParts ? [PART_COLUMN] : []),
    ...(accounts.size > 1 ? [ACCOUNT_COLUMN] : []),
    { title: 'Type', cell: ({ transactionType }) => transactionType },
    { title: 'Amount', cell: ({ amount }) => formatMoney(amount), numeric: true },
    {
      title: 'File line',
      cell: ({ source, traceNumber, transactionId }) => (
        <span
          className="evidence-file-line"
          title={traceNumber === null ? undefined : `Trace number ${traceNumber}`}
        >
          <TransactionLink id={Number(transactionId)}>
            Line {formatCount(source.line)} of import {source.importId}
          </TransactionLink>
        </span>
      ),
    },
  ];
}

const PART_COLUMN: Column<EvidenceEntry> = {
  title: 'Part',
  cell: ({ part }) => (part === null ? <span className="quiet">Beside</span> : part),
};

const ACCOUNT_COLUMN: Column<EvidenceEntry> = {
  title: 'Account',
  cell: ({ accountNumber }) => maskAccount(accountNumber),
};

interface VirtualRow {
  index: number;
  measure: ((row: HTMLTableRowElement | null) => void) | undefined;
}

interface EntryRowProps extends VirtualRow {
  entry: EvidenceEntry;
  columns: readonly Column<EvidenceEntry>[];
  recordId: string;
  isUnfolded: boolean;
  onReach: () => void;
  onToggle?: () => void;
}

function EntryRow(props: EntryRowProps) {
  const { entry, columns, index, measure, recordId, isUnfolded, onReach, onToggle } = props;
  return (
    <tr
      ref={measure}
      data-index={measure && index}
      // The header is row 1.
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

interface RecordRowProps extends VirtualRow {
  entry: EvidenceEntry;
  id: string;
  columns: number;
}

function RecordRow({ entry, id, columns, index, measure }: RecordRowProps) {
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

/** An entry's record can be unfolded if the file has records; the trigger's record is shown above already. */
function EntriesTable({ evidence }: { evidence: AlertEvidence }) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const [reached, setReached] = useState('');
  const scroll = useRef<HTMLElement>(null);
  const plainImport = useImportWithoutRecords(evidence);
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
  const lines = evidence.entries.flatMap((entry): { entry: EvidenceEntry; shows: 'entry' | 'record' }[] =>
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
  const isLongOne = isLongTable(evidence.entries.length);
  return (
    // A scrolling region must be reachable by keyboard.
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

function formatEntryTotals(entries: readonly EvidenceEntry[]): string {
  return [formatSideTotal(entries, 'Credit'), formatSideTotal(entries, 'Debit')]
    .filter((side) => side !== null)
    .join('; ');
}

function formatSideTotal(
  entries: readonly EvidenceEntry[],
  type: EvidenceEntry['transactionType'],
): string | null {
  const side = entries.filter(({ transactionType }) => transactionType === type);
  if (side.length === 0) return null;
  const cents = side.reduce((sum, { amount }) => sum + parseCents(amount), 0);
  return `${formatQuantity(side.length, type.toLowerCase())}, ${formatMoney(formatCents(cents))}`;
}

export function EntriesSection({ evidence }: { evidence: AlertEvidence }) {
  const { entries, dailyTotals } = evidence;
  return (
    <>
      <section aria-label="Entries of the pattern">
        <div className="evidence-part-head">
          <h3>Entries</h3>
          <span className="quiet figures">{formatEntryTotals(entries)}</span>
        </div>
        {entries.length === 0 ? (
          <p className="quiet">The evidence names no entries.</p>
        ) : (
          <EntriesTable evidence={evidence} />
        )}
        {entries.length >= MAX_EVIDENCE_ENTRIES && (
          <p className="evidence-note">
            Evidence keeps the {formatCount(MAX_EVIDENCE_ENTRIES)} entries around the one that completed the
            pattern; there may be more.
          </p>
        )}
      </section>
      <DailyTotals totals={dailyTotals} />
    </>
  );
}

export function TriggerSection({ evidence: { entries, triggerEntryId } }: { evidence: AlertEvidence }) {
  const trigger = entries.find(({ transactionId }) => transactionId === triggerEntryId);
  return (
    <section aria-label="The entry that completed the pattern">
      <div className="evidence-part-head">
        <h3>The entry that completed the pattern</h3>
        {trigger !== undefined && (
          <span className="quiet figures">
            {formatDay(trigger.day)}, {trigger.transactionType.toLowerCase()} of {formatMoney(trigger.amount)}
            , {trigger.company}
          </span>
        )}
      </div>
      <EntryRecord transactionId={Number(triggerEntryId)} />
    </section>
  );
}
