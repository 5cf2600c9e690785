import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { Inject, Injectable } from '@nestjs/common';
import { IngestEnvironment } from '../environment.ts';

export interface TemporaryFile {
  path: string;
  handle: FileHandle;
}

/**
 * Uploaded bytes on disk, named by their content: `uploads/<aa>/<SHA-256>`. The same bytes are kept once. Until a
 * file is complete it has a random name under `uploads/incoming`, on the same file system, so that moving it is atomic.
 */
@Injectable()
export class UploadStore {
  readonly folder: string;
  readonly incoming: string;

  constructor(@Inject(ENVIRONMENT) environment: Pick<IngestEnvironment, 'DATA_DIR'>) {
    this.folder = join(environment.DATA_DIR, 'uploads');
    this.incoming = join(this.folder, 'incoming');
  }

  async openTemporary(): Promise<TemporaryFile> {
    await mkdir(this.incoming, { recursive: true, mode: 0o700 });
    const path = join(this.incoming, randomUUID());
    return { path, handle: await open(path, 'wx', 0o600) };
  }

  async discard(temporaryPath: string): Promise<void> {
    await rm(temporaryPath, { force: true });
  }

  /** Gives a complete, synced temporary file its lasting name. */
  async keep(temporaryPath: string, digest: string): Promise<void> {
    const folder = join(this.folder, digest.slice(0, 2));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(temporaryPath, join(folder, digest));
    await syncFolder(folder);
  }

  /** Nobody refers to these bytes any more. */
  async remove(digest: string): Promise<void> {
    await rm(this.pathOf(digest), { force: true });
  }

  /** @param digest SHA-256 in hex, from the table: never text of a request */
  pathOf(digest: string): string {
    return join(this.folder, digest.slice(0, 2), digest);
  }
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
