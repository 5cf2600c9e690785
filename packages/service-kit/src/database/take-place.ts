import type { Client } from 'pg';

/**
 * Takes one of so many places that all processes on one database share, until the client's transaction ends or its connection
 * breaks: the database counts, so that nobody who died is counted.
 * @param room arbitrary, fixed and the caller's own: what the places are of, in 31 bits
 * @param of whose places, when everybody has his own: below 2^31 / `places`
 * @returns false when all of them are taken
 */
export async function takePlace(
  client: Pick<Client, 'query'>,
  { room, of = 0, places }: { room: number; of?: number; places: number },
): Promise<boolean> {
  for (let place = 0; place < places; place += 1) {
    const { rows } = await client.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1, $2) AS taken',
      [room, of * places + place],
    );
    if (rows[0]?.taken === true) return true;
  }
  return false;
}
