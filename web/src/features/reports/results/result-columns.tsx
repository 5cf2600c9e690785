import type { Transaction } from '@clearwatch/contracts/transactions.dto';
import { dayOfEntry, entryWords } from '../../../entries/entry-words.ts';
import { ToneBadge } from '../../../figures/tone-badge.tsx';
import { formatDay } from '../../../formats/dates.ts';
import { formatMoney } from '../../../formats/money.ts';
import type { Column } from '../../../tables/data-table.tsx';

/** Spec section 2, then what is there when asked for. */
export const RESULT_COLUMNS: Column<Transaction>[] = [
  { title: 'Member', cell: ({ memberName }) => <span className="result-member">{memberName || '—'}</span> },
  { title: 'Company', cell: ({ company }) => <span className="result-words">{company || '—'}</span> },
  { title: 'Amount', cell: ({ amount }) => formatMoney(amount), numeric: true },
  {
    title: 'Type',
    cell: ({ transactionType }) => (
      <ToneBadge tone={transactionType === 'Credit' ? 'green' : 'gray'}>{transactionType}</ToneBadge>
    ),
  },
  { title: 'Code', cell: ({ transactionCode }) => <span className="figures">{transactionCode || '—'}</span> },
  { title: 'Date', cell: (entry) => <span className="result-day">{formatDay(dayOfEntry(entry))}</span> },
  { title: 'Description', cell: (entry) => <span className="result-words">{entryWords(entry)}</span> },
  { title: 'Account', cell: ({ accountNumber }) => <span className="figures">{accountNumber}</span> },
  { title: 'Class', cell: ({ class: code }) => code || '—' },
  {
    title: 'Check Tracer Number',
    cell: ({ checkTracerNumber }) => <span className="figures">{checkTracerNumber || '—'}</span>,
  },
  { title: 'Batch', cell: ({ batch }) => <span className="figures">{batch || '—'}</span> },
  { title: 'Addenda', cell: ({ addenda }) => <span className="result-words">{addenda || '—'}</span> },
];

/** Beyond the columns of the specification. */
export const USUALLY_HIDDEN = RESULT_COLUMNS.slice(7).map(({ title }) => title);
