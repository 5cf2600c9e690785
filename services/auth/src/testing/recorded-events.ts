import type { Client } from 'pg';

export interface RecordedEvent {
  action: string;
  actor_id: number | null;
  actor_name: string;
  actor_role: string;
  address: string | null;
  request_id: string | null;
  subject_id: string | null;
  subject_label: string | null;
  detail: Record<string, unknown>;
}

/** What the audit log says about a user, the oldest first; null for events about nobody. */
export async function recordedEvents(owner: Client, userId: number | null): Promise<RecordedEvent[]> {
  const { rows } = await owner.query<RecordedEvent>(
    `SELECT action, actor_id, actor_name, actor_role, address, request_id, subject_id, subject_label, detail
     FROM auth.audit_events WHERE subject_type = 'user' AND subject_id IS NOT DISTINCT FROM $1 ORDER BY seq`,
    [userId === null ? null : String(userId)],
  );
  return rows;
}

/** Only what was done, in order. */
export async function recordedActions(owner: Client, userId: number | null): Promise<string[]> {
  return (await recordedEvents(owner, userId)).map(({ action }) => action);
}
