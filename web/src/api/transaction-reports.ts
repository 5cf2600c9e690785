import { TOTAL_COUNT_HEADER, TOTAL_KIND_HEADER } from '@clearwatch/contracts/http-headers';
import type { FilterOptions, TransactionFilters } from '@clearwatch/contracts/transaction-reports.dto';
import type { Transaction } from '@clearwatch/contracts/transactions.dto';
import { queryOptions } from '@tanstack/react-query';
import { request, requestJson } from './http.ts';
import type { Page } from './page.ts';

/** Everything read from the ledger for transaction reports begins with it. */
export const TRANSACTION_REPORTS_KEY = ['/api/reports/transactions'] as const;

/** Spec section 9: the table shows at most so many. */
export const REPORT_ROWS = 100;

export interface TransactionReport extends Page<Transaction> {
  /** The server stopped counting: there are `total` or more. */
  isAtLeast: boolean;
}

/** The newest entries that match, and how many do. @param filters not empty: the server refuses to list everything */
export function searchTransactions(filters: TransactionFilters) {
  return queryOptions({
    queryKey: [...TRANSACTION_REPORTS_KEY, 'search', filters],
    queryFn: ({ signal }) => readReport({ filters, rows: REPORT_ROWS, signal }),
  });
}

/** The newest few entries with a trace number, which is compared whole: through its own index, however large the ledger. */
export function findTraced({
  traceNumber,
  rows,
  signal,
}: {
  traceNumber: string;
  rows: number;
  signal: AbortSignal;
}): Promise<TransactionReport> {
  return readReport({ filters: { checkTracerNumber: traceNumber }, rows, signal });
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

interface ReportQuestion {
  filters: TransactionFilters;
  /** At most. */
  rows: number;
  signal: AbortSignal;
}

async function readReport({ filters, rows, signal }: ReportQuestion): Promise<TransactionReport> {
  const path = `/api/reports/transactions?page=1&pageSize=${rows}`;
  const response = await request(path, { method: 'POST', body: filters, signal });
  const items = (await response.json()) as Transaction[];
  return {
    items,
    total: Number(response.headers.get(TOTAL_COUNT_HEADER) ?? items.length),
    isAtLeast: response.headers.get(TOTAL_KIND_HEADER) === 'at-least',
  };
}
