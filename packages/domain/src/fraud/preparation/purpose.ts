import { meaningOf } from '../../companies/counterparty.ts';
import { type EntryPurpose, PURPOSE_WORDS } from '../../companies/purpose-table.ts';
import type { Entry } from '../entry.ts';
import { readInWords, type Worded } from './words-of.ts';

export type CreditPurpose =
  | 'payroll'
  | 'government'
  | 'tax'
  | 'loan'
  | 'claim'
  | 'distribution'
  | 'expense'
  | 'unemployment';

const EXPLAINED: Partial<Readonly<Record<EntryPurpose, CreditPurpose>>> = {
  wages: 'payroll',
  benefit: 'government',
  tax_refund: 'tax',
  loan_proceeds: 'loan',
};

/** What the words tell apart that one purpose of the table holds together. First match wins. */
const FINER: readonly [CreditPurpose, RegExp][] = [
  // Before wages and benefits: benefits of several states in one account mark money mules (FIN-2020-A003).
  ['unemployment', PURPOSE_WORDS.unemployment],
  ['claim', PURPOSE_WORDS.claim],
  ['distribution', PURPOSE_WORDS.distribution],
  ['expense', PURPOSE_WORDS.expense],
];

const finerIn = readInWords((words) => FINER.find(([, pattern]) => pattern.test(words))?.[0] ?? null);

/** What a credit says it is for, read from company and entry description; null for debits and silent credits. */
export function purposeOf(entry: Worded & Pick<Entry, 'transactionType'>): CreditPurpose | null {
  if (entry.transactionType !== 'Credit') return null;
  const finer = finerIn(entry);
  if (finer === 'unemployment') return finer;
  return EXPLAINED[meaningOf(entry).purpose] ?? finer;
}

/** Whether the purpose explains a credit. Unemployment never does. */
export function isExemptPurpose(purpose: CreditPurpose | null): boolean {
  return purpose !== null && purpose !== 'unemployment';
}
