import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import { type ImportSummary, SAMPLE_LEDGER, type SampleOffer } from '@clearwatch/contracts/imports.dto';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Inject, Injectable } from '@nestjs/common';
import { IngestEnvironment } from '../environment.ts';
import { ImportsRepository } from '../imports/imports.repository.ts';
import { type SavedFile, saveFile } from '../uploads/save-file.ts';
import { UploadStore } from '../uploads/upload-store.ts';
import { UploadsService } from '../uploads/uploads.service.ts';
import { SampleRepository } from './sample.repository.ts';

/** Offers a generated ledger while there is nothing to look at, and takes it in as if somebody had sent the file. */
@Injectable()
export class SampleService {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: IngestEnvironment,
    private readonly store: UploadStore,
    private readonly imports: ImportsRepository,
    private readonly uploads: UploadsService,
    private readonly repository: SampleRepository,
  ) {}

  async offer(): Promise<SampleOffer> {
    const available = (await this.file()) !== null && (await this.repository.isLedgerEmpty());
    return { available, ...SAMPLE_LEDGER };
  }

  /**
   * @param clientGone ends the wait, not the import
   * @throws AppError `not_found` without a file, `conflict` when the ledger is not empty
   */
  async load(actor: Actor, clientGone: AbortSignal): Promise<ImportSummary> {
    const file = await this.file();
    if (file === null) throw new AppError('not_found', 'This installation has no sample data.');
    const saved = await saveFile(createReadStream(file), { store: this.store, fileName: basename(file) });
    return this.uploads.follow(await this.record(actor, basename(file), saved), clientGone);
  }

  private async record(actor: Actor, fileName: string, saved: SavedFile): Promise<number> {
    const { temporaryPath, digest, size: fileSize, fileKind } = saved;
    try {
      return await this.imports.recordReceived(
        actor,
        { fileName, fileSize, digest, fileKind },
        {
          state: 'received',
          keep: async (manager, importId) => {
            await this.repository.claim(manager, actor, { importId, fileName });
            await this.store.keep(temporaryPath, digest);
          },
        },
      );
    } catch (error) {
      await this.store.discard(temporaryPath);
      throw error;
    }
  }

  private async file(): Promise<string | null> {
    const file = this.environment.SAMPLE_FILE;
    if (file === undefined || file === '') return null;
    const isThere = await access(file).then(
      () => true,
      () => false,
    );
    return isThere ? file : null;
  }
}
