import type { Transaction } from '@clearwatch/contracts/transactions.dto';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { companyAddress, hasCompanyPage } from '../addresses/company-address.ts';
import { listTransactionsOf } from '../api/list-transactions.ts';
import { formatDay } from '../formats/dates.ts';
import { formatMoney } from '../formats/money.ts';
import { PanelEmpty, QueryStates } from '../panels/panel-states.tsx';
import { SkeletonLines } from '../panels/skeleton-lines.tsx';
import { type Column, DataTable } from '../tables/data-table.tsx';
import { TransactionLink } from '../transaction-link/transaction-link.tsx';
import { useOpenedTransaction } from '../transaction-link/use-opened-transaction.ts';
import { dayOfEntry, entryWords } from './entry-words.ts';
import './newest-entries.css';

/** Spec section 9: recent transactions. */
const SHOWN = 10;

const COLUMNS: Column<Transaction>[] = [
  { title: 'Date', cell: (entry) => <span className="entry-day">{formatDay(dayOfEntry(entry))}</span> },
  {
    title: 'Company',
    cell: ({ company }) =>
      hasCompanyPage(company) ? <Link to={companyAddress(company)}>{company}</Link> : company,
  },
  { title: 'Description', cell: (entry) => <span className="entry-words">{entryWords(entry)}</span> },
  { title: 'Type', cell: ({ transactionType }) => transactionType },
  { title: 'Amount', cell: ({ amount }) => formatMoney(amount), numeric: true },
  {
    title: 'Entry',
    cell: (entry) => (
      <TransactionLink
        id={entry.id}
        label={`Details of ${formatMoney(entry.amount)}, ${entry.company}, ${formatDay(dayOfEntry(entry))}`}
      >
        Details
      </TransactionLink>
    ),
  },
];

interface NewestEntriesProps {
  accountNumber: string;
  /** Where several such tables stand on one screen, what tells this one from the others. */
  caption?: string;
}

/** The last ten entries of an account, each leading to its dialog. */
export function NewestEntries({ accountNumber, caption = 'The newest entries' }: NewestEntriesProps) {
  const { open } = useOpenedTransaction();
  const transactions = useQuery(listTransactionsOf({ accountNumber, limit: SHOWN }));
  return (
    <QueryStates
      query={transactions}
      skeleton={
        <div className="table-skeleton">
          <SkeletonLines lines={6} height={28} />
        </div>
      }
      failed="The last transactions could not be loaded."
    >
      {(entries) =>
        entries.length === 0 ? (
          <PanelEmpty text="No transactions." />
        ) : (
          <DataTable
            caption={caption}
            columns={COLUMNS}
            rows={entries}
            rowKey={({ id }) => id}
            onOpen={({ id }) => open(id)}
          />
        )
      }
    </QueryStates>
  );
}
