import type { DocumentEntry } from './document-entry.ts';
import { amountOf, dayOf, firstNameFirst, lastNameFirst } from './written.ts';

/** A column of a printed table. */
export interface TableColumn {
  label: string;
  /** In points. */
  width: number;
  align: 'left' | 'right';
  text: (entry: DocumentEntry) => string;
}

function left(label: string, width: number, text: TableColumn['text']): TableColumn {
  return { label, width, align: 'left', text };
}

function right(label: string, width: number, text: TableColumn['text']): TableColumn {
  return { label, width, align: 'right', text };
}

export const COLUMNS = {
  account: left('Account Number', 75, ({ accountNumber }) => accountNumber),
  original: left('Original Account', 62, ({ accountNumber }) => accountNumber),
  name: left('Name', 140, lastNameFirst),
  memberName: left('Member Name', 130, firstNameFirst),
  lastName: left('Last Name', 75, ({ lastName }) => lastName),
  firstName: left('First Name', 70, ({ firstName }) => firstName),
  company: left('Company', 145, ({ company }) => company),
  description: left('Description', 80, ({ description }) => description),
  code: left('Code', 35, ({ transactionCode }) => transactionCode),
  sec: left('SEC', 30, ({ secCode }) => secCode),
  trace: left('Trace Number', 95, ({ traceNumber }) => traceNumber),
  type: left('Type', 45, ({ transactionType }) => transactionType),
  day: left('Posting Date', 62, dayOf),
  amount: right('Amount', 65, (entry) => `$${amountOf(entry)}`),
  debit: right('Debit', 65, (entry) => (entry.transactionType === 'Debit' ? amountOf(entry) : '')),
  credit: right('Credit', 65, (entry) => (entry.transactionType === 'Credit' ? amountOf(entry) : '')),
} as const;

/** The same column under another header, of another width, or written otherwise. */
export function like(column: TableColumn, change: Partial<TableColumn>): TableColumn {
  return { ...column, ...change };
}
