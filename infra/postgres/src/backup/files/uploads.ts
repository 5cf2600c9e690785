import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { FolderStore } from '@clearwatch/ingest/uploads/folder-store';
import type { ClientBase } from 'pg';

const PIECE_BYTES = 256 * 1024;

/** Content hashes of all files that the tables name: of imports, undone ones too, and of documents. */
export async function namedUploads(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ digest: string }>(
    'SELECT digest FROM ledger.imports UNION SELECT file_name FROM ledger.parse_jobs ORDER BY 1',
  );
  return rows.map(({ digest }) => digest);
}

/** The uploaded files of an installation, as ingest keeps them. */
export class Uploads {
  private readonly store: FolderStore;

  constructor(dataDirectory: string) {
    this.store = new FolderStore({ DATA_DIR: dataDirectory });
  }

  /**
   * The bytes of one, as far as they can be read: whoever compares their hash with the name sees what is wrong with them.
   * @returns null when it is not there
   */
  async read(digest: string): Promise<AsyncIterable<Buffer> | null> {
    const handle = await open(this.store.pathOf(digest)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (handle === null) return null;
    return (async function* () {
      try {
        yield* handle.createReadStream({ highWaterMark: PIECE_BYTES, autoClose: false });
      } catch {
        // A bad sector of one file must not keep all others from being saved.
      } finally {
        await handle.close();
      }
    })();
  }

  /** @returns whether the bytes are those of the name; others are not kept */
  async write(digest: string, content: AsyncIterable<Buffer>): Promise<boolean> {
    const { path, handle } = await this.store.openTemporary();
    const hash = createHash('sha256');
    try {
      for await (const piece of content) {
        hash.update(piece);
        await handle.writeFile(piece);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    const isWhole = hash.digest('hex') === digest;
    await (isWhole ? this.store.keep(path, digest) : this.store.discard(path));
    return isWhole;
  }
}
