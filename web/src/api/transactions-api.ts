import { TOTAL_COUNT_HEADER, TOTAL_KIND_HEADER } from '@clearwatch/contracts/http-headers';
import type { FilterOptions, TransactionFilters } from '@clearwatch/contracts/transaction-reports.dto';
import type { Transaction, TransactionDetail } from '@clearwatch/contracts/transactions.dto';
import { queryOptions } from '@tanstack/react-query';
import { type Page, request, requestJson } from './api-client.ts';

export const TRANSACTIONS_KEY = ['/api/transactions'] as const;

export function getTransaction(id: number) {
  return queryOptions({
    queryKey: [...TRANSACTIONS_KEY, id],
    queryFn: ({ signal }) => requestJson<TransactionDetail>(`/api/transactions/${id}`, { signal }),
    // Since it was shown, the import may have been undone or returns may have arrived.
    refetchOnMount: 'always',
  });
}

export function listAccountTransactions({ accountNumber, limit }: { accountNumber: string; limit: number }) {
  const query = new URLSearchParams({ accountNumber, limit: String(limit) });
  return queryOptions({
    queryKey: [...TRANSACTIONS_KEY, 'of', accountNumber, limit],
    queryFn: ({ signal }) => requestJson<Transaction[]>(`/api/transactions?${query.toString()}`, { signal }),
  });
}

export const TRANSACTION_REPORTS_KEY = ['/api/reports/transactions'] as const;

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

/** Trace numbers are compared whole, by an index. */
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

export function getFilterOptions() {
  return queryOptions({
    queryKey: [...TRANSACTION_REPORTS_KEY, 'options'],
    queryFn: ({ signal }) => requestJson<FilterOptions>('/api/reports/filter-options', { signal }),
  });
}

export function requestExport(filters: TransactionFilters, signal: AbortSignal): Promise<Response> {
  return request('/api/reports/export-csv', { method: 'POST', body: filters, signal });
}

interface TransactionReportQuery {
  filters: TransactionFilters;
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
