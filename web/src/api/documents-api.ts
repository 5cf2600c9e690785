import type {
  ColumnChoices,
  ColumnsPreview,
  DocumentColumns,
  SaveColumnsRequest,
  SavedLayout,
} from '@clearwatch/contracts/document-layouts.dto';
import type {
  BulkUploadResponse,
  DecideRowsRequest,
  ParseJob,
  ParseJobDetail,
} from '@clearwatch/contracts/documents.dto';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { serverUrl } from '../lib/page-meta.ts';
import {
  ALWAYS,
  apiErrorFromResponse,
  change,
  jsonQuery,
  post,
  requestJson,
  serverUnreachableError,
} from './api-client.ts';

export const PARSE_JOBS_KEY = ['/api/parse-jobs'] as const;
export const documentKey = (id: number) => [...PARSE_JOBS_KEY, id] as const;

/** Documents from the last 24 hours, newest first, 10 at most. */
export const listParseJobs = () => jsonQuery<ParseJob[]>(PARSE_JOBS_KEY, '/api/parse-jobs', ALWAYS);
export const getDocument = (id: number) => jsonQuery<ParseJobDetail>(documentKey(id), `/api/parse-jobs/${id}`, ALWAYS);

/** One request for all files, one result per file (spec section 7). */
export async function uploadDocuments(files: readonly File[]): Promise<BulkUploadResponse> {
  const body = new FormData();
  for (const file of files) body.append('files', file);
  const response = await fetch(serverUrl('/api/bulk-upload-llamaextract'), {
    method: 'POST',
    body,
    credentials: 'same-origin',
  }).catch(() => {
    throw serverUnreachableError();
  });
  if (response.ok) return (await response.json()) as BulkUploadResponse;
  throw await apiErrorFromResponse(response);
}

export const cancelDocument = (id: number) => post<ParseJob>(`/api/parse-jobs/${id}/cancel`);
export const retryDocument = (id: number) => post<ParseJob>(`/api/parse-jobs/${id}/retry`);
export const decideRows = (id: number, body: DecideRowsRequest) =>
  post<ParseJobDetail>(`/api/parse-jobs/${id}/decisions`, body);

/** Not below PARSE_JOBS_KEY: events about documents must not change columns while they are being edited. */
const DOCUMENT_COLUMNS_KEY = ['/api/parse-jobs/columns'] as const;

/** Always refetched, because another user may have saved columns for this layout. */
export const getDocumentColumns = (id: number) =>
  jsonQuery<DocumentColumns>([...DOCUMENT_COLUMNS_KEY, id], `/api/parse-jobs/${id}/columns`, {
    ...ALWAYS,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });

/** The server reads the first rows, so that the preview shows what the import will do. */
export const previewColumns = (id: number, choices: ColumnChoices) =>
  queryOptions({
    queryKey: [...DOCUMENT_COLUMNS_KEY, id, 'preview', choices],
    queryFn: ({ signal }) =>
      requestJson<ColumnsPreview>(`/api/parse-jobs/${id}/columns/preview`, {
        method: 'POST',
        body: choices,
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const saveColumns = (id: number, body: SaveColumnsRequest) =>
  post<ParseJob>(`/api/parse-jobs/${id}/columns`, body);

export const DOCUMENT_LAYOUTS_KEY = ['/api/document-layouts'] as const;

export const listDocumentLayouts = () =>
  jsonQuery<SavedLayout[]>(DOCUMENT_LAYOUTS_KEY, '/api/document-layouts', ALWAYS);
export const renameLayout = (id: number, name: string) =>
  requestJson<SavedLayout>(`/api/document-layouts/${id}`, { method: 'PATCH', body: { name } });
export const deleteLayout = (id: number) => change('DELETE', `/api/document-layouts/${id}`);

export const documentPageUrl = (id: number, page: number): string => serverUrl(`/api/parse-jobs/${id}/pages/${page}`);
export const originalDocumentUrl = (id: number): string => serverUrl(`/api/parse-jobs/${id}/document`);
