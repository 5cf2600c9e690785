import type { AlertReplay } from '@clearwatch/contracts/alerts.dto';
import { requestJson } from './http.ts';

/** The alert computed again from the entries of then. Changes nothing; that it was done is kept in the audit log. */
export function replayAlert(id: number): Promise<AlertReplay> {
  return requestJson(`/api/unusual-activities/${id}/replay`);
}
