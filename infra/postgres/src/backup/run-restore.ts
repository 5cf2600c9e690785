import { chmodSync, createReadStream, mkdirSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createZstdDecompress } from 'node:zlib';
import { verifyChain, withSnapshot } from '@clearwatch/auth/audit/audit-verification';
import { ChainKeys } from '@clearwatch/service-kit/audit/chain-keys';
import { prepareDatabase, prepareTablesAsOf } from '../prepare-database.ts';
import { type RolePasswords, withClient } from '../schema-owners.ts';
import { formatVerification, verifyLedger } from '../verify/verify-ledger.ts';
import { archiveSecret, decryptArchive, type SecretSource } from './archive-encryption.ts';
import {
  type ArchivedEntry,
  type BackedUpKeys,
  type Ending,
  type Manifest,
  readEntries,
  type Sequence,
  valueOf,
} from './archive-entries.ts';
import {
  bucketReason,
  type FileStoreLocation,
  openStoredFiles,
  restorePicture,
  restoreUpload,
  type StoredFiles,
} from './backup-files.ts';
import {
  claimEmptyDatabase,
  dropRestored,
  openBackupSession,
  releaseDatabase,
  TableLoad,
  unknownMigrations,
  vacuumRestored,
} from './backup-tables.ts';
import { formatContents, stopSignal } from './write-backup.ts';

const PIECE_BYTES = 256 * 1024;

type ArchiveSource = Pick<RestoreRequest, 'file' | 'secret' | 'signal'>;

async function openArchive(
  { file, secret, signal }: ArchiveSource,
  each: (entry: ArchivedEntry) => Promise<void>,
): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found?.isFile() !== true) throw new Error(`The backup ${file} does not exist.`);
  await pipeline(
    createReadStream(file, { highWaterMark: PIECE_BYTES }),
    (source: AsyncIterable<Buffer>) => decryptArchive(source, secret),
    createZstdDecompress(),
    async (source: AsyncIterable<Buffer>) => {
      for await (const entry of readEntries(source)) await each(entry);
    },
    signal === undefined ? {} : { signal },
  );
}

interface CheckedArchive {
  manifest: Manifest;
  keys: BackedUpKeys;
  ending: Ending;
}

/**
 * Reads the whole archive without storing anything: the archive must be complete, unaltered, and restorable before
 * anything changes.
 */
export async function checkArchive(from: ArchiveSource): Promise<CheckedArchive> {
  let [manifest, keys, ending]: [Manifest?, BackedUpKeys?, Ending?] = [];
  await openArchive(from, async (entry) => {
    if (ending !== undefined) throw new Error('The backup has data after its end mark.');
    if (entry.head.kind === 'manifest') {
      manifest = await valueOf<Manifest>(entry);
      const unknown = manifest.format === 1 ? unknownMigrations(manifest.migrations) : ['its format'];
      if (unknown.length > 0)
        throw new Error(
          `The backup was created by a newer Clearwatch (${manifest.version}); this version does not support: ${unknown.join(', ')}. ` +
            'Restore it with the version that created it or a later one.',
        );
    }
    if (entry.head.kind === 'keys') keys = await valueOf<BackedUpKeys>(entry);
    if (entry.head.kind === 'end') ending = await valueOf<Ending>(entry);
  });
  if (manifest === undefined || keys === undefined || ending === undefined) {
    throw new Error('The backup is not complete.');
  }
  return { manifest, keys, ending };
}

interface RestoreRequest {
  file: string;
  secret: Buffer;
  ownerUrl: string;
  passwords: RolePasswords;
  files: FileStoreLocation;
  signal?: AbortSignal | undefined;
}

/** A failed restore removes everything it wrote. If it is killed, no service starts on the database it leaves. */
export async function restoreBackup(request: RestoreRequest, checked: CheckedArchive): Promise<void> {
  const files = openStoredFiles(request.files);
  try {
    await files.assertEmpty();
    await claimEmptyDatabase(request.ownerUrl);
    await restoreContents(request, checked, files);
  } catch (error) {
    const reason = bucketReason(error);
    throw reason === null ? error : new Error(`Nothing was restored: ${reason}.`, { cause: error });
  } finally {
    files.close();
  }
}

async function restoreContents(request: RestoreRequest, checked: CheckedArchive, files: StoredFiles): Promise<void> {
  const { ownerUrl, passwords } = request;
  try {
    await prepareTablesAsOf(ownerUrl, { passwords, applied: checked.manifest.migrations });
    const client = await openBackupSession(ownerUrl, 'restore');
    try {
      const tables = new TableLoad(client);
      await tables.begin();
      await openArchive(request, (entry) => restoreEntry(entry, tables, checked, files));
    } finally {
      await client.end().catch(() => undefined);
    }
    await releaseDatabase(ownerUrl);
    await prepareDatabase(ownerUrl, passwords);
    await vacuumRestored(ownerUrl);
  } catch (error) {
    try {
      await dropRestored(ownerUrl);
      await files.removeAll();
    } catch (left) {
      throw new Error(
        `${messageOf(error)}\nThe partial restore could not be removed (${messageOf(left)}): remove the database and ` +
          `${files.place} before the next restore.`,
        { cause: left },
      );
    }
    throw error;
  }
}

