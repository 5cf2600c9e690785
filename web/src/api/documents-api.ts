import type {
  BulkUploadResponse,
  DecideRowsRequest,
  ParseJob,
  ParseJobDetail,
} from '@clearwatch/contracts/documents.dto';
import { serverUrl } from '../lib/page-meta.ts';
import { ALWAYS, apiErrorFromResponse, jsonQuery, post, serverUnreachableError } from './api-client.ts';

export const PARSE_JOBS_KEY = ['/api/parse-jobs'] as const;
export const documentKey = (id: number) => [...PARSE_JOBS_KEY, id] as const;

/** Documents from the last 24 hours, newest first, 10 at most. */
export const listParseJobs = () => jsonQuery<ParseJob[]>(PARSE_JOBS_KEY, '/api/parse-jobs', ALWAYS);
export const getDocument = (id: number) =>
  jsonQuery<ParseJobDetail>(documentKey(id), `/api/parse-jobs/${id}`, ALWAYS);

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

export const documentPageUrl = (id: number, page: number): string =>
  serverUrl(`/api/parse-jobs/${id}/pages/${page}`);
export const originalDocumentUrl = (id: number): string => serverUrl(`/api/parse-jobs/${id}/document`);
