import { type DescribedEntry, meaningOf } from '../../../companies/counterparty.ts';
import type { CounterpartyKind } from '../../../companies/counterparty-table.ts';

/** What a lender elsewhere is paid for. */
export type LenderKind =
  | 'mortgage'
  | 'auto loan'
  | 'student loan'
  | 'credit card'
  | 'personal loan'
  | 'payday loan'
  | 'loan, type unknown';

const LOANS: Partial<Readonly<Record<CounterpartyKind, LenderKind>>> = {
  mortgage_lender: 'mortgage',
  auto_lender: 'auto loan',
  student_lender: 'student loan',
  personal_lender: 'personal loan',
  payday_lender: 'payday loan',
};

/** What an entry repays; null when it repays neither a loan nor a card. */
export function lenderKindOf(entry: DescribedEntry): LenderKind | null {
  if (entry.transactionType === 'Credit') return null;
  const { kind, purpose } = meaningOf(entry);
  if (purpose === 'card_payment') return 'credit card';
  return purpose === 'loan_payment' ? (LOANS[kind] ?? 'loan, type unknown') : null;
}
