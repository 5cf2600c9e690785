import type { Transaction } from '@clearwatch/contracts/transactions.dto';
import { queryOptions } from '@tanstack/react-query';
import { TRANSACTIONS_KEY } from './get-transaction.ts';
import { requestJson } from './http.ts';

/** The newest entries of an account, at most `limit`. */
export function listTransactionsOf({ accountNumber, limit }: { accountNumber: string; limit: number }) {
  const query = new URLSearchParams({ accountNumber, limit: String(limit) });
  return queryOptions({
    queryKey: [...TRANSACTIONS_KEY, 'of', accountNumber, limit],
    queryFn: ({ signal }) => requestJson<Transaction[]>(`/api/transactions?${query.toString()}`, { signal }),
  });
}
