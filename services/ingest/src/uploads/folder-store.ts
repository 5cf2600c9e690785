import { createReadStream } from 'node:fs';
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { UploadStore } from './upload-store.ts';

/** Uploaded files in a folder that all processes of ingest see: `uploads/<aa>/<SHA-256>`, on the file system of the temporary ones. */
export class FolderStore extends UploadStore {
  override async keep(temporaryPath: string, digest: string): Promise<void> {
    const folder = join(this.folder, digest.slice(0, 2));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(temporaryPath, join(folder, digest));
    await syncFolder(folder);
  }

  override async remove(digest: string): Promise<void> {
    await rm(this.pathOf(digest), { force: true });
  }

  override has(digest: string): Promise<boolean> {
    return isThere(this.pathOf(digest));
  }

  override withFile<T>(digest: string, work: (path: string) => Promise<T>): Promise<T> {
    return work(this.pathOf(digest));
  }

  override async read(digest: string): Promise<Readable | null> {
    const path = this.pathOf(digest);
    return (await isThere(path)) ? createReadStream(path) : null;
  }

  pathOf(digest: string): string {
    return join(this.folder, digest.slice(0, 2), digest);
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** A rename survives a power cut only when its folder is synced as well. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
