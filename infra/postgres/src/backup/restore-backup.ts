import { prepareDatabase, prepareTablesAsOf } from '../prepare-database.ts';
import type { RolePasswords } from '../role-address.ts';
import type { Sequence } from './archive/entry.ts';
import { type ArchivedEntry, valueOf } from './archive/read-entries.ts';
import type { CheckedArchive } from './check-archive.ts';
import { claimEmptyDatabase, emptyAgain, releaseDatabase, tidy } from './database/empty-database.ts';
import { TableLoad } from './database/load-tables.ts';
import { plainSession } from './database/plain-session.ts';
import { bucketReason } from './files/bucket-reason.ts';
import { openFiles, type WhereFilesAre } from './files/open-files.ts';
import type { StoredFiles } from './files/stored-files.ts';
import { openArchive } from './open-archive.ts';

export interface RestoreOrder {
  file: string;
  secret: Buffer;
  ownerUrl: string;
  passwords: RolePasswords;
  files: WhereFilesAre;
  /** Ends it, and takes away what it has made. */
  signal?: AbortSignal | undefined;
}

/**
 * Puts rows and files of a checked archive into an empty database and an empty folder or bucket, and brings the tables up to this version.
 * A restore that fails takes away what it has made; one that is killed leaves a database on which nothing starts.
 * @throws Error when nothing was restored
 */
export async function restoreBackup(order: RestoreOrder, checked: CheckedArchive): Promise<void> {
  const files = openFiles(order.files);
  try {
    await files.refuseFilled();
    await claimEmptyDatabase(order.ownerUrl);
    await putInPlace(order, { checked, files });
  } catch (error) {
    const away = bucketReason(error);
    throw away === null ? error : new Error(`Nothing was restored: ${away}.`, { cause: error });
  } finally {
    files.close();
  }
}

interface What {
  checked: CheckedArchive;
  files: StoredFiles;
}

async function putInPlace(order: RestoreOrder, what: What): Promise<void> {
  try {
    await prepareTablesAsOf(order.ownerUrl, {
      passwords: order.passwords,
      applied: what.checked.manifest.migrations,
    });
    await fill(order, what);
    await releaseDatabase(order.ownerUrl);
    await prepareDatabase(order.ownerUrl, order.passwords);
    await tidy(order.ownerUrl);
  } catch (error) {
    await takeBack(order.ownerUrl, { files: what.files, reason: error });
    throw error;
  }
}

async function fill(order: RestoreOrder, what: What): Promise<void> {
  const client = await plainSession(order.ownerUrl, 'restore');
  try {
    const tables = new TableLoad(client);
    await tables.begin();
    await openArchive(order, intoPlace(tables, what));
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** What is done with an entry, whichever kind it is. */
function intoPlace(tables: TableLoad, { checked, files }: What): (entry: ArchivedEntry) => Promise<void> {
  return async (entry) => {
    const { head, content } = entry;
    if (head.kind === 'picture') await files.writePicture(head.path, content);
    if (head.kind === 'table') await tables.load({ name: head.table, columns: head.columns }, entry);
    // They stand behind the last table.
    if (head.kind === 'sequences') await tables.commit(checked.manifest, await valueOf<Sequence[]>(entry));
    if (head.kind === 'upload') {
      const isWhole = await files.write(head.digest, content);
      if (!isWhole && !checked.ending.missing.includes(head.digest)) {
        throw new Error(`The upload ${head.digest} is not what its name says.`);
      }
    }
  };
}

/** @throws Error that says what to remove by hand when it could not be removed */
async function takeBack(
  ownerUrl: string,
  { files, reason }: { files: StoredFiles; reason: unknown },
): Promise<void> {
  try {
    await emptyAgain(ownerUrl);
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
