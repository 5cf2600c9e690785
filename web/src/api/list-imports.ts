import type {
  DuplicateRow,
  ImportReceipt,
  ImportSummary,
  RejectedRow,
} from '@clearwatch/contracts/imports.dto';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { onServer } from '../addresses/public-path.ts';
import { requestJson } from './http.ts';
import { requestPage } from './page.ts';

/** Everything read about imports begins with it. */
export const IMPORTS_KEY = ['/api/imports'] as const;
/** The pages of the history, each by its number. */
export const IMPORT_PAGES_KEY = [...IMPORTS_KEY, 'page'] as const;
/** Whoever uploads twenty files at once finds all of them on the first page. */
export const IMPORTS_PER_PAGE = 50;

/** One page of the imports, newest first. `page` counts from 1. */
export function listImports(page = 1) {
  const path = `/api/imports?page=${page}&pageSize=${IMPORTS_PER_PAGE}`;
  return queryOptions({
    queryKey: [...IMPORT_PAGES_KEY, page],
    queryFn: ({ signal }) => requestPage<ImportSummary>(path, signal),
    // Imports may have run while another screen was open, by another user.
    refetchOnMount: 'always',
    // The page before stays until the next one is there: the table does not jump.
    placeholderData: keepPreviousData,
  });
}

export function receiptKey(importId: number) {
  return [...IMPORTS_KEY, importId] as const;
}

/** Everything an import has to say for itself. */
export function getReceipt(importId: number) {
  return queryOptions({
    queryKey: receiptKey(importId),
    queryFn: ({ signal }) => requestJson<ImportReceipt>(`/api/imports/${importId}`, { signal }),
    refetchOnMount: 'always',
  });
}

export interface RowsPage {
  importId: number;
  /** From 1. */
  page: number;
  pageSize: number;
}

/** Problems of rejected rows, in the order of the file. */
export function listRejects({ importId, page, pageSize }: RowsPage) {
  const path = `/api/imports/${importId}/rejects?page=${page}&pageSize=${pageSize}`;
  return queryOptions({
    queryKey: [...IMPORTS_KEY, importId, 'rejects', page, pageSize],
    queryFn: ({ signal }) => requestPage<RejectedRow>(path, signal),
    placeholderData: keepPreviousData,
  });
}

/** Where the rejected rows of an import can be downloaded. */
export function rejectsFile(importId: number): string {
  return onServer(`/api/imports/${importId}/rejects.csv`);
}

/** Rows that were skipped because the ledger has them, in the order of the file. */
export function listDuplicates({ importId, page, pageSize }: RowsPage) {
  const path = `/api/imports/${importId}/duplicates?page=${page}&pageSize=${pageSize}`;
  return queryOptions({
    queryKey: [...IMPORTS_KEY, importId, 'duplicates', page, pageSize],
    queryFn: ({ signal }) => requestPage<DuplicateRow>(path, signal),
    placeholderData: keepPreviousData,
  });
}
