import { plainSession } from './database/plain-session.ts';
import type { Backup } from './write-backup.ts';

/**
 * Writes down that a backup was made, for the status page and `npm run doctor`: when, how large, by which key; not where it is.
 * @returns whether it could be; the backup is good all the same
 */
export async function noteBackup(
  ownerUrl: string,
  { manifest, bytes, keyId, ending }: Backup,
): Promise<boolean> {
  try {
    const client = await plainSession(ownerUrl, 'backup');
    try {
      await client.query(
        'INSERT INTO sessions.backups (as_of, bytes, key_id, missing) VALUES ($1, $2, $3, $4)',
        [manifest.madeAt, bytes, keyId, ending.missing.length],
      );
    } finally {
      await client.end();
    }
    return true;
  } catch {
    return false;
  }
}
