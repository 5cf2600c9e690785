import type { TransactionDetail } from '@clearwatch/contracts/transactions.dto';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './http.ts';

/** Everything read about single entries begins with it. */
export const TRANSACTIONS_KEY = ['/api/transactions'] as const;

/** One entry with its member, where it came from, and what came back about it. */
export function getTransaction(id: number) {
  return queryOptions({
    queryKey: [...TRANSACTIONS_KEY, id],
    queryFn: ({ signal }) => requestJson<TransactionDetail>(`/api/transactions/${id}`, { signal }),
    // The import that stored it may have been undone, and returns may have come, while it was closed.
    refetchOnMount: 'always',
  });
}
