import type { Cents } from '../money/cents.ts';
import { parseAmount } from '../money/parse-amount.ts';
import { directionOf } from './direction.ts';
import type { FieldReader } from './field-reader.ts';
import type { TransactionType } from './ledger-row.ts';

/**
 * Amount and direction of a row. The type states the direction; the ledger keeps amounts without a sign. Many programs
 * write money that goes out as negative, so a negative debit is that debit. A negative credit contradicts itself (a
 * correction? a debit?) and is rejected rather than guessed.
 */
export function readMoney(
  fields: FieldReader,
  names: { amount: string; transactionType: string },
): { amountCents: Cents; transactionType: TransactionType } {
  const transactionType = readDirection(fields, names.transactionType);
  const text = fields.required(names.amount, fields.identifier(names.amount, { longest: 64 }));
  if (text === '') return { amountCents: 0, transactionType };
  const amount = parseAmount(text);
  if ('reason' in amount) {
    fields.reject(names.amount, amount.reason);
    return { amountCents: 0, transactionType };
  }
  if (amount.cents < 0 && transactionType === 'Credit') {
    fields.reject(
      names.amount,
      'a credit cannot be negative; write it as a debit, or give the amount without a minus sign',
    );
  }
  return { amountCents: Math.abs(amount.cents), transactionType };
}

function readDirection(fields: FieldReader, name: string): TransactionType {
  const word = fields.required(name, fields.identifier(name, { longest: 64 }));
  if (word === '') return 'Debit';
  const direction = directionOf(word);
  if (direction === null)
    fields.reject(name, 'the type must be Credit, Debit, deposit, withdrawal or payment');
  return direction ?? 'Debit';
}
