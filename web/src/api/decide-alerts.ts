import type {
  BulkReviewRequest,
  BulkReviewResponse,
  NextAlertResponse,
  ReviewRequest,
  UnusualActivity,
  UnusualActivityDetail,
} from '@clearwatch/contracts/alerts.dto';
import type { QueryKey } from '@tanstack/react-query';
import { DETECTION_QUALITY_KEY } from './get-detection-quality.ts';
import { requestJson } from './http.ts';
import { COMPANIES_KEY } from './list-companies.ts';
import { MEMBERS_KEY } from './list-members.ts';
import { UNUSUAL_ACTIVITIES_KEY } from './list-unusual-activities.ts';

/** What a decision makes out of date: the alerts, the rules judged by them, and the risk of members and companies. */
export const DECIDED_READS: QueryKey[] = [
  UNUSUAL_ACTIVITIES_KEY,
  DETECTION_QUALITY_KEY,
  MEMBERS_KEY,
  COMPANIES_KEY,
];

/** 409 when another analyst has reviewed it meanwhile or works on it. */
export function reviewAlert(id: number, finding?: ReviewRequest): Promise<UnusualActivityDetail> {
  return requestJson(`/api/unusual-activities/${id}/review`, {
    method: 'PATCH',
    ...(finding && { body: finding }),
  });
}

/** One outcome and note for several alerts; what cannot be decided is left as it is and counted. */
export function reviewAlerts(decision: BulkReviewRequest): Promise<BulkReviewResponse> {
  return requestJson('/api/unusual-activities/bulk-review', { method: 'POST', body: decision });
}

/** Takes an alert on, or renews the lock of who has it. 409 when somebody else works on it or it is decided. */
export function takeAlert(id: number): Promise<UnusualActivity> {
  return requestJson(`/api/unusual-activities/${id}/assignment`, { method: 'PUT' });
}

/** Anybody may take it on again. */
export function giveBackAlert(id: number): Promise<UnusualActivity> {
  return requestJson(`/api/unusual-activities/${id}/assignment`, { method: 'DELETE' });
}

interface Reopening {
  id: number;
  reason: string;
  /** Of the decision that is meant, where no other may be taken back. */
  reviewedAt?: string;
}

/** Takes a decision back; the reason stays in the alert's history. 409 when it is open already or decided anew. */
export function reopenAlert({ id, ...request }: Reopening): Promise<UnusualActivityDetail> {
  return requestJson(`/api/unusual-activities/${id}/reopen`, { method: 'POST', body: request });
}

/** Takes on the alert that should be looked at next, so that nobody else gets the same one. */
export function takeNextAlert(): Promise<NextAlertResponse> {
  return requestJson('/api/unusual-activities/next', { method: 'POST' });
}
