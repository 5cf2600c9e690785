import type { SavedFilter, SaveFilterRequest } from '@clearwatch/contracts/transaction-reports.dto';
import { queryOptions } from '@tanstack/react-query';
import { request, requestJson } from './http.ts';

export const REPORT_FILTERS_KEY = ['/api/report-filters'] as const;

/** One's own saved filters and those that colleagues share. No event tells of theirs: asked whenever a screen shows them. */
export function listSavedFilters() {
  return queryOptions({
    queryKey: REPORT_FILTERS_KEY,
    queryFn: ({ signal }) => requestJson<SavedFilter[]>(REPORT_FILTERS_KEY[0], { signal }),
    refetchOnMount: 'always',
  });
}

/** 409 when one of one's own already has the name. */
export function saveFilter(filter: SaveFilterRequest): Promise<SavedFilter> {
  return requestJson(REPORT_FILTERS_KEY[0], { method: 'POST', body: filter });
}

/** Replaces name, visibility and filters. */
export function changeFilter(id: number, filter: SaveFilterRequest): Promise<SavedFilter> {
  return requestJson(`${REPORT_FILTERS_KEY[0]}/${id}`, { method: 'PUT', body: filter });
}

export async function deleteFilter(id: number): Promise<void> {
  await request(`${REPORT_FILTERS_KEY[0]}/${id}`, { method: 'DELETE' });
}