async function restoreEntry(
  entry: ArchivedEntry,
  tables: TableLoad,
  checked: CheckedArchive,
  files: StoredFiles,
): Promise<void> {
  const { head, content } = entry;
  if (head.kind === 'picture') await restorePicture(files, head.path, content);
  if (head.kind === 'table') await tables.load({ name: head.table, columns: head.columns }, entry);
  // Sequences come after the last table.
  if (head.kind === 'sequences') await tables.commit(checked.manifest, await valueOf<Sequence[]>(entry));
  if (head.kind === 'upload') {
    const isWhole = await restoreUpload(files, head.digest, content);
    if (!isWhole && !checked.ending.missing.includes(head.digest))
      throw new Error(`The content of the upload ${head.digest} does not match its name.`);
  }
}

function messageOf(error: unknown): string {
  return bucketReason(error) ?? (error instanceof Error ? error.message : String(error));
}

/** Names as in docker-compose.yml. */
const SECRET_FILES = {
  session_keys: 'session',
  identity_keys: 'identity',
  password_pepper: 'passwordPepper',
  two_factor_keys: 'twoFactor',
  audit_keys: 'audit',
  alert_keys: 'alert',
} as const satisfies Record<string, keyof BackedUpKeys>;

/** Writes the keys next to the backup, because containers cannot write to `.secrets`. */
export function writeRestoredSecrets(backup: string, keys: BackedUpKeys): string {
  const folder = join(dirname(backup), 'restored-secrets');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, key] of Object.entries(SECRET_FILES)) {
    const [file, value] = [join(folder, name), keys[key]];
    if (value === undefined) continue;
    writeFileSync(file, value);
    // Mounted files keep their permissions, and container users have other ids. Only the owner can enter the folder.
    chmodSync(file, 0o644);
  }
  return (
    `The keys from the backup are in ${folder}. Before you start any service, replace the new keys with them, in the folder with\n` +
    'docker-compose.yml:   mv backups/restored-secrets/* .secrets/ && rmdir backups/restored-secrets\n'
  );
}

/** @returns false when the ledger or audit log is inconsistent, which may have been true before the backup */
async function verifyRestored(ownerUrl: string, { keys, manifest }: CheckedArchive): Promise<boolean> {
  const ledger = await withClient(ownerUrl, verifyLedger, 'clearwatch-restore');
  const audit = await withSnapshot({ url: ownerUrl, purpose: 'restore' }, (client) =>
    verifyChain(client, new ChainKeys(keys.audit)),
  );
  const head = audit.lastSeq === null ? null : `${audit.lastSeq}:${audit.lastHash}`;
  const isAsNoted = manifest.auditHead === null || head === manifest.auditHead;
  const ofAudit = audit.intact
    ? `The audit log is intact: ${audit.events} events; its head is ${head ?? 'none'}${isAsNoted ? ', as in the backup' : ''}.`
    : `The audit log is BROKEN. ${audit.brokenAt?.sentence ?? ''}`;
  process.stdout.write(`${formatVerification(ledger)}${ofAudit}\n`);
  return ledger.agrees && audit.intact && isAsNoted;
}

export type EmptyInstallation = Pick<RestoreRequest, 'ownerUrl' | 'passwords' | 'files'>;

/** `restore --from <file> [--key-file <file>] [--check]`. @returns exit code: 0 verified, 1 restored but unverified */
export async function runRestore(
  args: readonly string[],
  options: Pick<SecretSource, 'key'> & {
    /** Gives `work` an empty installation. Called only for a complete backup from a known version. */
    into: (
      backup: CheckedArchive & { file: string; signal: AbortSignal },
      work: (target: EmptyInstallation) => Promise<number>,
    ) => Promise<number>;
  },
): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { from: { type: 'string' }, 'key-file': { type: 'string' }, check: { type: 'boolean' } },
  });
  if (values.from === undefined) throw new Error('Name the backup to restore: --from <file>.');
  const secret = archiveSecret({ key: options.key, keyFile: values['key-file'] });
  const from = { file: resolve(values.from), secret, signal: stopSignal() };
  const checked = await checkArchive(from);
  const { madeAt, version } = checked.manifest;
  if (values.check === true) {
    const sentence = `The backup is complete and can be opened. Created ${madeAt} by Clearwatch ${version}.`;
    process.stdout.write(formatContents(sentence, checked));
    return 0;
  }
  return options.into({ ...checked, ...from }, async (target) => {
    await restoreBackup({ ...target, ...from }, checked);
    const sentence = `Restored the backup from ${madeAt}. Every table matches the backup byte for byte. The totals match:`;
    process.stdout.write(formatContents(sentence, checked));
    try {
      return (await verifyRestored(target.ownerUrl, checked)) ? 0 : 1;
    } catch (error) {
      // The restored data stays.
      console.error('Restored, but the ledger and audit log could not be verified:', error);
      return 1;
    }
  });
}
