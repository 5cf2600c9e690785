import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareDatabase, prepareTablesAsOf, type RolePasswords } from '../prepare-database.ts';
import type { Sequence } from './archive/entry.ts';
import { type ArchivedEntry, valueOf } from './archive/read-entries.ts';
import type { CheckedArchive } from './check-archive.ts';
import { claimEmptyDatabase, emptyAgain, releaseDatabase, tidy } from './database/empty-database.ts';
import { TableLoad } from './database/load-tables.ts';
import { plainSession } from './database/plain-session.ts';
import { Pictures } from './files/pictures.ts';
import { Uploads } from './files/uploads.ts';
import { openArchive } from './open-archive.ts';

export interface RestoreOrder {
  file: string;
  secret: Buffer;
  ownerUrl: string;
  passwords: RolePasswords;
  dataDirectory: string;
  /** Ends it, and takes away what it has made. */
  signal?: AbortSignal | undefined;
}

/** Where files go, below the data folder. */
const FOLDERS = ['uploads', 'documents'];

/**
 * Puts rows and files of a checked archive into an empty database and an empty folder, and brings the tables up to this version.
 * A restore that fails takes away what it has made; one that is killed leaves a database on which nothing starts.
 * @throws Error when nothing was restored
 */
export async function restoreBackup(order: RestoreOrder, checked: CheckedArchive): Promise<void> {
  await refuseFiles(order.dataDirectory);
  await claimEmptyDatabase(order.ownerUrl);
  try {
    await prepareTablesAsOf(order.ownerUrl, {
      passwords: order.passwords,
      applied: checked.manifest.migrations,
    });
    await fill(order, checked);
    await releaseDatabase(order.ownerUrl);
    await prepareDatabase(order.ownerUrl, order.passwords);
    await tidy(order.ownerUrl);
  } catch (error) {
    await takeBack(order, error);
    throw error;
  }
}

async function fill(order: RestoreOrder, checked: CheckedArchive): Promise<void> {
  const client = await plainSession(order.ownerUrl, 'restore');
  try {
    const tables = new TableLoad(client);
    await tables.begin();
    await openArchive(order, intoPlace({ tables, checked, dataDirectory: order.dataDirectory }));
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** What is done with an entry, whichever kind it is. */
function intoPlace({
  tables,
  checked,
  dataDirectory,
}: {
  tables: TableLoad;
  checked: CheckedArchive;
  dataDirectory: string;
}): (entry: ArchivedEntry) => Promise<void> {
  const [pictures, uploads] = [new Pictures(dataDirectory), new Uploads(dataDirectory)];
  return async (entry) => {
    const { head, content } = entry;
    if (head.kind === 'picture') await pictures.write(head.path, content);
    if (head.kind === 'table') await tables.load({ name: head.table, columns: head.columns }, entry);
    // They stand behind the last table.
    if (head.kind === 'sequences') await tables.commit(checked.manifest, await valueOf<Sequence[]>(entry));
    if (head.kind === 'upload') {
      const isWhole = await uploads.write(head.digest, content);
      if (!isWhole && !checked.ending.missing.includes(head.digest)) {
        throw new Error(`The upload ${head.digest} is not what its name says.`);
      }
    }
  };
}

async function refuseFiles(dataDirectory: string): Promise<void> {
  for (const name of FOLDERS) {
    const folder = join(dataDirectory, name);
    const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    if (!found.some((entry) => entry.isFile())) continue;
    throw new Error(`${folder} is not empty: nothing was changed. A restore needs an empty data folder.`);
  }
}

/** @throws Error that says what to remove by hand when it could not be removed */
async function takeBack({ ownerUrl, dataDirectory }: RestoreOrder, reason: unknown): Promise<void> {
  try {
    await emptyAgain(ownerUrl);
    for (const name of FOLDERS) await rm(join(dataDirectory, name), { recursive: true, force: true });
  } catch (error) {
    throw new Error(
      `${messageOf(reason)}\nWhat was restored so far could not be taken away (${messageOf(error)}): remove the database and ` +
        `${FOLDERS.map((name) => join(dataDirectory, name)).join(', ')} before the next restore.`,
      { cause: error },
    );
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
