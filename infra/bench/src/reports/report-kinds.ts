import type { TransactionFilters } from '@clearwatch/contracts/http/transaction-reports';
import type { Transaction } from '@clearwatch/contracts/http/transactions';

type Asked = (entry: Transaction) => TransactionFilters;

const letters = (text: string, count: number): string => text.trim().slice(0, count) || 'a';
const monthOf = ({ postingDate }: Transaction) => {
  const month = (postingDate ?? '2026-01-01').slice(0, 7);
  return { start: `${month}-01`, end: `${month}-28` };
};
const about = (amount: string) => ({
  operator: 'between' as const,
  value: `${Math.floor(Number(amount) * 0.9)}`,
  value2: `${Math.ceil(Number(amount) * 1.1)}`,
});

/** Every kind of filter that a report can have, and what people combine; each asks for what some entry says. */
export const REPORT_KINDS: readonly (readonly [kind: string, filters: Asked])[] = [
  ['first name', (entry) => ({ firstName: letters(entry.firstName, 20) })],
  ['last name, part of it', (entry) => ({ lastName: letters(entry.lastName, 3) })],
  [
    'first and last name',
    (entry) => ({ firstName: entry.firstName || 'a', lastName: entry.lastName || 'a' }),
  ],
  ['company', (entry) => ({ company: [letters(entry.company, 40)] })],
  ['company, part of it', (entry) => ({ company: [letters(entry.company, 4)] })],
  [
    'types and class',
    (entry) => ({ transactionType: [entry.transactionType], class: [entry.class ?? 'PPD'] }),
  ],
  ['transaction code', (entry) => ({ transactionCode: [entry.transactionCode || '22'] })],
  ['entry description', (entry) => ({ entryDescription: [letters(entry.entryDescription ?? 'pay', 5)] })],
  ['addenda', (entry) => ({ addenda: letters(entry.addenda ?? 'invoice', 8) })],
  ['addenda, two letters', (entry) => ({ addenda: letters(entry.addenda ?? 'in', 2) })],
  ['trace number', (entry) => ({ checkTracerNumber: entry.checkTracerNumber ?? '1' })],
  ['batch', (entry) => ({ batch: entry.batch ?? '1' })],
  ['amount, equal', (entry) => ({ amount: { operator: 'eq', value: entry.amount } })],
  ['amount, more than', (entry) => ({ amount: { operator: 'gt', value: entry.amount } })],
  ['amount, between', (entry) => ({ amount: about(entry.amount) })],
  ['a month', (entry) => ({ dateRange: monthOf(entry) })],
  ['name and month', (entry) => ({ lastName: letters(entry.lastName, 20), dateRange: monthOf(entry) })],
  [
    'company, type and amount',
    (entry) => ({
      company: [letters(entry.company, 5)],
      transactionType: [entry.transactionType],
      amount: about(entry.amount),
    }),
  ],
  [
    'other type and large amount',
    (entry) => ({
      transactionType: [entry.transactionType === 'Credit' ? 'Debit' : 'Credit'],
      amount: { operator: 'gt', value: '5000' },
      company: [letters(entry.company, 12)],
    }),
  ],
  [
    'everything at once',
    (entry) => ({
      firstName: letters(entry.firstName, 2),
      lastName: letters(entry.lastName, 2),
      company: [letters(entry.company, 2)],
      class: [entry.class ?? 'PPD'],
      entryDescription: [letters(entry.entryDescription ?? 'a', 2)],
      amount: about(entry.amount),
      dateRange: monthOf(entry),
    }),
  ],
];
