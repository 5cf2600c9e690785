import './components.css';
import type { Transaction, TransactionKind } from '@clearwatch/contracts/transactions.dto';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { listAccountTransactions } from '../api/transactions-api.ts';
import { formatDay } from '../lib/date-format.ts';
import { formatMoney } from '../lib/number-format.ts';
import { companyPath, hasCompanyPage } from '../lib/page-paths.ts';
import { PanelEmpty, TableSkeleton } from './panel.tsx';
import type { Column } from './tables/data-table.tsx';
import { QueryTable } from './tables/paged-list.tsx';
import { TransactionLink, useOpenedTransaction } from './transaction-link.tsx';

const KIND_LABELS: Record<TransactionKind, string | null> = {
  money: null,
  zero_dollar: 'zero-dollar entry',
  prenote: 'prenote',
  notification_of_change: 'notification of change',
  return: 'return',
};

/** Posting, settlement or effective date; otherwise the import date. */
export const transactionDay = (entry: Transaction): string =>
  entry.postingDate ?? entry.settlementDate ?? entry.effectiveDate ?? entry.createdAt;

export function transactionText(entry: Transaction): string {
  const { entryDescription, addenda, entryKind, returnedWith, metadata } = entry;
  const kind = metadata?.['kind'] === 'advice' ? 'accounting advice' : KIND_LABELS[entryKind];
  const words = [entryDescription || addenda || '', kind ?? ''];
  if (returnedWith !== null) words.push(`returned ${returnedWith}`);
  return words.filter((word) => word !== '').join(' · ') || '—';
}

/** Spec section 9: recent transactions. */
const SHOWN = 10;

const COLUMNS: Column<Transaction>[] = [
  { title: 'Date', cell: (entry) => <span className="entry-day">{formatDay(transactionDay(entry))}</span> },
  {
    title: 'Company',
    cell: ({ company }) => (hasCompanyPage(company) ? <Link to={companyPath(company)}>{company}</Link> : company),
  },
  { title: 'Description', cell: (entry) => <span className="entry-words">{transactionText(entry)}</span> },
  { title: 'Type', cell: ({ transactionType }) => transactionType },
  { title: 'Amount', cell: ({ amount }) => formatMoney(amount), numeric: true },
  {
    title: 'Entry',
    cell: (entry) => (
      <TransactionLink
        id={entry.id}
        label={`Details of ${formatMoney(entry.amount)}, ${entry.company}, ${formatDay(transactionDay(entry))}`}
      >
        Details
      </TransactionLink>
    ),
  },
];

type NewestTransactionsProps = { accountNumber: string; caption?: string };

export function NewestTransactions({ accountNumber, caption }: NewestTransactionsProps) {
  const { open } = useOpenedTransaction();
  const transactions = useQuery(listAccountTransactions({ accountNumber, limit: SHOWN }));
  return (
    <QueryTable
      query={transactions}
      skeleton={<TableSkeleton lines={6} height={28} />}
      failed="The latest transactions could not be loaded."
      empty={<PanelEmpty text="No transactions." />}
      caption={caption ?? 'Latest entries'}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      onOpen={({ id }) => open(id)}
    />
  );
}
