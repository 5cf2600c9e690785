import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { AuditKeys } from '@clearwatch/auth/audit/audit-chain';
import { verifyChain, withSnapshot } from '@clearwatch/auth/audit/audit-verification';
import { prepareDatabase, prepareTablesAsOf } from '../prepare-database.ts';
import { type RolePasswords, withClient } from '../schema-owners.ts';
import { formatVerification, verifyLedger } from '../verify/verify-ledger.ts';
import { archiveSecret, type SecretSource } from './archive-encryption.ts';
import { type ArchivedEntry, type BackedUpKeys, type Sequence, valueOf } from './archive-entries.ts';
import {
  claimEmptyDatabase,
  dropRestored,
  openBackupSession,
  releaseDatabase,
  vacuumRestored,
} from './backup-database.ts';
import { bucketReason, type FileStoreLocation, openStoredFiles, type StoredFiles } from './backup-files.ts';
import { TableLoad } from './backup-tables.ts';
import { type CheckedArchive, checkArchive, openArchive } from './check-archive-manifest.ts';
import { formatArchive, formatRestored, stopSignal } from './run-backup.ts';

interface RestoreRequest {
  file: string;
  secret: Buffer;
  ownerUrl: string;
  passwords: RolePasswords;
  files: FileStoreLocation;
  signal?: AbortSignal | undefined;
}

/**
 * Restores an archive into an empty database and file store, and migrates it to this version. A failed restore removes its
 * traces; a killed one leaves a database on which nothing starts.
 * @throws Error when nothing was restored
 */
export async function restoreBackup(request: RestoreRequest, checked: CheckedArchive): Promise<void> {
  const files = openStoredFiles(request.files);
  try {
    await files.assertEmpty();
    await claimEmptyDatabase(request.ownerUrl);
    await restoreContents(request, { checked, files });
  } catch (error) {
    const reason = bucketReason(error);
    throw reason === null ? error : new Error(`Nothing was restored: ${reason}.`, { cause: error });
  } finally {
    files.close();
  }
}

interface RestoreParts {
  checked: CheckedArchive;
  files: StoredFiles;
}

async function restoreContents(request: RestoreRequest, parts: RestoreParts): Promise<void> {
  const { ownerUrl, passwords } = request;
  try {
    await prepareTablesAsOf(ownerUrl, { passwords, applied: parts.checked.manifest.migrations });
    const client = await openBackupSession(ownerUrl, 'restore');
    try {
      const tables = new TableLoad(client);
      await tables.begin();
      await openArchive(request, (entry) => restoreEntry(entry, tables, parts));
    } finally {
      await client.end().catch(() => undefined);
    }
    await releaseDatabase(ownerUrl);
    await prepareDatabase(ownerUrl, passwords);
    await vacuumRestored(ownerUrl);
  } catch (error) {
    await undoRestore(ownerUrl, { files: parts.files, reason: error });
    throw error;
  }
}

async function restoreEntry(entry: ArchivedEntry, tables: TableLoad, { checked, files }: RestoreParts) {
  const { head, content } = entry;
  if (head.kind === 'picture') await files.writePicture(head.path, content);
  if (head.kind === 'table') await tables.load({ name: head.table, columns: head.columns }, entry);
  // Sequences come after the last table.
  if (head.kind === 'sequences') await tables.commit(checked.manifest, await valueOf<Sequence[]>(entry));
  if (head.kind === 'upload') {
    const isWhole = await files.write(head.digest, content);
    if (!isWhole && !checked.ending.missing.includes(head.digest))
      throw new Error(`The upload ${head.digest} is not what its name says.`);
  }
}

/** @throws Error that says what to remove by hand */
async function undoRestore(
  ownerUrl: string,
  { files, reason }: { files: StoredFiles; reason: unknown },
): Promise<void> {
  try {
    await dropRestored(ownerUrl);
    await files.removeAll();
  } catch (error) {
    throw new Error(
      `${messageOf(reason)}\nWhat was restored so far could not be taken away (${messageOf(error)}): remove the database and ` +
        `${files.place} before the next restore.`,
      { cause: error },
    );
  }
}

