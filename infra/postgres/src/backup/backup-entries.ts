import { SOFTWARE_VERSION } from '@clearwatch/service-kit/health/software-version';
import type { ClientBase } from 'pg';
import type { Ending, Manifest } from './archive/entry.ts';
import { writeEntry, writeValue } from './archive/write-entry.ts';
import type { BackedUpKeys } from './backed-up-keys.ts';
import { appliedMigrations } from './database/applied-migrations.ts';
import { readTable } from './database/read-table.ts';
import { sequencesOf } from './database/sequences.ts';
import { backedUpTables } from './database/tables.ts';
import { auditHeadOf, totalsOf } from './database/totals.ts';
import { namedUploads, readDocuments } from './files/named-files.ts';
import type { StoredFiles } from './files/stored-files.ts';

export interface BackedUp {
  manifest: Manifest;
  ending: Ending;
}

/**
 * All that is backed up, as the entries of an archive. The rows are of one moment; the files they name were there before them, and
 * are never altered.
 * @param client in a transaction with one snapshot
 * @param told is told what was written, when all is
 */
export async function* backupEntries(
  client: ClientBase,
  options: { files: StoredFiles; keys: BackedUpKeys; told: (backedUp: BackedUp) => void },
): AsyncGenerator<Buffer, void> {
  const manifest: Manifest = {
    format: 1,
    version: SOFTWARE_VERSION,
    madeAt: new Date().toISOString(),
    migrations: await appliedMigrations(client),
    totals: await totalsOf(client),
    auditHead: await auditHeadOf(client),
  };
  yield* writeValue({ kind: 'manifest' }, manifest);
  yield* writeValue({ kind: 'keys' }, options.keys);

  // First among the files: the only ones that may be removed while a long backup goes on.
  let pictures = 0;
  for (const document of await readDocuments(client)) {
    for (const path of await options.files.picturesOf(document)) {
      const content = await options.files.picture(path);
      if (content === null) continue;
      yield* writeEntry({ kind: 'picture', path }, [content]);
      pictures += 1;
    }
  }
  for (const table of await backedUpTables(client)) {
    const { content, rows } = readTable(client, table);
    yield* writeEntry({ kind: 'table', table: table.name, columns: table.columns }, content, rows);
  }
  yield* writeValue({ kind: 'sequences' }, await sequencesOf(client));

  const ending: Ending = { pictures, uploads: 0, missing: [] };
  for (const digest of await namedUploads(client)) {
    const content = await options.files.read(digest);
    const tail = content === null ? null : yield* writeEntry({ kind: 'upload', digest }, content);
    if (tail?.sha256 === digest) ending.uploads += 1;
    else ending.missing.push(digest);
  }
  yield* writeValue({ kind: 'end' }, ending);
  options.told({ manifest, ending });
}
