import type { AlertEvidence, EvidenceEntry } from '@clearwatch/contracts/alerts';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import { formatCount } from '../../../../formats/count.ts';
import { formatDay } from '../../../../formats/dates.ts';
import { formatMoney } from '../../../../formats/money.ts';
import type { Column } from '../../../../tables/data-table.tsx';
import { TransactionLink } from '../../../../transaction-link/transaction-link.tsx';

/** What is said of each entry; what is the same of all (one account, no parts) is left out. */
export function entryColumns({ entries, triggerEntryId }: AlertEvidence): Column<EvidenceEntry>[] {
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
    ...(hasParts ? [PART] : []),
    ...(accounts.size > 1 ? [ACCOUNT] : []),
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

const PART: Column<EvidenceEntry> = {
  title: 'Part',
  cell: ({ part }) => (part === null ? <span className="quiet">Beside</span> : part),
};

const ACCOUNT: Column<EvidenceEntry> = {
  title: 'Account',
  cell: ({ accountNumber }) => maskAccount(accountNumber),
};
