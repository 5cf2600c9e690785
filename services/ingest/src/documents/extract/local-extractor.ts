import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { latestDay } from '../../csv-mappings/csv-layout.ts';
import { DocumentFolders } from '../document-folder.ts';
import { readContained } from '../reading/contained-reader.ts';
import type { FileRead } from '../reading/read-file.ts';
import { RESULT_FILE } from '../reading/reading-order.ts';
import type { DocumentExtractor, DocumentToRead, ExtractorRun } from './extractor.ts';

/** Reads documents on the premises, without any network. Begun again after a restart: it leaves nothing half done. */
@Injectable()
export class LocalExtractor implements DocumentExtractor {
  constructor(private readonly folders: DocumentFolders) {}

  async extract(
    { parseJobId, path, type }: DocumentToRead,
    { signal, onProgress }: ExtractorRun,
  ): Promise<FileRead> {
    const folder = this.folders.of(parseJobId);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const read = await readContained({ path, type, latestDay: latestDay(), folder }, { signal, onProgress });
    // It says all that the document says: the tables hold it from here on.
    await rm(join(folder, RESULT_FILE), { force: true });
    return read;
  }
}
