import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isPictureFile } from '@clearwatch/ingest/documents/reading/reading-order';
import { FolderStore } from '@clearwatch/ingest/uploads/folder-store';
import { StoredFiles } from './stored-files.ts';

const PIECE_BYTES = 256 * 1024;

/** In `uploads` and `documents` of the data folder. */
export class FolderFiles extends StoredFiles {
  override readonly place: string;
  private readonly store: FolderStore;
  private readonly documents: string;

  constructor(environment: { DATA_DIR: string }) {
    const store = new FolderStore(environment);
    super(store);
    this.store = store;
    this.documents = join(environment.DATA_DIR, 'documents');
    this.place = `${store.folder} and ${this.documents}`;
  }

  override async read(digest: string): Promise<AsyncIterable<Buffer> | null> {
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

  override async picturesOf(document: number): Promise<string[]> {
    const names = await readdir(join(this.documents, String(document))).catch(() => []);
    return names
      .filter(isPictureFile)
      .toSorted()
      .map((name) => `${document}/${name}`);
  }

  override picture(path: string): Promise<Buffer | null> {
    return readFile(join(this.documents, path)).catch(() => null);
  }

  protected override async keepPicture(path: string, content: Buffer): Promise<void> {
    const file = join(this.documents, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, content, { mode: 0o600, flush: true });
  }

  override async refuseFilled(): Promise<void> {
    for (const folder of [this.store.folder, this.documents]) {
      const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      if (!found.some((entry) => entry.isFile())) continue;
      throw new Error(`${folder} is not empty: nothing was changed. A restore needs an empty data folder.`);
    }
  }

  override async takeAway(): Promise<void> {
    for (const folder of [this.store.folder, this.documents])
      await rm(folder, { recursive: true, force: true });
  }
}
