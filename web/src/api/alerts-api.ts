import type { RiskLevel } from '@clearwatch/contracts/alerts';
import type {
  AlertContext,
  AlertCounts,
  AlertReplay,
  BulkReviewRequest,
  BulkReviewResponse,
  NextAlertResponse,
  ReviewRequest,
  UnusualActivity,
  UnusualActivityDetail,
} from '@clearwatch/contracts/alerts.dto';
import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { jsonQuery, pageQuery, post, put, requestJson, requestPage } from './api-client.ts';
import { COMPANIES_KEY } from './companies-api.ts';
import { DETECTION_QUALITY_KEY } from './detection-api.ts';
import { MEMBERS_KEY } from './members-api.ts';

const PATH = '/api/unusual-activities';
export const ALERTS_KEY = [PATH] as const;

export const listAlerts = ({ page, pageSize }: { page: number; pageSize: number }) =>
  pageQuery<UnusualActivity>([...ALERTS_KEY, { page, pageSize }], `${PATH}?page=${page}&pageSize=${pageSize}`);
export const searchAlerts = (query: string) =>
  pageQuery<UnusualActivity>([...ALERTS_KEY, 'search', query], `${PATH}?${query}`);
export const getAlertCounts = () => jsonQuery<AlertCounts>([...ALERTS_KEY, 'counts'], `${PATH}/counts`);
export const getAlert = (id: number) => jsonQuery<UnusualActivityDetail>([...ALERTS_KEY, id], `${PATH}/${id}`);
export const getAlertContext = (id: number) =>
  jsonQuery<AlertContext>([...ALERTS_KEY, id, 'surroundings'], `${PATH}/${id}/surroundings`);

export function countUnreviewedAlerts(riskLevel?: RiskLevel) {
  const path = `${PATH}?reviewed=false&pageSize=1${riskLevel === undefined ? '' : `&riskLevel=${riskLevel}`}`;
  return queryOptions({
    queryKey: [...ALERTS_KEY, 'unreviewed', riskLevel ?? 'all'],
    queryFn: async ({ signal }) => (await requestPage(path, signal)).total,
  });
}

export const QUERIES_CHANGED_BY_REVIEW: QueryKey[] = [ALERTS_KEY, DETECTION_QUALITY_KEY, MEMBERS_KEY, COMPANIES_KEY];

/** 409 when another analyst has reviewed it or is working on it. */
export const reviewAlert = (id: number, finding?: ReviewRequest) =>
  requestJson<UnusualActivityDetail>(`${PATH}/${id}/review`, {
    method: 'PATCH',
    ...(finding && { body: finding }),
  });
/** Alerts that cannot be reviewed are left unchanged and counted. */
export const reviewAlertsInBulk = (decision: BulkReviewRequest) =>
  post<BulkReviewResponse>(`${PATH}/bulk-review`, decision);

/** Also renews the lock. 409 when someone else is working on it or it has been reviewed. */
export const assignAlertToMe = (id: number) => put<UnusualActivity>(`${PATH}/${id}/assignment`);
export const releaseAlert = (id: number) =>
  requestJson<UnusualActivity>(`${PATH}/${id}/assignment`, { method: 'DELETE' });
/** Assigns the next alert in the worklist, so that two analysts never get the same one. */
export const takeNextAlert = () => post<NextAlertResponse>(`${PATH}/next`);

/** With `reviewedAt`, undoes only that review. 409 when the alert is open or has been reviewed again. */
export const reopenAlert = ({ id, ...request }: { id: number; reason: string; reviewedAt?: string }) =>
  post<UnusualActivityDetail>(`${PATH}/${id}/reopen`, request);

/** Recomputes the alert from its entries without changing it. The audit log records each run. */
export const replayAlert = (id: number) => requestJson<AlertReplay>(`${PATH}/${id}/replay`);
