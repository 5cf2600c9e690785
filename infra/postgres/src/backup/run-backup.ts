import { parseArgs } from 'node:util';
import { archiveSecret, type SecretSource } from './archive-encryption.ts';
import { openBackupSession, type Totals } from './backup-database.ts';
import { type Backup, type BackupContents, type BackupRequest, writeBackup } from './write-backup.ts';

/**
 * Writes down that a backup was made, for the status page and `npm run doctor`: when, how large, by which key; not where it is.
 * @returns whether it could be; the backup is good all the same
 */
export async function recordBackup(
  ownerUrl: string,
  { manifest, bytes, keyId, ending }: Backup,
): Promise<boolean> {
  try {
    const client = await openBackupSession(ownerUrl, 'backup');
    try {
      await client.query(
        'INSERT INTO sessions.backups (as_of, bytes, key_id, missing) VALUES ($1, $2, $3, $4)',
        [manifest.madeAt, bytes, keyId, ending.missing.length],
      );
    } finally {
      await client.end();
    }
    return true;
  } catch {
    return false;
  }
}

/** Aborted by Ctrl-C or a kill, so that a command can take away what it has begun. */
export function stopSignal(): AbortSignal {
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stopped.abort(new Error('Stopped.')));
  }
  return stopped.signal;
}

const formatNumber = (count: number | string) => BigInt(count).toLocaleString('en-US');

/** What a person at a shell reads after a backup. */
function formatBackup(backup: Backup): string {
  const { file, bytes, keyId, manifest, ending } = backup;
  return joinLines(
    `Backed up as of ${manifest.madeAt}, Clearwatch ${manifest.version}: ${file} (${megabytes(bytes)}, key ${keyId})`,
    ...formatTotals(manifest.totals),
    ...formatFiles({ ending }),
  );
}

/** And of an archive that was looked at. */
export function formatArchive({ manifest, ending }: BackupContents): string {
  return joinLines(
    `The backup is whole and opens. Made ${manifest.madeAt} by Clearwatch ${manifest.version}.`,
    ...formatTotals(manifest.totals),
    ...formatFiles({ ending }),
  );
}

export function formatRestored({ manifest, ending }: BackupContents): string {
  return joinLines(
    `Restored the backup of ${manifest.madeAt}. Every table reads byte for byte as it was backed up; the totals are equal:`,
    ...formatTotals(manifest.totals),
    ...formatFiles({ ending }),
  );
}

function formatTotals(totals: Totals): string[] {
  return Object.entries(totals).map(([what, { count, credits, debits }]) => {
    const money =
      credits === undefined || debits === undefined
        ? ''
        : `  credits ${dollars(credits)}, debits ${dollars(debits)}`;
    return `  ${what.padEnd(14)}${formatNumber(count).padStart(14)}${money}`;
  });
}

function formatFiles({ ending }: Pick<BackupContents, 'ending'>): string[] {
  const { uploads, pictures, missing } = ending;
  return [
    `  ${'uploaded files'.padEnd(14)}${formatNumber(uploads).padStart(14)}`,
    `  ${'page pictures'.padEnd(14)}${formatNumber(pictures).padStart(14)}`,
    ...(missing.length === 0
      ? []
      : [
          `NOT in it, because they are not whole where they are kept: ${formatNumber(missing.length)} uploaded files. Their entries are`,
          'in the ledger; only the files themselves cannot be downloaded or imported again. Put them back from an earlier backup:',
          ...missing.map((digest) => `  ${digest}`),
        ]),
  ];
}

function dollars(cents: string): string {
  const padded = cents.padStart(3, '0');
  return `$${formatNumber(padded.slice(0, -2))}.${padded.slice(-2)}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function joinLines(...texts: string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}

const EXIT_INCOMPLETE = 1;

/**
 * `backup --to <file or folder> [--key-file <file>]`
 * @param of.key encrypts it when no file is named
 * @returns the exit code: 0 for a complete backup, 1 when files that the tables name are missing in it
 * @throws Error when none was made
 */
export async function runBackup(
  args: readonly string[],
  of: Pick<BackupRequest, 'ownerUrl' | 'files' | 'keys'> & Pick<SecretSource, 'key'>,
): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { to: { type: 'string' }, 'key-file': { type: 'string' } },
  });
  if (values.to === undefined) throw new Error('Say where the backup is to go: --to <file or folder>.');
  const secret = archiveSecret({ key: of.key, keyFile: values['key-file'] });
  const backup = await writeBackup({ ...of, to: values.to, secret, signal: stopSignal() });
  process.stdout.write(formatBackup(backup));
  if (!(await recordBackup(of.ownerUrl, backup)))
    console.error('That it was made could not be written down; the status page shows the one before.');
  return backup.ending.missing.length === 0 ? 0 : EXIT_INCOMPLETE;
}
