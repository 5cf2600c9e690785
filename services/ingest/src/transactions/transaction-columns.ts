import {
  TRANSACTION_KINDS,
  TRANSACTION_TYPES,
  type TransactionKind,
  type TransactionType,
} from '@clearwatch/contracts/http/transactions';
import { type Row, textOf } from '@clearwatch/service-kit/database/row';

/** Columns of the ledger whose values are few. */
export function transactionTypeOf(row: Row): TransactionType {
  return known(TRANSACTION_TYPES, row, 'transaction_type');
}

export function transactionKindOf(row: Row): TransactionKind {
  return known(TRANSACTION_KINDS, row, 'entry_kind');
}

function known<T extends string>(values: readonly T[], row: Row, column: string): T {
  const text = textOf(row, column);
  const value = values.find((candidate) => candidate === text);
  if (value === undefined) throw new TypeError(`Column ${column} holds no known value`);
  return value;
}

/** Metadata are flat texts; what else a hand put there is left out. */
export function metadataOf(row: Row): Record<string, string> | null {
  const value = row['metadata'];
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(
    Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}
