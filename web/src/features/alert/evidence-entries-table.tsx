import { BarsOutlined, DownOutlined, RightOutlined } from '@ant-design/icons';
import type { AlertEvidence, EvidenceEntry } from '@clearwatch/contracts/alerts';
import type { TransactionSource } from '@clearwatch/contracts/transactions.dto';
import { MAX_EVIDENCE_ENTRIES } from '@clearwatch/domain/detection/finding-evidence';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import { formatCents, parseCents } from '@clearwatch/domain/money/cents';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { isNotFound } from '../../api/error-messages.ts';
import { getTransaction } from '../../api/transactions-api.ts';
import {
  CopyRecordsButton,
  RecordFields,
  RecordLine,
  recordTitle,
  type StoredRecord,
  storedRecords,
} from '../../components/nacha-record-view.tsx';
import { QueryStates } from '../../components/panel.tsx';
import { type Column, DataTable } from '../../components/tables/data-table.tsx';
import { TransactionLink } from '../../components/transaction-link.tsx';
import { formatDay } from '../../lib/date-format.ts';
import { formatCount, formatMoney, formatQuantity } from '../../lib/number-format.ts';

function FileLocation({ source: { fileName, line, importId } }: { source: TransactionSource }) {
  return (
    <p className="evidence-source">
      Line {formatCount(line)} of <span className="evidence-text">{fileName}</span>,{' '}
      <Link to={`/import?import=${importId}`}>receipt for import #{importId}</Link>
    </p>
  );
}

function NachaRecords({ records, source }: { records: StoredRecord[]; source: TransactionSource }) {
  const [showsFields, setShowsFields] = useState(false);
  return (
    <div className="evidence-records">
      <div className="evidence-part-head">
        <FileLocation source={source} />
        <span className="evidence-part-actions">
          <Button
            size="small"
            icon={<BarsOutlined aria-hidden />}
            aria-pressed={showsFields}
            onClick={() => setShowsFields(!showsFields)}
          >
            Fields
          </Button>
          <CopyRecordsButton records={records} />
        </span>
      </div>
      {records.map((record, at) => {
        const title = recordTitle(record);
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the order of the records of an entry never changes
          <div key={at} className="record-one">
            {records.length > 1 && <h4>{title}</h4>}
            <RecordLine record={record} title={title} />
            {showsFields && <RecordFields record={record} title={title} />}
          </div>
        );
      })}
    </div>
  );
}

export function EntryRecord({ transactionId }: { transactionId: number }) {
  const transaction = useQuery(getTransaction(transactionId));
  // The import may have been undone since.
  if (isNotFound(transaction.error)) {
    return <p className="quiet">Entry {transactionId} is no longer in the ledger because its import was undone.</p>;
  }
  return (
    <QueryStates query={transaction} lines={2} height={24} failed="The record could not be loaded.">
      {(detail) => {
        const records = storedRecords(detail.transaction);
        return records.length === 0 ? (
          <FileLocation source={detail.source} />
        ) : (
          <NachaRecords records={records} source={detail.source} />
        );
      }}
    </QueryStates>
  );
}

/** ID of the trigger’s import if its file is known to have no records (JSON, CSV); otherwise null. */
export function useImportWithoutRecords({ triggerEntryId }: AlertEvidence): string | null {
  const { data } = useQuery(getTransaction(Number(triggerEntryId)));
  if (data === undefined || storedRecords(data.transaction).length > 0) return null;
  return String(data.source.importId);
}

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
        <span className="evidence-file-line" title={traceNumber === null ? undefined : `Trace number ${traceNumber}`}>
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
  cell: ({ part }) => (part === null ? <span className="quiet">Other</span> : part),
};

const ACCOUNT_COLUMN: Column<EvidenceEntry> = {
  title: 'Account',
  cell: ({ accountNumber }) => maskAccount(accountNumber),
};

type EntryTableRow = { entry: EvidenceEntry; isRecord: boolean };

