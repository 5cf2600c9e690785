import type {
  BulkUploadResponse,
  DecideRowsRequest,
  ParseJob,
  ParseJobDetail,
} from '@clearwatch/contracts/documents.dto';
import { queryOptions } from '@tanstack/react-query';
import { serverUrl } from '../lib/page-meta.ts';
import { apiErrorFromResponse, requestJson, serverUnreachableError } from './api-client.ts';

export const PARSE_JOBS_KEY = ['/api/parse-jobs'] as const;

export function listParseJobs() {
  return queryOptions({
    queryKey: PARSE_JOBS_KEY,
    queryFn: ({ signal }) => requestJson<ParseJob[]>('/api/parse-jobs', { signal }),
    refetchOnMount: 'always',
  });
}

export const documentKey = (id: number) => [...PARSE_JOBS_KEY, id] as const;

export function getDocument(id: number) {
  return queryOptions({
    queryKey: documentKey(id),
    queryFn: ({ signal }) => requestJson<ParseJobDetail>(`/api/parse-jobs/${id}`, { signal }),
    refetchOnMount: 'always',
  });
}

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

export function cancelDocument(id: number): Promise<ParseJob> {
  return requestJson(`/api/parse-jobs/${id}/cancel`, { method: 'POST' });
}

export function retryDocument(id: number): Promise<ParseJob> {
  return requestJson(`/api/parse-jobs/${id}/retry`, { method: 'POST' });
}

export function decideRows(id: number, body: DecideRowsRequest): Promise<ParseJobDetail> {
  return requestJson(`/api/parse-jobs/${id}/decisions`, { method: 'POST', body });
}

export const documentPageUrl = (id: number, page: number): string =>
  serverUrl(`/api/parse-jobs/${id}/pages/${page}`);

export const originalDocumentUrl = (id: number): string => serverUrl(`/api/parse-jobs/${id}/document`);
