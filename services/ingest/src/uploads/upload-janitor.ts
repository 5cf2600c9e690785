import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { UploadStore } from './upload-store.ts';

/** No upload of 2 GB takes longer between two bytes; what is older belongs to a process that was killed. */
const ABANDONED_AFTER_MS = 60 * 60 * 1_000;

/** Removes what killed processes left in the incoming folder, once at every start. */
@Injectable()
export class UploadJanitor implements OnApplicationBootstrap {
  constructor(
    private readonly store: UploadStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    try {
      const removed = await this.sweep(new Date());
      if (removed > 0) this.logger.info({ removed }, 'abandoned uploads removed');
    } catch (error) {
      this.logger.warn({ err: error }, 'abandoned uploads could not be removed');
    }
  }

  /** @returns how many files were removed */
  async sweep(now: Date): Promise<number> {
    let removed = 0;
    for (const name of await namesIn(this.store.incoming)) {
      const path = join(this.store.incoming, name);
      const lastWritten = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => null,
      );
      if (lastWritten === null || now.getTime() - lastWritten < ABANDONED_AFTER_MS) continue;
      await this.store.discard(path);
      removed += 1;
    }
    return removed;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}
