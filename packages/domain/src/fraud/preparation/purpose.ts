import { type DescribedEntry, type EntryMeaning, meaningOf } from '../../companies/counterparty.ts';
import type { CreditDetail, EntryPurpose } from '../../companies/purpose-table.ts';

export type CreditPurpose = 'payroll' | 'government' | 'tax' | 'loan' | CreditDetail;

const EXPLAINED: Partial<Readonly<Record<EntryPurpose, CreditPurpose>>> = {
  wages: 'payroll',
  benefit: 'government',
  tax_refund: 'tax',
  loan_proceeds: 'loan',
};

/** What a credit says it is for, read from company and entry description; null for debits and silent credits. */
export function purposeOf(entry: DescribedEntry): CreditPurpose | null {
  return entry.transactionType === 'Credit' ? purposeOfCredit(meaningOf(entry)) : null;
}

/** The same of the meaning of a credit. */
export function purposeOfCredit({ purpose, detail }: EntryMeaning): CreditPurpose | null {
  return detail === 'unemployment' ? detail : (EXPLAINED[purpose] ?? detail);
}

/** Whether the purpose explains a credit. Unemployment never does. */
export function isExemptPurpose(purpose: CreditPurpose | null): boolean {
  return purpose !== null && purpose !== 'unemployment';
}
