import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { latestDay } from '../../imports/latest-day.ts';
import { DocumentFolders } from '../document-folder.ts';
import { PagePictures } from '../pictures/page-pictures.ts';
import { readContained } from '../reading/contained-reader.ts';
import type { FileRead } from '../reading/read-file.ts';
import { RESULT_FILE } from '../reading/reading-order.ts';
import type { DocumentExtractor, DocumentToRead, ExtractorRun } from './extractor.ts';

/** Reads documents on the premises, without any network. Begun again after a restart: it leaves nothing half done. */
@Injectable()
export class LocalExtractor implements DocumentExtractor {
  constructor(
    private readonly folders: DocumentFolders,
    private readonly pictures: PagePictures,
  ) {}

  async extract(
    { parseJobId, path, type }: DocumentToRead,
    { signal, onProgress }: ExtractorRun,
  ): Promise<FileRead> {
    await this.pictures.remove(parseJobId);
    const folder = await this.folders.make(parseJobId);
    const read = await readContained({ path, type, latestDay: latestDay(), folder }, { signal, onProgress });
    // It says all that the document says: the tables hold it from here on.
    await rm(join(folder, RESULT_FILE), { force: true });
    await this.pictures.keep(parseJobId);
    return read;
  }
}
