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
  /** Ends it, and takes away what it has made. */
  signal?: AbortSignal | undefined;
}

/**
 * Puts rows and files of a checked archive into an empty database and an empty folder or bucket, and brings the tables up to this version.
 * A restore that fails takes away what it has made; one that is killed leaves a database on which nothing starts.
 * @throws Error when nothing was restored
 */
export async function restoreBackup(request: RestoreRequest, checked: CheckedArchive): Promise<void> {
  const files = openStoredFiles(request.files);
  try {
    await files.refuseFilled();
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

/** @throws Error that says what to remove by hand when it could not be removed */
async function undoRestore(
  ownerUrl: string,
  { files, reason }: { files: StoredFiles; reason: unknown },
): Promise<void> {
  try {
    await dropRestored(ownerUrl);
    await files.takeAway();
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

/** As docker-compose.yml calls them. */
const SECRET_FILES = {
  session_keys: 'session',
  identity_keys: 'identity',
  password_pepper: 'passwordPepper',
  two_factor_keys: 'twoFactor',
  audit_keys: 'audit',
} as const satisfies Record<string, keyof BackedUpKeys>;

/**
 * Leaves the keys of a backup beside it, as files like those of `.secrets`: containers cannot put them there themselves.
 * @returns what the operator has to do with them
 */
export function writeRestoredSecrets(backup: string, keys: BackedUpKeys): string {
  const folder = join(dirname(backup), SECRETS_FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, key] of Object.entries(SECRET_FILES)) {
    const file = join(folder, name);
    writeFileSync(file, keys[key]);
    // Docker hands the file to containers as it is, whose users have other numbers; the folder is closed.
    chmodSync(file, 0o644);
  }
  return [
    `The keys of the backup are in ${folder}. Before anything starts, move them over the fresh ones, from the folder of`,
    `docker-compose.yml:   mv backups/${SECRETS_FOLDER}/* .secrets/ && rmdir backups/${SECRETS_FOLDER}`,
    '',
  ].join('\n');
}

/**
 * Holds a restored installation to its own proofs: the ledger agrees to the cent, and the audit log is intact as far as it went.
 * @returns what a person reads; `isSound` false when a proof fails, as it may have before the backup
 */
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

/** Where a backup goes. */
export type EmptyInstallation = Pick<RestoreRequest, 'ownerUrl' | 'passwords' | 'files'>;

/** What is known of a backup before anything is changed. */
export interface VerifiedBackup extends CheckedArchive {
  file: string;
  /** Aborted when the operator stops the command. */
  signal: AbortSignal;
}

const EXIT_UNVERIFIED = 1;

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

/** Everything is in its place by now: that it could not be proven takes nothing away again. */
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
