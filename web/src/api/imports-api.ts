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

/** Everything read about imports begins with it. */
export const IMPORTS_KEY = ['/api/imports'] as const;
/** The pages of the history, each by its number. */
const IMPORT_PAGES_KEY = [...IMPORTS_KEY, 'page'] as const;
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

function receiptKey(importId: number) {
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

export interface ImportRowsPage {
  importId: number;
  /** From 1. */
  page: number;
  pageSize: number;
}

/** Problems of rejected rows, in the order of the file. */
export function listRejects({ importId, page, pageSize }: ImportRowsPage) {
  const path = `/api/imports/${importId}/rejects?page=${page}&pageSize=${pageSize}`;
  return queryOptions({
    queryKey: [...IMPORTS_KEY, importId, 'rejects', page, pageSize],
    queryFn: ({ signal }) => requestPage<RejectedRow>(path, signal),
    placeholderData: keepPreviousData,
  });
}

/** Where the rejected rows of an import can be downloaded. */
export function rejectsCsvUrl(importId: number): string {
  return serverUrl(`/api/imports/${importId}/rejects.csv`);
}

/** Rows that were skipped because the ledger has them, in the order of the file. */
export function listDuplicates({ importId, page, pageSize }: ImportRowsPage) {
  const path = `/api/imports/${importId}/duplicates?page=${page}&pageSize=${pageSize}`;
  return queryOptions({
    queryKey: [...IMPORTS_KEY, importId, 'duplicates', page, pageSize],
    queryFn: ({ signal }) => requestPage<DuplicateRow>(path, signal),
    placeholderData: keepPreviousData,
  });
}

type Progress = Extract<ServerEvent, { type: 'import.progress' }>;

/** From here an import goes on when somebody says so, in this browser or another. */
const RESUMABLE: ImportState[] = ['needs_mapping', 'failed'];

/**
 * Progress comes several times a second: it is written in place wherever the import is shown. Read again is only what does
 * not know yet that it runs.
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

/** An import nobody has listed yet comes first; an old one that runs once more stands on a page of its own. */
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

/** Events may arrive late or twice: progress never runs backwards and never re-opens a finished import. */
function advanceImport<Shown extends ImportSummary>(summary: Shown, { bytesRead }: Progress): Shown {
  const open = summary.state === 'received' || summary.state === 'importing';
  if (!open) return summary;
  const furthest = Math.max(summary.bytesRead, bytesRead);
  return Object.assign({}, summary, { state: 'importing' as const, bytesRead: furthest });
}

/** Reads the stored file of a failed import once more. */
export function retryImport(importId: number): Promise<ImportSummary> {
  return requestJson(`/api/imports/${importId}/retry`, { method: 'POST' });
}

/** Begins to take an import back; what has gone is said by the event `import.undone`. Admins only. */
export function undoImport(importId: number): Promise<ImportSummary> {
  return requestJson(`/api/imports/${importId}`, { method: 'DELETE' });
}

/** Stores a skipped row as an entry of its own. */
export function keepDuplicate(importId: number, row: number): Promise<DuplicateRow> {
  return requestJson(`/api/imports/${importId}/duplicates/${row}/keep`, { method: 'POST' });
}

/** Imports a waiting CSV file by this mapping, which is remembered for its header. */
export function submitCsvMapping(importId: number, mapping: CsvMapping): Promise<ImportSummary> {
  return requestJson(`/api/imports/${importId}/mapping`, { method: 'PUT', body: mapping });
}

/** The next file with the same header asks again. */
export async function forgetCsvMapping(importId: number): Promise<void> {
  await request(`/api/imports/${importId}/mapping`, { method: 'DELETE' });
}

/** Lets go of a CSV file that waits for its mapping: nothing of it is imported. */
export function discardImport(importId: number): Promise<ImportSummary> {
  return requestJson(`/api/imports/${importId}/discard`, { method: 'POST' });
}

/** Not below the imports' key: what happens to other imports must not change a mapping under somebody's hands. */
const CSV_MAPPING_KEY = ['/api/imports/mapping'] as const;

/** How a CSV file would be read: what is remembered for its header, or else the guess. */
export function getCsvMapping(importId: number) {
  return queryOptions({
    queryKey: [...CSV_MAPPING_KEY, importId],
    queryFn: ({ signal }) => requestJson<CsvMappingProposal>(`/api/imports/${importId}/mapping`, { signal }),
    // Somebody may have given a mapping for the same header since.
    refetchOnMount: 'always',
    gcTime: 0,
  });
}

/** The first rows as this mapping would import them. The server reads them, so that what is shown is what happens. */
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

/** Whether there is nothing in the ledger and a generated one could be loaded: changes with every import. */
export function getSampleDataOffer() {
  return queryOptions({
    queryKey: [...IMPORTS_KEY, 'sample'],
    queryFn: ({ signal }) => requestJson<SampleOffer>(SAMPLE_PATH, { signal }),
    refetchOnMount: 'always',
  });
}

/** Imports the generated ledger; answers when the figures hold it. Admins only, on an empty ledger. */
export function loadSampleData(): Promise<UploadResponse> {
  return requestJson(SAMPLE_PATH, { method: 'POST' });
}
