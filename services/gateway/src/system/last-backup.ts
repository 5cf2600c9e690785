import { BACKUP_OVERDUE_HOURS, type BackupStatus } from '@clearwatch/contracts/system-status.dto';
import {
  booleanOf,
  instantOf,
  integerOf,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';

/** Returns one row, also without a backup. */
export const LAST_BACKUP_SQL = `
  SELECT last.as_of IS NOT NULL AS is_made, last.as_of, last.bytes, last.key_id, last.missing,
         coalesce(last.as_of, awaited.since) < now() - interval '${BACKUP_OVERDUE_HOURS} hours' AS is_overdue
    FROM (SELECT min(since) AS since FROM sessions.backups_awaited) awaited
    LEFT JOIN (SELECT * FROM sessions.backups ORDER BY as_of DESC LIMIT 1) last ON true`;

export function toBackupStatus(row: Row): BackupStatus {
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
