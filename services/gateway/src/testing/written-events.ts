import type { GatewayWorld } from './gateway-world.ts';

/** What the gateway has written down of a user, oldest first; on its way to the audit log or there already. */
export async function writtenOf(
  world: GatewayWorld,
  actorId: number,
): Promise<{ action: string; [column: string]: unknown }[]> {
  const columns =
    'id, at, action, actor_name, address, request_id, subject_type, subject_id, subject_label, detail';
  const { rows } = await world.auth.owner.query<{ action: string }>(
    `SELECT ${columns} FROM sessions.audit_outbox WHERE actor_id = $1
     UNION SELECT ${columns} FROM auth.audit_events WHERE actor_id = $1
       AND action IN ('session.signed_out', 'session.ended', 'access.denied', 'job.retried', 'job.discarded')
     ORDER BY at`,
    [actorId],
  );
  return rows;
}

export async function actionsOf(world: GatewayWorld, actorId: number): Promise<string[]> {
  return (await writtenOf(world, actorId)).map(({ action }) => action);
}
