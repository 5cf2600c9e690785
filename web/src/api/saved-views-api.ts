import type { ChangeViewRequest, SavedView, SaveViewRequest, ViewScreen } from '@clearwatch/contracts/saved-views.dto';
import type { SavedFilter, SaveFilterRequest } from '@clearwatch/contracts/transaction-reports.dto';
import { ALWAYS, change, jsonQuery, post, put } from './api-client.ts';

export const REPORT_FILTERS_KEY = ['/api/report-filters'] as const;
export const VIEWS_KEY = ['/api/views'] as const;

/** The user's own and shared filters; no event reports changes by colleagues. */
export const listSavedFilters = () => jsonQuery<SavedFilter[]>(REPORT_FILTERS_KEY, REPORT_FILTERS_KEY[0], ALWAYS);
/** 409 when the user already has a filter with this name. */
export const saveFilter = (filter: SaveFilterRequest) => post<SavedFilter>(REPORT_FILTERS_KEY[0], filter);
export const changeFilter = (id: number, filter: SaveFilterRequest) =>
  put<SavedFilter>(`${REPORT_FILTERS_KEY[0]}/${id}`, filter);
export const deleteFilter = (id: number) => change('DELETE', `${REPORT_FILTERS_KEY[0]}/${id}`);

/** The user's own and shared views of a list; no event reports changes by colleagues. */
export const listViews = (screen: ViewScreen) =>
  jsonQuery<SavedView[]>([...VIEWS_KEY, screen], `${VIEWS_KEY[0]}?screen=${screen}`, ALWAYS);
/** 409 when the user already has a view with this name. */
export const saveView = (view: SaveViewRequest) => post<SavedView>(VIEWS_KEY[0], view);
export const changeView = (id: number, view: ChangeViewRequest) => put<SavedView>(`${VIEWS_KEY[0]}/${id}`, view);
export const deleteView = (id: number) => change('DELETE', `${VIEWS_KEY[0]}/${id}`);
export const chooseDefaultView = (screen: ViewScreen, viewId: number | null) =>
  change('PUT', `/api/default-views/${screen}`, { viewId });
