import type { BackedUp } from './backup-entries.ts';
import type { Totals } from './database/totals.ts';
import type { Backup } from './write-backup.ts';

const number = (count: number | string) => BigInt(count).toLocaleString('en-US');

/** What a person at a shell reads after a backup. */
export function tellBackup(backup: Backup): string {
  const { file, bytes, keyId, manifest, ending } = backup;
  return lines(
    `Backed up as of ${manifest.madeAt}, Clearwatch ${manifest.version}: ${file} (${megabytes(bytes)}, key ${keyId})`,
    ...tellTotals(manifest.totals),
    ...tellFiles({ ending }),
  );
}

/** And of an archive that was looked at. */
export function tellArchive({ manifest, ending }: BackedUp): string {
  return lines(
    `The backup is whole and opens. Made ${manifest.madeAt} by Clearwatch ${manifest.version}.`,
    ...tellTotals(manifest.totals),
    ...tellFiles({ ending }),
  );
}

export function tellRestored({ manifest, ending }: BackedUp): string {
  return lines(
    `Restored the backup of ${manifest.madeAt}. Every table reads byte for byte as it was backed up; the totals are equal:`,
    ...tellTotals(manifest.totals),
    ...tellFiles({ ending }),
  );
}

function tellTotals(totals: Totals): string[] {
  return Object.entries(totals).map(([what, { count, credits, debits }]) => {
    const money =
      credits === undefined || debits === undefined
        ? ''
        : `  credits ${dollars(credits)}, debits ${dollars(debits)}`;
    return `  ${what.padEnd(14)}${number(count).padStart(14)}${money}`;
  });
}

function tellFiles({ ending }: Pick<BackedUp, 'ending'>): string[] {
  const { uploads, pictures, missing } = ending;
  return [
    `  ${'uploaded files'.padEnd(14)}${number(uploads).padStart(14)}`,
    `  ${'page pictures'.padEnd(14)}${number(pictures).padStart(14)}`,
    ...(missing.length === 0
      ? []
      : [
          `NOT in it, because they are not whole where they are kept: ${number(missing.length)} uploaded files. Their entries are`,
          'in the ledger; only the files themselves cannot be downloaded or imported again. Put them back from an earlier backup:',
          ...missing.map((digest) => `  ${digest}`),
        ]),
  ];
}

function dollars(cents: string): string {
  const padded = cents.padStart(3, '0');
  return `$${number(padded.slice(0, -2))}.${padded.slice(-2)}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function lines(...texts: string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}
