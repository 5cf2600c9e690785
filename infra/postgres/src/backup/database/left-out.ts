import { OWNERS } from '../../owners.ts';

/** What an archive holds of a database: the services' schemas. That of the queues is made anew from what the tables call open. */
export const SCHEMAS: readonly string[] = OWNERS.map(({ schema }) => schema);

/** Tables whose rows are not restored, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'sessions.sessions':
    'a restored session would let in whoever has kept its cookie; everybody signs in again',
  'sessions.rate_limits': 'counts of the last minutes',
  'sessions.backups': 'backups of the original: what is restored has none of its own yet',
  'sessions.backups_awaited': 'counted anew from the restore on',
  ...Object.fromEntries(
    SCHEMAS.map((schema) => [`${schema}.migrations`, 'written by the migrations that make the tables']),
  ),
};
