import type { GatewayWorld } from './gateway-world.ts';

/** As if the user's sessions had been left alone for that long. */
export async function leaveAlone(world: GatewayWorld, userId: number, seconds: number): Promise<void> {
  await world.auth.owner.query(
    "UPDATE sessions.sessions SET last_activity = now() - $2 * interval '1 second' WHERE user_id = $1",
    [userId, seconds],
  );
}

/** Seconds since the last activity of the user's sessions that was written down, newest first. */
export async function secondsAlone(world: GatewayWorld, userId: number): Promise<number[]> {
  const { rows } = await world.auth.owner.query<{ seconds: number }>(
    `SELECT extract(epoch FROM now() - last_activity)::float8 AS seconds FROM sessions.sessions
     WHERE user_id = $1 ORDER BY seconds`,
    [userId],
  );
  return rows.map(({ seconds }) => seconds);
}
