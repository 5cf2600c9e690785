import { parseArgs } from 'node:util';
import { archiveSecret, type SecretSource } from './archive/archive-secret.ts';
import { noteBackup } from './note-backup.ts';
import { stopSignal } from './stop-signal.ts';
import { tellBackup } from './tell-backup.ts';
import { type BackupOrder, writeBackup } from './write-backup.ts';

const INCOMPLETE = 1;

/**
 * `backup --to <file or folder> [--key-file <file>]`
 * @param of.key encrypts it when no file is named
 * @returns the exit code: 0 for a complete backup, 1 when files that the tables name are missing in it
 * @throws Error when none was made
 */
export async function runBackup(
  args: readonly string[],
  of: Pick<BackupOrder, 'ownerUrl' | 'files' | 'keys'> & Pick<SecretSource, 'key'>,
): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { to: { type: 'string' }, 'key-file': { type: 'string' } },
  });
  if (values.to === undefined) throw new Error('Say where the backup is to go: --to <file or folder>.');
  const secret = archiveSecret({ key: of.key, keyFile: values['key-file'] });
  const backup = await writeBackup({ ...of, to: values.to, secret, signal: stopSignal() });
  process.stdout.write(tellBackup(backup));
  if (!(await noteBackup(of.ownerUrl, backup)))
    console.error('That it was made could not be written down; the status page shows the one before.');
  return backup.ending.missing.length === 0 ? 0 : INCOMPLETE;
}
