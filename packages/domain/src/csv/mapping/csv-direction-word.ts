import type { TransactionType } from '../../import/ledger-row.ts';
import { transactionCodeOf } from '../../nacha/codes/transaction-codes.ts';

const WORDS: ReadonlyMap<string, TransactionType> = new Map([
  ...['credit', 'credits', 'cr', 'c', 'deposit', 'dep', 'directdeposit', 'in', '+'].map(
    (word): [string, TransactionType] => [word, 'Credit'],
  ),
  ...[
    'debit',
    'debits',
    'dr',
    'db',
    'd',
    'withdrawal',
    'withdraw',
    'wd',
    'wdl',
    'payment',
    'pmt',
    'out',
    '-',
  ].map((word): [string, TransactionType] => [word, 'Debit']),
]);
/** "ACH Credit", "Credit (ACH)", "Electronic Withdrawal": words around the one that counts. */
const AROUND = /\b(?:ach|electronic|external|transfer|entry|transaction|type)\b/g;

/** Credit or Debit behind the word or code that a table writes for it, in any case; null for every other. */
export function directionOfWord(text: string): TransactionType | null {
  const word = text.trim().toLowerCase();
  return (
    WORDS.get(word) ??
    WORDS.get(word.replaceAll(AROUND, ' ').replaceAll(/[^a-z+-]+/g, '')) ??
    transactionCodeOf(word)?.direction ??
    null
  );
}
