import type { CsvMapping, CsvMappingProposal } from '@clearwatch/contracts/csv-mapping.dto';
import type {
  DuplicateRow,
  ImportReceipt,
  ImportState,
  ImportSummary,
  RejectedRow,
  SampleOffer,
  UploadResponse,
} from '@clearwatch/contracts/imports.dto';
import type { ServerEvent } from '@clearwatch/contracts/server-event';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { serverUrl } from '../lib/page-meta.ts';
import { type Page, request, requestJson, requestPage } from './api-client.ts';

export const IMPORTS_KEY = ['/api/imports'] as const;
const IMPORT_PAGES_KEY = [...IMPORTS_KEY, 'page'] as const;
/** An upload of twenty files at once fits on the first page. */
export const IMPORTS_PER_PAGE = 50;

export function listImports(page = 1) {
  const path = `/api/imports?page=${page}&pageSize=${IMPORTS_PER_PAGE}`;
  return queryOptions({
    queryKey: [...IMPORT_PAGES_KEY, page],
    queryFn: ({ signal }) => requestPage<ImportSummary>(path, signal),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
}

function receiptKey(importId: number) {
  return [...IMPORTS_KEY, importId] as const;
}

export function getReceipt(importId: number) {
  return queryOptions({
    queryKey: receiptKey(importId),
    queryFn: ({ signal }) => requestJson<ImportReceipt>(`/api/imports/${importId}`, { signal }),
    refetchOnMount: 'always',
  });
}

export interface ImportRowsPage {
  importId: number;
  page: number;
  pageSize: number;
}

export function listRejects({ importId, page, pageSize }: ImportRowsPage) {
  const path = `/api/imports/${importId}/rejects?page=${page}&pageSize=${pageSize}`;
  return queryOptions({
    queryKey: [...IMPORTS_KEY, importId, 'rejects', page, pageSize],
    queryFn: ({ signal }) => requestPage<RejectedRow>(path, signal),
    placeholderData: keepPreviousData,
  });
}

export function rejectsCsvUrl(importId: number): string {
  return serverUrl(`/api/imports/${importId}/rejects.csv`);
}

export function listDuplicates({ importId, page, pageSize }: ImportRowsPage) {
  const path = `/api/imports/${importId}/duplicates?page=${page}&pageSize=${pageSize}`;
  return queryOptions({
    queryKey: [...IMPORTS_KEY, importId, 'duplicates', page, pageSize],
    queryFn: ({ signal }) => requestPage<DuplicateRow>(path, signal),
    placeholderData: keepPreviousData,
  });
}

type Progress = Extract<ServerEvent, { type: 'import.progress' }>;

/** These imports continue when a user decides so, in this or another browser. */
const RESUMABLE: ImportState[] = ['needs_mapping', 'failed'];

/**
 * Progress comes several times a second and is written in place. Only lists that do not show the import as running
 * are refetched.
 */
export async function applyImportProgress(client: QueryClient, progress: Progress): Promise<void> {
  await Promise.all([applyToPages(client, progress), applyToReceipt(client, progress)]);
}

async function applyToPages(client: QueryClient, progress: Progress): Promise<void> {
  for (const [queryKey, page] of client.getQueriesData<Page<ImportSummary>>({ queryKey: IMPORT_PAGES_KEY })) {
    if (page === undefined) continue;
    const known = page.items.find(({ importId }) => importId === progress.importId);
    if (known !== undefined && !RESUMABLE.includes(known.state)) {
      const items = page.items.map((summary) =>
        summary === known ? advanceImport(known, progress) : summary,
      );
      client.setQueryData<Page<ImportSummary>>(queryKey, { ...page, items });
    } else if (known !== undefined || belongsOnPage(page, queryKey.at(-1), progress.importId)) {
      await client.invalidateQueries({ queryKey, exact: true });
    }
  }
}

/** A new import comes first; an old one that is retried stays on its page. */
function belongsOnPage({ items }: Page<ImportSummary>, page: unknown, importId: number): boolean {
  return page === 1 && importId > (items.at(-1)?.importId ?? 0);
}

async function applyToReceipt(client: QueryClient, progress: Progress): Promise<void> {
  const queryKey = receiptKey(progress.importId);
  const receipt = client.getQueryData<ImportSummary>(queryKey);
  if (receipt === undefined) return;
  if (RESUMABLE.includes(receipt.state)) await client.invalidateQueries({ queryKey, exact: true });
  else client.setQueryData(queryKey, advanceImport(receipt, progress));
}

/** Events may arrive late or twice: progress never goes back and never reopens a finished import. */
function advanceImport<Shown extends ImportSummary>(summary: Shown, { bytesRead }: Progress): Shown {
  const open = summary.state === 'received' || summary.state === 'importing';
  if (!open) return summary;
  const furthest = Math.max(summary.bytesRead, bytesRead);
  return Object.assign({}, summary, { state: 'importing' as const, bytesRead: furthest });
}

export function retryImport(importId: number): Promise<ImportSummary> {
  return requestJson(`/api/imports/${importId}/retry`, { method: 'POST' });
}

export function undoImport(importId: number): Promise<ImportSummary> {
  return requestJson(`/api/imports/${importId}`, { method: 'DELETE' });
}

export function keepDuplicate(importId: number, row: number): Promise<DuplicateRow> {
  return requestJson(`/api/imports/${importId}/duplicates/${row}/keep`, { method: 'POST' });
}

export function submitCsvMapping(importId: number, mapping: CsvMapping): Promise<ImportSummary> {
  return requestJson(`/api/imports/${importId}/mapping`, { method: 'PUT', body: mapping });
}

export async function forgetCsvMapping(importId: number): Promise<void> {
  await request(`/api/imports/${importId}/mapping`, { method: 'DELETE' });
}

export function discardImport(importId: number): Promise<ImportSummary> {
  return requestJson(`/api/imports/${importId}/discard`, { method: 'POST' });
}

/** Not below IMPORTS_KEY: events about other imports must not change a mapping while it is edited. */
const CSV_MAPPING_KEY = ['/api/imports/mapping'] as const;

export function getCsvMapping(importId: number) {
  return queryOptions({
    queryKey: [...CSV_MAPPING_KEY, importId],
    queryFn: ({ signal }) => requestJson<CsvMappingProposal>(`/api/imports/${importId}/mapping`, { signal }),
    // Another user may have saved a mapping for the same header.
    refetchOnMount: 'always',
    gcTime: 0,
  });
}

export function previewCsvMapping(importId: number, mapping: CsvMapping) {
  return queryOptions({
    queryKey: [...CSV_MAPPING_KEY, importId, 'preview', mapping],
    queryFn: ({ signal }) =>
      requestJson<CsvMappingProposal>(`/api/imports/${importId}/mapping/preview`, {
        method: 'POST',
        body: mapping,
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

const SAMPLE_PATH = '/api/imports/sample';

export function getSampleDataOffer() {
  return queryOptions({
    queryKey: [...IMPORTS_KEY, 'sample'],
    queryFn: ({ signal }) => requestJson<SampleOffer>(SAMPLE_PATH, { signal }),
    refetchOnMount: 'always',
  });
}

export function loadSampleData(): Promise<UploadResponse> {
  return requestJson(SAMPLE_PATH, { method: 'POST' });
}
