import { TOTAL_COUNT_HEADER, TOTAL_KIND_HEADER } from '@clearwatch/contracts/http-headers';
import type { FilterOptions, TransactionFilters } from '@clearwatch/contracts/transaction-reports.dto';
import type { Transaction, TransactionDetail } from '@clearwatch/contracts/transactions.dto';
import { queryOptions } from '@tanstack/react-query';
import { type Page, request, requestJson } from './api-client.ts';

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

/** The newest entries of an account, at most `limit`. */
export function listAccountTransactions({ accountNumber, limit }: { accountNumber: string; limit: number }) {
  const query = new URLSearchParams({ accountNumber, limit: String(limit) });
  return queryOptions({
    queryKey: [...TRANSACTIONS_KEY, 'of', accountNumber, limit],
    queryFn: ({ signal }) => requestJson<Transaction[]>(`/api/transactions?${query.toString()}`, { signal }),
  });
}

/** Everything read from the ledger for transaction reports begins with it. */
export const TRANSACTION_REPORTS_KEY = ['/api/reports/transactions'] as const;

/** Spec section 9: the table shows at most so many. */
export const MAX_REPORT_ROWS = 100;

export interface TransactionReport extends Page<Transaction> {
  /** The server stopped counting: there are `total` or more. */
  isAtLeast: boolean;
}

/** The newest entries that match, and how many do. @param filters not empty: the server refuses to list everything */
export function searchTransactions(filters: TransactionFilters) {
  return queryOptions({
    queryKey: [...TRANSACTION_REPORTS_KEY, 'search', filters],
    queryFn: ({ signal }) => fetchReport({ filters, rows: MAX_REPORT_ROWS, signal }),
  });
}

/** The newest few entries with a trace number, which is compared whole: through its own index, however large the ledger. */
export function findByTraceNumber({
  traceNumber,
  rows,
  signal,
}: {
  traceNumber: string;
  rows: number;
  signal: AbortSignal;
}): Promise<TransactionReport> {
  return fetchReport({ filters: { checkTracerNumber: traceNumber }, rows, signal });
}

/** What types and classes the ledger holds, beside what is always offered. */
export function getFilterOptions() {
  return queryOptions({
    queryKey: [...TRANSACTION_REPORTS_KEY, 'options'],
    queryFn: ({ signal }) => requestJson<FilterOptions>('/api/reports/filter-options', { signal }),
  });
}

/** Everything that matches as CSV; the body streams. `X-Total-Count` says how many rows will come, when that is known. */
export function requestExport(filters: TransactionFilters, signal: AbortSignal): Promise<Response> {
  return request('/api/reports/export-csv', { method: 'POST', body: filters, signal });
}

interface TransactionReportQuery {
  filters: TransactionFilters;
  /** At most. */
  rows: number;
  signal: AbortSignal;
}

async function fetchReport({ filters, rows, signal }: TransactionReportQuery): Promise<TransactionReport> {
  const path = `/api/reports/transactions?page=1&pageSize=${rows}`;
  const response = await request(path, { method: 'POST', body: filters, signal });
  const items = (await response.json()) as Transaction[];
  return {
    items,
    total: Number(response.headers.get(TOTAL_COUNT_HEADER) ?? items.length),
    isAtLeast: response.headers.get(TOTAL_KIND_HEADER) === 'at-least',
  };
}
