import type { BackupStanding } from '@clearwatch/contracts/http/system-status';
import { OVERDUE_AFTER_HOURS } from '@clearwatch/contracts/operation/backup-age';
import { booleanOf, instantOf, integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row';

/** One row, whether there is a backup or not. */
export const LAST_BACKUP = `
  SELECT last.as_of IS NOT NULL AS is_made, last.as_of, last.bytes, last.key_id, last.missing,
         coalesce(last.as_of, awaited.since) < now() - interval '${OVERDUE_AFTER_HOURS} hours' AS is_overdue
    FROM (SELECT min(since) AS since FROM sessions.backups_awaited) awaited
    LEFT JOIN (SELECT * FROM sessions.backups ORDER BY as_of DESC LIMIT 1) last ON true`;

export function toBackupStanding(row: Row): BackupStanding {
  return {
    isOverdue: booleanOf(row, 'is_overdue'),
    last: booleanOf(row, 'is_made')
      ? {
          at: instantOf(row, 'as_of'),
          bytes: integerOf(row, 'bytes'),
          keyId: textOf(row, 'key_id'),
          missingFiles: integerOf(row, 'missing'),
        }
      : null,
  };
}
