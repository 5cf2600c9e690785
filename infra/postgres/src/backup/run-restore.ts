import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { archiveSecret, type SecretSource } from './archive/archive-secret.ts';
import { type CheckedArchive, checkArchive } from './check-archive.ts';
import { type RestoreOrder, restoreBackup } from './restore-backup.ts';
import { stopSignal } from './stop-signal.ts';
import { tellArchive, tellRestored } from './tell-backup.ts';
import { verifyRestored } from './verify-restored.ts';

/** Where a backup goes. */
export type EmptyInstallation = Pick<RestoreOrder, 'ownerUrl' | 'passwords' | 'files'>;

/** What is known of a backup before anything is changed. */
export interface GoodBackup extends CheckedArchive {
  file: string;
  /** Aborted when the operator stops the command. */
  signal: AbortSignal;
}

const UNSOUND = 1;

/**
 * `restore --from <file> [--key-file <file>] [--check]`
 * @param options.key opens it when no file is named
 * @param options.into gives `work` an empty installation; asked only for a backup that is whole, unaltered and of no newer version
 * @returns the exit code: 0 restored and proven, 1 restored, but a proof of ledger or audit log fails
 * @throws Error when nothing was restored
 */
export async function runRestore(
  args: readonly string[],
  options: Pick<SecretSource, 'key'> & {
    into: (backup: GoodBackup, work: (target: EmptyInstallation) => Promise<number>) => Promise<number>;
  },
): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { from: { type: 'string' }, 'key-file': { type: 'string' }, check: { type: 'boolean' } },
  });
  if (values.from === undefined) throw new Error('Say which backup is to be restored: --from <file>.');
  const secret = archiveSecret({ key: options.key, keyFile: values['key-file'] });
  const from = { file: resolve(values.from), secret, signal: stopSignal() };
  const checked = await checkArchive(from);
  if (values.check === true) {
    process.stdout.write(tellArchive(checked));
    return 0;
  }
  return options.into({ ...checked, ...from }, async (target) => {
    await restoreBackup({ ...target, ...from }, checked);
    process.stdout.write(tellRestored(checked));
    return proven(target.ownerUrl, checked);
  });
}

/** Everything is in its place by now: that it could not be proven takes nothing away again. */
async function proven(ownerUrl: string, checked: CheckedArchive): Promise<number> {
  try {
    const { isSound, text } = await verifyRestored(ownerUrl, checked);
    process.stdout.write(text);
    return isSound ? 0 : UNSOUND;
  } catch (error) {
    console.error('Restored, but ledger and audit log could not be verified:', error);
    return UNSOUND;
  }
}