/** A row expands to show its record if the file has records. The trigger’s record is shown above the table. */
function EntriesTable({ evidence }: { evidence: AlertEvidence }) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const plainImport = useImportWithoutRecords(evidence);
  const id = useId();
  const hasRecord = ({ transactionId, source }: EvidenceEntry): boolean =>
    transactionId !== evidence.triggerEntryId && source.importId !== plainImport;
  const isUnfolded = (entry: EvidenceEntry) => unfolded.has(entry.transactionId) && hasRecord(entry);
  const toggle = (entryId: string): void => {
    const next = new Set(unfolded);
    if (!next.delete(entryId)) next.add(entryId);
    setUnfolded(next);
  };
  const foldCell = ({ entry }: EntryTableRow) => (
    <span className="evidence-unfold">{hasRecord(entry) && foldButton(entry)}</span>
  );
  const recordCell = ({ entry, isRecord }: EntryTableRow) =>
    isRecord ? (
      <div id={`${id}-${entry.transactionId}`}>
        <EntryRecord transactionId={Number(entry.transactionId)} />
      </div>
    ) : undefined;
  const foldButton = (entry: EvidenceEntry) => (
    <button
      type="button"
      aria-expanded={isUnfolded(entry)}
      aria-controls={isUnfolded(entry) ? `${id}-${entry.transactionId}` : undefined}
      aria-label={`Record on line ${formatCount(entry.source.line)}`}
      title={isUnfolded(entry) ? 'Hide the record' : 'Show the file record'}
      onClick={() => toggle(entry.transactionId)}
    >
      {isUnfolded(entry) ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
    </button>
  );
  const columns: Column<EntryTableRow>[] = [
    {
      title: 'Record',
      hidesTitle: true,
      cell: foldCell,
    },
    ...entryColumns(evidence).map((column) => ({
      ...column,
      cell: ({ entry }: EntryTableRow) => column.cell(entry),
    })),
  ];
  return (
    <div className="evidence-entries">
      <DataTable
        caption="Entries"
        columns={columns}
        rows={evidence.entries.flatMap((entry) => [
          { entry, isRecord: false },
          ...(isUnfolded(entry) ? [{ entry, isRecord: true }] : []),
        ])}
        rowKey={({ entry, isRecord }) => `${entry.transactionId}${isRecord ? ' record' : ''}`}
        wideCell={recordCell}
      />
    </div>
  );
}

/** "3 credits, $28,200.00; 2 debits, $900.00" */
function formatEntryTotals(entries: readonly EvidenceEntry[]): string {
  const sides = Map.groupBy(entries, ({ transactionType }) => transactionType);
  const texts = (['Credit', 'Debit'] as const).map((type) => {
    const side = sides.get(type) ?? [];
    const cents = side.reduce((sum, { amount }) => sum + parseCents(amount), 0);
    return side.length > 0 && `${formatQuantity(side.length, type.toLowerCase())}, ${formatMoney(formatCents(cents))}`;
  });
  return texts.filter(Boolean).join('; ');
}

export function EntriesSection({ evidence }: { evidence: AlertEvidence }) {
  const { entries, dailyTotals } = evidence;
  return (
    <>
      <section aria-label="Entries in the pattern">
        <div className="evidence-part-head">
          <h3>Entries</h3>
          <span className="quiet figures">{formatEntryTotals(entries)}</span>
        </div>
        {entries.length === 0 ? (
          <p className="quiet">The evidence has no entries.</p>
        ) : (
          <EntriesTable evidence={evidence} />
        )}
        {entries.length >= MAX_EVIDENCE_ENTRIES && (
          <p className="evidence-note">
            The evidence shows the {formatCount(MAX_EVIDENCE_ENTRIES)} entries around the one that completed the
            pattern. There may be more.
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
            {formatDay(trigger.day)}, {trigger.transactionType.toLowerCase()} of {formatMoney(trigger.amount)},{' '}
            {trigger.company}
          </span>
        )}
      </div>
      <EntryRecord transactionId={Number(triggerEntryId)} />
    </section>
  );
}
