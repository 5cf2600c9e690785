import { parseArgs } from 'node:util';
import { withClient } from '../schema-owners.ts';
import { archiveSecret, type SecretSource } from './archive-encryption.ts';
import { type Backup, type BackupContents, type BackupRequest, writeBackup } from './write-backup.ts';

/**
 * For the status page and `npm run doctor`; without the location.
 * @returns false when it could not be recorded
 */
export function recordBackup(ownerUrl: string, { manifest, bytes, keyId, ending }: Backup): Promise<boolean> {
  const insert = 'INSERT INTO sessions.backups (as_of, bytes, key_id, missing) VALUES ($1, $2, $3, $4)';
  const values = [manifest.madeAt, bytes, keyId, ending.missing.length];
  return withClient(ownerUrl, (client) => client.query(insert, values), 'clearwatch-backup').then(
    () => true,
    () => false,
  );
}

export function stopSignal(): AbortSignal {
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stopped.abort(new Error('Stopped.')));
  }
  return stopped.signal;
}

const formatNumber = (count: number | string) => BigInt(count).toLocaleString('en-US');

function formatBackup({ file, bytes, keyId, ...contents }: Backup): string {
  const { madeAt, version } = contents.manifest;
  const what = `${file} (${(bytes / 1e6).toFixed(1)} MB, key ${keyId})`;
  return formatContents(`Backed up as of ${madeAt}, Clearwatch ${version}: ${what}`, contents);
}

export function formatArchive(contents: BackupContents): string {
  const { madeAt, version } = contents.manifest;
  return formatContents(`The backup is whole and opens. Made ${madeAt} by Clearwatch ${version}.`, contents);
}

export function formatRestored(contents: BackupContents): string {
  return formatContents(
    `Restored the backup of ${contents.manifest.madeAt}. Every table reads byte for byte as it was backed up; the totals are equal:`,
    contents,
  );
}

function formatContents(sentence: string, { manifest, ending }: BackupContents): string {
  const { uploads, pictures, missing } = ending;
  const line = (what: string, count: number | string) =>
    `  ${what.padEnd(14)}${formatNumber(count).padStart(14)}`;
  const totals = Object.entries(manifest.totals).map(([what, { count, credits, debits }]) => {
    const hasMoney = credits !== undefined && debits !== undefined;
    return `${line(what, count)}${hasMoney ? `  credits ${dollars(credits)}, debits ${dollars(debits)}` : ''}`;
  });
  const missingFiles = [
    `NOT in it, because they are not whole where they are kept: ${formatNumber(missing.length)} uploaded files. Their entries are`,
    'in the ledger; only the files themselves cannot be downloaded or imported again. Put them back from an earlier backup:',
    ...missing.map((digest) => `  ${digest}`),
  ];
  const files = [line('uploaded files', uploads), line('page pictures', pictures)];
  return [sentence, ...totals, ...files, ...(missing.length === 0 ? [] : missingFiles), ''].join('\n');
}

function dollars(cents: string): string {
  const padded = cents.padStart(3, '0');
  return `$${formatNumber(padded.slice(0, -2))}.${padded.slice(-2)}`;
}

const EXIT_INCOMPLETE = 1;

/**
 * `backup --to <file or folder> [--key-file <file>]`
 * @param source.key used without --key-file
 * @returns exit code: 0 complete, 1 with missing files
 * @throws Error when no backup was made
 */
export async function runBackup(
  args: readonly string[],
  source: Pick<BackupRequest, 'ownerUrl' | 'files' | 'keys'> & Pick<SecretSource, 'key'>,
): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { to: { type: 'string' }, 'key-file': { type: 'string' } },
  });
  if (values.to === undefined) throw new Error('Say where the backup is to go: --to <file or folder>.');
  const secret = archiveSecret({ key: source.key, keyFile: values['key-file'] });
  const backup = await writeBackup({ ...source, to: values.to, secret, signal: stopSignal() });
  process.stdout.write(formatBackup(backup));
  if (!(await recordBackup(source.ownerUrl, backup)))
    console.error('That it was made could not be written down; the status page shows the one before.');
  return backup.ending.missing.length === 0 ? 0 : EXIT_INCOMPLETE;
}
