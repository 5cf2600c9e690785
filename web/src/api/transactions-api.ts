import { TOTAL_COUNT_HEADER, TOTAL_KIND_HEADER } from '@clearwatch/contracts/http-headers';
import type { FilterOptions, TransactionFilters } from '@clearwatch/contracts/transaction-reports.dto';
import type { Transaction, TransactionDetail } from '@clearwatch/contracts/transactions.dto';
import { queryOptions } from '@tanstack/react-query';
import { ALWAYS, jsonQuery, type Page, request } from './api-client.ts';

export const TRANSACTIONS_KEY = ['/api/transactions'] as const;
export const TRANSACTION_REPORTS_KEY = ['/api/reports/transactions'] as const;

/** Always refetched, because the import may have been undone or returns may have arrived. */
export const getTransaction = (id: number) =>
  jsonQuery<TransactionDetail>([...TRANSACTIONS_KEY, id], `/api/transactions/${id}`, ALWAYS);

export function listAccountTransactions({ accountNumber, limit }: { accountNumber: string; limit: number }) {
  const query = new URLSearchParams({ accountNumber, limit: String(limit) });
  return jsonQuery<Transaction[]>([...TRANSACTIONS_KEY, 'of', accountNumber, limit], `/api/transactions?${query}`);
}

/** Spec section 9. */
export const MAX_REPORT_ROWS = 100;

export interface TransactionReport extends Page<Transaction> {
  /** The server stopped counting: there are `total` or more. */
  isAtLeast: boolean;
}

/** @param filters not empty: the server refuses to list everything */
export function searchTransactions(filters: TransactionFilters) {
  return queryOptions({
    queryKey: [...TRANSACTION_REPORTS_KEY, 'search', filters],
    queryFn: ({ signal }) => fetchReport({ filters, rows: MAX_REPORT_ROWS, signal }),
  });
}

/** The values that are always offered, and those in the ledger. */
export const getFilterOptions = () =>
  jsonQuery<FilterOptions>([...TRANSACTION_REPORTS_KEY, 'options'], '/api/reports/filter-options');

/** All matching rows as streamed CSV. `X-Total-Count` is their number, if known. */
export const requestExport = (filters: TransactionFilters, signal: AbortSignal) =>
  request('/api/reports/export-csv', { method: 'POST', body: filters, signal });

type TransactionReportQuery = { filters: TransactionFilters; rows: number; signal: AbortSignal };

export async function fetchReport(query: TransactionReportQuery): Promise<TransactionReport> {
  const { filters, rows, signal } = query;
  const path = `/api/reports/transactions?page=1&pageSize=${rows}`;
  const response = await request(path, { method: 'POST', body: filters, signal });
  const items = (await response.json()) as Transaction[];
  return {
    items,
    total: Number(response.headers.get(TOTAL_COUNT_HEADER) ?? items.length),
    isAtLeast: response.headers.get(TOTAL_KIND_HEADER) === 'at-least',
  };
}
