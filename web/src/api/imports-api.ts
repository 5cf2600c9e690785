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
import { ALWAYS, change, jsonQuery, type Page, pageQuery, post, put, requestJson } from './api-client.ts';

export const IMPORTS_KEY = ['/api/imports'] as const;
const IMPORT_PAGES_KEY = [...IMPORTS_KEY, 'page'] as const;
/** An upload of twenty files at once fits on the first page. */
export const IMPORTS_PER_PAGE = 50;

export const listImports = (page = 1) =>
  pageQuery<ImportSummary>(
    [...IMPORT_PAGES_KEY, page],
    `/api/imports?page=${page}&pageSize=${IMPORTS_PER_PAGE}`,
    ALWAYS,
  );
export const getReceipt = (importId: number) =>
  jsonQuery<ImportReceipt>([...IMPORTS_KEY, importId], `/api/imports/${importId}`, ALWAYS);

export interface ImportRowsPage {
  importId: number;
  page: number;
  pageSize: number;
}

function rowsQuery<Row>(rows: 'rejects' | 'duplicates', { importId, page, pageSize }: ImportRowsPage) {
  const path = `/api/imports/${importId}/${rows}?page=${page}&pageSize=${pageSize}`;
  return pageQuery<Row>([...IMPORTS_KEY, importId, rows, page, pageSize], path);
}

export const listRejects = (page: ImportRowsPage) => rowsQuery<RejectedRow>('rejects', page);
export const listDuplicates = (page: ImportRowsPage) => rowsQuery<DuplicateRow>('duplicates', page);
export const rejectsCsvUrl = (importId: number): string => serverUrl(`/api/imports/${importId}/rejects.csv`);

type Progress = Extract<ServerEvent, { type: 'import.progress' }>;

/** These imports continue when a user resumes them, in this or another browser. */
const RESUMABLE: ImportState[] = ['needs_mapping', 'failed'];

/** Progress arrives several times a second, so only lists that do not show the import as running are refetched. */
export async function applyImportProgress(client: QueryClient, progress: Progress): Promise<void> {
  await Promise.all([applyToPages(client, progress), applyToReceipt(client, progress)]);
}

async function applyToPages(client: QueryClient, progress: Progress): Promise<void> {
  for (const [queryKey, page] of client.getQueriesData<Page<ImportSummary>>({ queryKey: IMPORT_PAGES_KEY })) {
    if (page === undefined) continue;
    const at = page.items.findIndex(({ importId }) => importId === progress.importId);
    const known = page.items[at];
    if (known !== undefined && !RESUMABLE.includes(known.state)) {
      const items = page.items.with(at, advanceImport(known, progress));
      client.setQueryData<Page<ImportSummary>>(queryKey, { ...page, items });
    } else if (known !== undefined || belongsOnPage(page, queryKey.at(-1), progress.importId)) {
      await client.invalidateQueries({ queryKey, exact: true });
    }
  }
}

/** A new import comes first; an old one that is retried stays on its page. */
const belongsOnPage = ({ items }: Page<ImportSummary>, page: unknown, importId: number): boolean =>
  page === 1 && importId > (items.at(-1)?.importId ?? 0);

async function applyToReceipt(client: QueryClient, progress: Progress): Promise<void> {
  const { queryKey } = getReceipt(progress.importId);
  const receipt = client.getQueryData(queryKey);
  if (receipt === undefined) return;
  if (RESUMABLE.includes(receipt.state)) await client.invalidateQueries({ queryKey, exact: true });
  else client.setQueryData(queryKey, advanceImport(receipt, progress));
}

/** Events may arrive late or twice: progress never moves backward and never reopens a finished import. */
function advanceImport<Shown extends ImportSummary>(summary: Shown, { bytesRead }: Progress): Shown {
  if (summary.state !== 'received' && summary.state !== 'importing') return summary;
  const furthest = Math.max(summary.bytesRead, bytesRead);
  return Object.assign({}, summary, { state: 'importing' as const, bytesRead: furthest });
}

export const retryImport = (importId: number) => post<ImportSummary>(`/api/imports/${importId}/retry`);
/** Starts undoing; the event `import.undone` reports completion. Admins only. */
export const undoImport = (importId: number) =>
  requestJson<ImportSummary>(`/api/imports/${importId}`, { method: 'DELETE' });
export const keepDuplicate = (importId: number, row: number) =>
  post<DuplicateRow>(`/api/imports/${importId}/duplicates/${row}/keep`);
export const submitCsvMapping = (importId: number, mapping: CsvMapping) =>
  put<ImportSummary>(`/api/imports/${importId}/mapping`, mapping);
export const deleteCsvMapping = (importId: number) => change('DELETE', `/api/imports/${importId}/mapping`);
export const discardImport = (importId: number) => post<ImportSummary>(`/api/imports/${importId}/discard`);

/** Not below IMPORTS_KEY: events about other imports must not change a mapping while it is being edited. */
const CSV_MAPPING_KEY = ['/api/imports/mapping'] as const;

/** The mapping saved for this header row, or a guess. Always refetched, because another user may have saved one. */
export const getCsvMapping = (importId: number) =>
  jsonQuery<CsvMappingProposal>([...CSV_MAPPING_KEY, importId], `/api/imports/${importId}/mapping`, {
    ...ALWAYS,
    gcTime: 0,
  });

/** The server reads the first rows, so that the preview shows what the import will do. */
export function previewCsvMapping(importId: number, mapping: CsvMapping) {
  const path = `/api/imports/${importId}/mapping/preview`;
  return queryOptions({
    queryKey: [...CSV_MAPPING_KEY, importId, 'preview', mapping],
    queryFn: ({ signal }) => requestJson<CsvMappingProposal>(path, { method: 'POST', body: mapping, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Below IMPORTS_KEY: every import changes it. */
export const getSampleDataOffer = () =>
  jsonQuery<SampleOffer>([...IMPORTS_KEY, 'sample'], '/api/imports/sample', ALWAYS);
/** Returns when the import is complete, or earlier if it takes long. Admins only, on an empty ledger. */
export const loadSampleData = () => post<UploadResponse>('/api/imports/sample');
