import type { BackupStanding } from '@clearwatch/contracts/http/system-status';
import { OVERDUE_AFTER_HOURS } from '@clearwatch/contracts/operation/backup-age';
import { LAST_BACKUP, toBackupStanding } from '@clearwatch/gateway/backups/last-backup';
import type { Client } from 'pg';
import { type Finding, note, well, wrong } from './finding.ts';

const ABOUT = 'backup';
const HOW = 'docs/how-to/back-up-and-restore.md shows how one is made every night.';
const DAY_MS = 86_400_000;

/** How long ago the last backup was made. Where it is, and that it is still there, only its operator knows. */
export async function checkBackups(client: Client): Promise<Finding[]> {
  const { rows } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('sessions.backups') IS NOT NULL AS there",
  );
  // A schema that is behind has a finding of its own.
  if (rows[0]?.there !== true) return [];
  const { rows: told } = await client.query<Record<string, unknown>>(LAST_BACKUP);
  return told.map((row) => backupFinding(toBackupStanding(row), new Date()));
}

export function backupFinding({ last, isOverdue }: BackupStanding, asOf: Date): Finding {
  if (last === null) {
    return isOverdue ? wrong(ABOUT, 'none was ever made', HOW) : note(ABOUT, 'none was made yet', HOW);
  }
  const days = Math.floor((asOf.getTime() - Date.parse(last.at)) / DAY_MS);
  const ago = days === 0 ? 'less than a day' : `${days} ${days === 1 ? 'day' : 'days'}`;
  const says = `the last was made ${ago} ago (${(last.bytes / 1e6).toFixed(1)} MB, key ${last.keyId})`;
  if (isOverdue) return wrong(ABOUT, `${says}; ${OVERDUE_AFTER_HOURS} hours are the limit`, HOW);
  return last.missingFiles === 0
    ? well(ABOUT, says)
    : wrong(
        ABOUT,
        `${says}, without ${last.missingFiles} uploaded files that are missing or damaged`,
        'What npm run backup says names them: put them back from an earlier backup.',
      );
}
