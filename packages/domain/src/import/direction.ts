import type { TransactionType } from './ledger-row.ts';

const DIRECTIONS: ReadonlyMap<string, TransactionType> = new Map([
  ['credit', 'Credit'],
  ['deposit', 'Credit'],
  ['debit', 'Debit'],
  ['withdrawal', 'Debit'],
  ['payment', 'Debit'],
]);

/** Credit or Debit behind the words of both shapes, in any case; null for every other word. */
export function directionOf(word: string): TransactionType | null {
  return DIRECTIONS.get(word) ?? DIRECTIONS.get(word.toLowerCase()) ?? null;
}