function messageOf(error: unknown): string {
  return bucketReason(error) ?? (error instanceof Error ? error.message : String(error));
}

const SECRETS_FOLDER = 'restored-secrets';

/** Names as in docker-compose.yml. */
const SECRET_FILES = {
  session_keys: 'session',
  identity_keys: 'identity',
  password_pepper: 'passwordPepper',
  two_factor_keys: 'twoFactor',
  audit_keys: 'audit',
} as const satisfies Record<string, keyof BackedUpKeys>;

/**
 * Writes the keys beside the backup: containers cannot write to `.secrets`.
 * @returns instructions for the operator
 */
export function writeRestoredSecrets(backup: string, keys: BackedUpKeys): string {
  const folder = join(dirname(backup), SECRETS_FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, key] of Object.entries(SECRET_FILES)) {
    const file = join(folder, name);
    writeFileSync(file, keys[key]);
    // Docker mounts files as they are, for users with other ids; the folder is closed.
    chmodSync(file, 0o644);
  }
  return [
    `The keys of the backup are in ${folder}. Before anything starts, move them over the fresh ones, from the folder of`,
    `docker-compose.yml:   mv backups/${SECRETS_FOLDER}/* .secrets/ && rmdir backups/${SECRETS_FOLDER}`,
    '',
  ].join('\n');
}

/** @returns `isSound` false when ledger or audit log are inconsistent, which they may have been before the backup */
async function verifyRestored(
  ownerUrl: string,
  { keys, manifest }: CheckedArchive,
): Promise<{ isSound: boolean; text: string }> {
  const ledger = await withClient(ownerUrl, verifyLedger, 'clearwatch-restore');
  const audit = await withSnapshot({ url: ownerUrl, purpose: 'restore' }, (client) =>
    verifyChain(client, new AuditKeys(keys.audit)),
  );
  const head = audit.lastSeq === null ? null : `${audit.lastSeq}:${audit.lastHash}`;
  const isAsNoted = manifest.auditHead === null || head === manifest.auditHead;
  const ofAudit = audit.intact
    ? `The audit log is intact: ${audit.events} events; its head is ${head ?? 'none'}${isAsNoted ? ', as it was' : ''}.`
    : `The audit log is BROKEN. ${audit.brokenAt?.sentence ?? ''}`;
  return {
    isSound: ledger.agrees && audit.intact && isAsNoted,
    text: `${formatVerification(ledger)}${ofAudit}\n`,
  };
}

export type EmptyInstallation = Pick<RestoreRequest, 'ownerUrl' | 'passwords' | 'files'>;

export interface VerifiedBackup extends CheckedArchive {
  file: string;
  signal: AbortSignal;
}

const EXIT_UNVERIFIED = 1;

/**
 * `restore --from <file> [--key-file <file>] [--check]`
 * @param options.key used without --key-file
 * @param options.into gives `work` an empty installation; called only for a complete backup of a known version
 * @returns exit code: 0 verified, 1 restored but not verified
 * @throws Error when nothing was restored
 */
export async function runRestore(
  args: readonly string[],
  options: Pick<SecretSource, 'key'> & {
    into: (backup: VerifiedBackup, work: (target: EmptyInstallation) => Promise<number>) => Promise<number>;
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
    process.stdout.write(formatArchive(checked));
    return 0;
  }
  return options.into({ ...checked, ...from }, async (target) => {
    await restoreBackup({ ...target, ...from }, checked);
    process.stdout.write(formatRestored(checked));
    return verifyAfterRestore(target.ownerUrl, checked);
  });
}

/** A failed verification does not undo the restore. */
async function verifyAfterRestore(ownerUrl: string, checked: CheckedArchive): Promise<number> {
  try {
    const { isSound, text } = await verifyRestored(ownerUrl, checked);
    process.stdout.write(text);
    return isSound ? 0 : EXIT_UNVERIFIED;
  } catch (error) {
    console.error('Restored, but ledger and audit log could not be verified:', error);
    return EXIT_UNVERIFIED;
  }
}
