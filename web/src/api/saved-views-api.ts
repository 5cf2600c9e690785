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

export const VIEWS_KEY = ['/api/views'] as const;

/** One's own views of a list and those that colleagues share. No event tells of theirs: asked whenever a screen shows them. */
export function listViews(screen: ViewScreen) {
  return queryOptions({
    queryKey: [...VIEWS_KEY, screen],
    queryFn: ({ signal }) => requestJson<SavedView[]>(`${VIEWS_KEY[0]}?screen=${screen}`, { signal }),
    refetchOnMount: 'always',
  });
}

/** 409 when one of one's own already has the name. */
export function saveView(view: SaveViewRequest): Promise<SavedView> {
  return requestJson(VIEWS_KEY[0], { method: 'POST', body: view });
}

/** Replaces name, visibility, query and columns. */
export function changeView(id: number, view: ChangeViewRequest): Promise<SavedView> {
  return requestJson(`${VIEWS_KEY[0]}/${id}`, { method: 'PUT', body: view });
}

export async function deleteView(id: number): Promise<void> {
  await request(`${VIEWS_KEY[0]}/${id}`, { method: 'DELETE' });
}

/** What the screen opens with for oneself; null: nothing in particular. */
export async function chooseDefaultView(screen: ViewScreen, viewId: number | null): Promise<void> {
  await request(`/api/default-views/${screen}`, { method: 'PUT', body: { viewId } });
}
