import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { Inject, Injectable } from '@nestjs/common';
import { IngestEnvironment } from '../environment.ts';

/** Where the reader of a document works, and leaves the pictures of its pages: `documents/<id>`. */
@Injectable()
export class DocumentFolders {
  private readonly folder: string;

  constructor(@Inject(ENVIRONMENT) environment: Pick<IngestEnvironment, 'DATA_DIR'>) {
    this.folder = join(environment.DATA_DIR, 'documents');
  }

  of(parseJobId: number): string {
    return join(this.folder, String(parseJobId));
  }

  async make(parseJobId: number): Promise<string> {
    const folder = this.of(parseJobId);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  /** Documents that have a folder. */
  async all(): Promise<number[]> {
    const names = await readdir(this.folder).catch(() => []);
    return names.filter((name) => /^[1-9]\d{0,9}$/.test(name)).map(Number);
  }

  async remove(parseJobId: number): Promise<void> {
    await rm(this.of(parseJobId), { recursive: true, force: true });
  }
}
