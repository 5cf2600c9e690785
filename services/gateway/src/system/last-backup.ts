import { BACKUP_OVERDUE_HOURS, type BackupStatus } from '@clearwatch/contracts/system-status.dto';
import { RowReader } from '@clearwatch/service-kit/database/query-rows';
import { booleanOf, type Row } from '@clearwatch/service-kit/database/row-readers';

/** Returns one row even without a backup. */
export const LAST_BACKUP_SQL = `
  SELECT last.as_of IS NOT NULL AS is_made, last.as_of, last.bytes, last.key_id, last.missing,
         coalesce(last.as_of, awaited.since) < now() - interval '${BACKUP_OVERDUE_HOURS} hours' AS is_overdue
    FROM (SELECT min(since) AS since FROM sessions.backups_awaited) awaited
    LEFT JOIN (SELECT * FROM sessions.backups ORDER BY as_of DESC LIMIT 1) last ON true`;

const BACKUP = new RowReader({ instant: ['asOf'], integer: ['bytes', 'missing'], text: ['keyId'] });

export function toBackupStatus(row: Row): BackupStatus {
  const isOverdue = booleanOf(row, 'is_overdue');
  if (!booleanOf(row, 'is_made')) return { isOverdue, last: null };
  const { asOf: at, missing: missingFiles, bytes, keyId } = BACKUP.read(row);
  return { isOverdue, last: { at, bytes, keyId, missingFiles } };
}
