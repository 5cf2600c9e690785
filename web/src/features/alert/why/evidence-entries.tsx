import type { AlertEvidence, EvidenceEntry } from '@clearwatch/contracts/fraud/alert-evidence';
import { maskAccount } from '@clearwatch/domain/members/mask-account';
import { formatCount } from '../../../formats/count.ts';
import { formatDay } from '../../../formats/dates.ts';
import { formatMoney } from '../../../formats/money.ts';
import { type Column, DataTable } from '../../../tables/data-table.tsx';
import { TransactionLink } from '../../../transaction-link/transaction-link.tsx';

/** The entries in the rule's window, each with the line of the file it came from. */
export function EvidenceEntries({ evidence }: { evidence: AlertEvidence }) {
  return (
    <section>
      <h3>Entries</h3>
      <DataTable
        caption="Entries"
        columns={entryColumns(evidence.triggerEntryId)}
        rows={evidence.entries}
        rowKey={({ transactionId }) => transactionId}
      />
      {evidence.dailyTotals.length > 0 && <DailyTotals totals={evidence.dailyTotals} />}
    </section>
  );
}

type DailyTotal = AlertEvidence['dailyTotals'][number];

const TOTAL_COLUMNS: Column<DailyTotal>[] = [
  { title: 'Day', cell: ({ day }) => formatDay(day) },
  { title: 'Account', cell: ({ accountNumber }) => maskAccount(accountNumber) },
  { title: 'Credits', cell: ({ credits }) => formatMoney(credits), numeric: true },
];

function DailyTotals({ totals }: { totals: DailyTotal[] }) {
  return (
    <>
      <h3>Credits per day and account</h3>
      <DataTable
        caption="Credits per day and account"
        columns={TOTAL_COLUMNS}
        rows={totals}
        rowKey={({ day, accountNumber }) => `${day} ${accountNumber}`}
      />
    </>
  );
}

function entryColumns(triggerEntryId: string): Column<EvidenceEntry>[] {
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
    { title: 'Account', cell: ({ accountNumber }) => maskAccount(accountNumber) },
    { title: 'Type', cell: ({ transactionType }) => transactionType },
    { title: 'Amount', cell: ({ amount }) => formatMoney(amount), numeric: true },
    {
      title: 'File line',
      cell: ({ source, traceNumber, transactionId }) => (
        <span title={traceNumber === null ? undefined : `Trace number ${traceNumber}`}>
          <TransactionLink id={Number(transactionId)}>
            Line {formatCount(source.line)} of import {source.importId}
          </TransactionLink>
        </span>
      ),
    },
  ];
}
