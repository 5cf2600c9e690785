import type { ReturnKind, Transaction, TransactionKind } from '@clearwatch/contracts/transactions.dto';

/** What an entry is, where it is not plain money. Accounting advices are kept as zero-dollar entries, and may carry an amount. */
export function kindWords({ entryKind, metadata }: Pick<Transaction, 'entryKind' | 'metadata'>): string {
  return metadata?.['kind'] === 'advice'
    ? 'Accounting advice, never counted as money'
    : KIND_WORDS[entryKind];
}

const KIND_WORDS: Readonly<Record<TransactionKind, string>> = {
  money: 'Money',
  zero_dollar: 'Zero-dollar entry, never counted as money',
  prenote: 'Prenote, never counted as money',
  notification_of_change: 'Notification of change, never counted as money',
  return: 'Return, never counted as money',
};

export const RETURN_WORDS: Readonly<Record<ReturnKind, string>> = {
  return: 'Return',
  dishonored_return: 'Dishonored return',
  contested_return: 'Contested return',
  notification_of_change: 'Notification of change',
  refused_notification: 'Refused notification of change',
};
