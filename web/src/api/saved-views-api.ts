import type {
  ChangeViewRequest,
  SavedView,
  SaveViewRequest,
  ViewScreen,
} from '@clearwatch/contracts/saved-views.dto';
import type { SavedFilter, SaveFilterRequest } from '@clearwatch/contracts/transaction-reports.dto';
import { queryOptions } from '@tanstack/react-query';
import { request, requestJson } from './api-client.ts';

export const REPORT_FILTERS_KEY = ['/api/report-filters'] as const;

export function listSavedFilters() {
  return queryOptions({
    queryKey: REPORT_FILTERS_KEY,
    queryFn: ({ signal }) => requestJson<SavedFilter[]>(REPORT_FILTERS_KEY[0], { signal }),
    refetchOnMount: 'always',
  });
}

export function saveFilter(filter: SaveFilterRequest): Promise<SavedFilter> {
  return requestJson(REPORT_FILTERS_KEY[0], { method: 'POST', body: filter });
}

export function changeFilter(id: number, filter: SaveFilterRequest): Promise<SavedFilter> {
  return requestJson(`${REPORT_FILTERS_KEY[0]}/${id}`, { method: 'PUT', body: filter });
}

export async function deleteFilter(id: number): Promise<void> {
  await request(`${REPORT_FILTERS_KEY[0]}/${id}`, { method: 'DELETE' });
}

export const VIEWS_KEY = ['/api/views'] as const;

export function listViews(screen: ViewScreen) {
  return queryOptions({
    queryKey: [...VIEWS_KEY, screen],
    queryFn: ({ signal }) => requestJson<SavedView[]>(`${VIEWS_KEY[0]}?screen=${screen}`, { signal }),
    refetchOnMount: 'always',
  });
}

export function saveView(view: SaveViewRequest): Promise<SavedView> {
  return requestJson(VIEWS_KEY[0], { method: 'POST', body: view });
}

export function changeView(id: number, view: ChangeViewRequest): Promise<SavedView> {
  return requestJson(`${VIEWS_KEY[0]}/${id}`, { method: 'PUT', body: view });
}

export async function deleteView(id: number): Promise<void> {
  await request(`${VIEWS_KEY[0]}/${id}`, { method: 'DELETE' });
}

export async function chooseDefaultView(screen: ViewScreen, viewId: number | null): Promise<void> {
  await request(`/api/default-views/${screen}`, { method: 'PUT', body: { viewId } });
}
